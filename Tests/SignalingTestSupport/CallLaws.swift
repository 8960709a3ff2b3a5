package import SignalingCore
import CallModel

/// What must be true of every call whatever happens to it. Fed with every step; keeps what spans several.
package struct CallLaws {
    private var running: Set<RingTimer> = []
    private var finished: Set<RingTimer> = []
    private var occupied: Set<UserID> = []
    /// Users for whom this is the active call.
    private var active: Set<UserID> = []
    private var isGroupHeld = false
    private var recorded: Set<UserID> = []
    /// Left out for a block, and never in the call: they have no record of it.
    private var blocked: Set<UserID> = []
    /// Snapshots of everybody before and after each step: the dearest law by far.
    private let checksPublication: Bool

    package init(checksPublication: Bool) { self.checksPublication = checksPublication }

    /// The law the step broke, if any.
    package mutating func check(_ old: Call, _ event: CallEvent, _ effects: [CallEffect], _ new: Call) -> String? {
        if old != new { noteBlocks(event) }
        return checkShape(new) ?? checkStep(old, event, new)
            ?? (checksPublication ? checkPublication(old, effects, new) : nil)
            ?? checkBooks(event, effects, new)
    }

    /// The law a finished walk broke, if any.
    package func checkEnd(of call: Call) -> String? {
        if !running.isEmpty { return "timers neither cancelled nor fired: \(running)" }
        if !occupied.isEmpty { return "users still busy: \(occupied)" }
        if isGroupHeld { return "the chat group is still held" }
        let expected: Set<UserID> =
            call.terms.isEphemeral
            ? [] : Set(call.participants.map(\.userID)).subtracting(blocked.subtracting(recorded))
        if recorded != expected { return "records of \(recorded), participants \(expected)" }
        return nil
    }

    private mutating func noteBlocks(_ event: CallEvent) {
        switch event {
        case .placed(let placement): noteBlocks(placement.invitees)
        case .device(_, .invited(let invitees, _, _, _), _): noteBlocks(invitees)
        default: break
        }
    }

    private mutating func noteBlocks(_ invitees: [Invitee]) {
        blocked.formUnion(invitees.filter { $0.standing == .blocked }.map(\.userID))
    }

    private func checkShape(_ call: Call) -> String? {
        for participant in call.participants {
            if participant.legs.count(where: { $0.state.isAnswered }) > 1 { return "two answered legs of one user" }
            let sessions = participant.legs.map(\.device.sessionID)
            if Set(sessions).count != sessions.count { return "two legs of one session" }
            let live = participant.liveDevices.count
            switch participant.stage {
            case .calling, .connected:
                if participant.answeredLeg == nil || live != 1 { return "in the call with \(live) live legs" }
            case .ringing where participant.isHeld: return "on hold before an answer"
            case .ringing: if participant.answeredLeg != nil { return "an answered leg rings" }
            case .gone where participant.isHeld: return "on hold in a call that was left"
            case .gone: if live != 0 { return "a device rings or talks for a user who is gone" }
            }
        }
        let ids = call.participants.map(\.userID)
        if Set(ids).count != ids.count { return "a user twice" }
        let inCall = call.participants.count { $0.stage.isInCall }
        let present = call.participants.count { !$0.stage.isGone }
        switch call.state {
        case .created: return nil
        case .ringing:
            return inCall == 1 && present >= 2 && call.media == .none ? nil : "ringing with \(inCall) of \(present)"
        case .answered:
            return inCall >= 1 && present >= 2 && call.media.era >= 1 ? nil : "answered with \(inCall) of \(present)"
        case .ended: return present == 0 && call.nextDeadline == nil ? nil : "ended with \(present)"
        }
    }

    private func checkStep(_ old: Call, _ event: CallEvent, _ new: Call) -> String? {
        if case .ended = old.state, old.state != new.state { return "ended did not absorb" }
        if new.media.era < old.media.era { return "an era went back" }
        if (old == new) != (old.version == new.version) || new.version > old.version + 1 {
            return "the version does not count changes"
        }
        for before in old.participants {
            guard let after = new.participants.first(where: { $0.userID == before.userID }) else {
                return "a user vanished"
            }
            if (after.digits?.end ?? 0) < (before.digits?.end ?? 0) { return "digits were taken back" }
            guard before.round == after.round else { continue }
            if before.stage.isRinging, after.stage.isRinging, after.progress < before.progress {
                return "the progress of a ring went back"
            }
            let isAnsweredAnew = isAnswered(after, differently: before)
            if isAnsweredAnew, before.answeredLeg != nil, !isJoin(event) {
                return "another device took a call that was answered"
            }
            if let broken = checkReach(before, after) { return broken }
            if isAnsweredAnew { continue }
            for leg in before.legs {
                guard case .ended(let end) = leg.state else { continue }
                if after.leg(of: leg.device.sessionID)?.state != .ended(end) { return "a leg got a second end" }
            }
        }
        return nil
    }

    /// Device by device, a ring only comes further, and who is told of one device is told of it for good.
    private func checkReach(_ before: Participant, _ after: Participant) -> String? {
        for known in before.reach ?? [] {
            guard let now = after.reach?.first(where: { $0.deviceID == known.deviceID }) else {
                return "a device that was reached is forgotten"
            }
            if now.progress < known.progress { return "the ring went back on a device" }
        }
        if after.stage.isRinging {
            let reached = Set((after.reach ?? []).map(\.deviceID))
            if !reached.isSuperset(of: after.legs.map(\.device.deviceID)) { return "a ringing device is not told of" }
        }
        return nil
    }

    /// A device that was busy or elsewhere may come back by its own accept or join: that starts a new leg.
    private func isAnswered(_ after: Participant, differently before: Participant) -> Bool {
        after.answeredLeg != nil && after.answeredLeg != before.answeredLeg
    }

    /// Only who joins anew moves from one device to another.
    private func isJoin(_ event: CallEvent) -> Bool {
        if case .device(_, .joined, _) = event { true } else { false }
    }

    /// Whoever has a live part and sees a change is told, and who says nothing when a ring is brought again. Nobody else.
    private func checkPublication(_ old: Call, _ effects: [CallEffect], _ new: Call) -> String? {
        var told: [CallDevice] = []
        for case .publish(let devices) in effects { told += devices }
        if Set(told).count != told.count { return "told twice" }
        if old.version == new.version { return told.isEmpty ? nil : "told of no change" }
        let known = old.liveDevices
        let live = Set(known + new.liveDevices)
        for device in live {
            var before = old.snapshot(for: device)
            before.version = new.version
            let isNew = !known.contains(device)
            let isDue = isNew || before != new.snapshot(for: device) || isBroughtAgain(device, old, new)
            if isDue != told.contains(device) {
                return "told wrongly: \(device)"
            }
        }
        if live.contains(where: { seesTooMuch($0, new) }) { return "a device is shown to somebody who did not invite" }
        return live.isSuperset(of: told) ? nil : "told without a part"
    }

    /// How far single devices have come is for who asked for their user, and for who placed the call.
    private func seesTooMuch(_ device: CallDevice, _ call: Call) -> Bool {
        guard device.userID != call.terms.inviterID else { return false }
        let shown = Set(call.snapshot(for: device).participants.filter { !$0.devices.isEmpty }.map(\.userID))
        return !shown.isSubset(of: call.participants.filter { $0.invitedBy == device.userID }.map(\.userID))
    }

    private func isBroughtAgain(_ device: CallDevice, _ old: Call, _ new: Call) -> Bool {
        guard case .ringing(let before) = old.participants.first(where: { $0.userID == device.userID })?.stage,
            let own = new.participants.first(where: { $0.userID == device.userID }),
            case .ringing(let after) = own.stage
        else { return false }
        return after.repeatCount == before.repeatCount + 1 && own.leg(of: device.sessionID)?.state == .invited
    }

    private mutating func checkBooks(_ event: CallEvent, _ effects: [CallEffect], _ new: Call) -> String? {
        if case .timer(let timer) = event, running.remove(timer) != nil { finished.insert(timer) }
        for effect in effects {
            if let broken = book(effect) { return broken }
        }
        if occupied != Set(new.occupiedUsers) { return "busy users \(occupied), present \(new.occupiedUsers)" }
        let present = Set(new.participants.filter(\.isActive).map(\.userID))
        if active != present { return "active seats of \(active), active \(present)" }
        if running != Set(new.pendingTimers.map(\.timer)) { return "timers \(running), pending \(new.pendingTimers)" }
        return nil
    }

    private mutating func book(_ effect: CallEffect) -> String? {
        switch effect {
        case .occupy(let user):
            active.insert(user)
            return occupied.insert(user).inserted ? nil : "occupied twice"
        case .occupySecond(let user): return occupied.insert(user).inserted ? nil : "occupied twice"
        case .activate(let user):
            return occupied.contains(user) && active.insert(user).inserted ? nil : "activated without need"
        case .deactivate(let user): return active.remove(user) != nil ? nil : "deactivated without need"
        case .release(let user):
            active.remove(user)
            return occupied.remove(user) != nil ? nil : "released twice"
        case .occupyGroup:
            defer { isGroupHeld = true }
            return isGroupHeld ? "group held twice" : nil
        case .releaseGroup:
            defer { isGroupHeld = false }
            return isGroupHeld ? nil : "group released twice"
        case .writeRecord(let record): recorded.insert(record.userID)
        case .startTimer(let timer, _):
            // Silent devices can come and go; a deadline is one.
            if timer.kind == nil, finished.contains(timer) { return "a deadline started twice" }
            return running.insert(timer).inserted ? nil : "timer started twice"
        case .cancelTimer(let timer):
            guard running.remove(timer) != nil else { return "cancelled a timer that does not run" }
            finished.insert(timer)
        case .alias, .publish, .findDevices, .pushRing, .pushStop, .createRoom, .closeRoom, .removeFromRoom,
            .muteInRoom:
            break
        }
        return nil
    }
}
