import CallModel
import ServiceKit
import SignalingCore
import Wire

// One order to another service, and what its answer means for the call.
extension Switchboard {
    func execute(_ effect: CallEffect, of call: Call) async {
        switch effect {
        case .findDevices(let user): await findDevices(of: user, for: call)
        case .pushRing(let timer, let deadline): await pushRing(timer, deadline, effect, of: call)
        case .pushStop(let user): await pushStop(user, of: call.id)
        case .createRoom(let era, let avoided): await createRoom(of: call.id, era: era, avoiding: avoided)
        case .closeRoom(let node, let era):
            if await closeRoom(of: call.id, on: node, era: era) {
                await report(call.id, .media(.roomClosed(era: era)))
            }
        case .removeFromRoom(let session, let node, let era):
            let request = Proto.LeaveRoomRequest(
                callId: call.id.rawValue, era: era, sessionId: session.rawValue)
            // A device that was put on hold may be back by now.
            if call.isAnswered(by: session), let now = try? await table.call(call.id), now.isHeard(by: session) {
                return
            }
            // Lost: the room drops the device at its RTP timeout.
            _ = try? await neighbours.media(node.endpoint).leaveRoom(request, .order)
        case .muteInRoom(let session, _, _, _): await alignMute(of: session, in: call.id, told: nil)
        case .occupy, .occupySecond, .activate, .deactivate, .release, .occupyGroup, .releaseGroup, .alias,
            .writeRecord, .publish, .startTimer, .cancelTimer:
            break
        }
    }

    private func findDevices(of user: UserID, for call: Call) async {
        guard let devices = try? await directory.lookUp([user])[user]?.devices, !devices.isEmpty else { return }
        // A leg is never taken away while its ring lasts: who has one has heard.
        let known = call.participants.first { $0.userID == user }?.legs.map(\.device) ?? []
        if !devices.allSatisfy(known.contains) { await report(call.id, .presence(.sessionsFound(user, devices))) }
    }

    /// Rings by push unless the ring is over by now. Devices that are connected have it already, unless they were brought it
    /// again and still said nothing.
    private func pushRing(_ timer: RingTimer, _ deadline: WallTime, _ effect: CallEffect, of call: Call) async {
        let id = call.id
        guard deadline > clock.wallTime,
            let connected = try? await directory.lookUp([timer.userID])[timer.userID]?.connectedDeviceIDs
        else { return }
        // It may have been answered before presence was.
        guard let call = try? await table.call(id), call.owedEffects.contains(effect) else { return }
        let caller = call.participants.first { $0.userID == timer.userID }?.invitedBy ?? call.terms.inviterID
        let silent = call.silentDeviceIDs(of: timer.userID), declined = call.declinedDeviceIDs(of: timer.userID)
        let name = await directory.profiles(of: [caller])[caller]?.nickname ?? ""
        let request = Proto.RingRequest(
            callId: id.rawValue, userId: timer.userID.rawValue, callerId: caller.rawValue,
            callerName: name.isEmpty ? caller.rawValue : name,
            mediaKind: Proto.MediaKind(rawValue: call.terms.mediaKind.rawValue), ringDeadlineMs: deadline.milliseconds,
            userData: call.ringData(for: timer.userID),
            exceptDeviceIds: connected.filter { !silent.contains(DeviceID($0)) && !declined.contains(DeviceID($0)) }
                + declined.map(\.rawValue).sorted())
        do {
            let answer = try await neighbours.push.ring(request, .order)
            let devices = answer.deviceIds.map { DeviceID($0) }
            // A push service that names none may have some: then only their number is known.
            let isNamed = devices.count == Int(answer.deviceCount)
            var now = await report(
                id,
                .push(.ringTaken(timer, deviceCount: Int(answer.deviceCount), devices: isNamed ? devices : nil)))
            if now == nil { now = try? await table.call(id) }
            // The order to stop may have been taken before this one, and is not owed again while it counts as under way.
            if let now, !now.ringingUsers.contains(timer.userID) { await pushStop(timer.userID, of: id) }
        } catch { noteFailure(of: "ring", for: id, error) }
    }

    private func pushStop(_ user: UserID, of id: CallID) async {
        let request = Proto.StopRingRequest(callId: id.rawValue, userId: user.rawValue)
        do {
            _ = try await neighbours.push.stopRing(request, .order)
            await report(id, .push(.stopTaken(user)))
        } catch { noteFailure(of: "stop ring", for: id, error) }
    }

    /// Tries the nodes one after the other. A room that comes too late to be the call's is closed again.
    private func createRoom(of id: CallID, era: UInt32, avoiding avoided: MediaNode?) async {
        for node in await nodes.candidates(avoiding: avoided) {
            let request = Proto.CreateRoomRequest(callId: id.rawValue, era: era)
            do {
                _ = try await neighbours.media(node.endpoint).createRoom(request, .placement)
            } catch {
                noteFailure(of: "create room", for: id, error, at: node)
                // The next call need not wait for it too; a probe brings it back.
                if error.code == .unavailable || error.code == .deadlineExceeded {
                    await nodes.markDown(node.endpoint)
                }
                continue
            }
            do {
                try await decide(id, .media(.roomCreated(node, era: era)))
            } catch is CallRefusal {
                _ = await closeRoom(of: id, on: node, era: era)
            } catch {}  // the store: the row still owes the room, and its creation is idempotent
            return
        }
        log.error("room unplaced", ["call_id": id, "era": era])
    }

    /// Brings the room to what the row says, not to what an order said: orders can overtake each other. `told`: what the
    /// room has heard last. Lost: the device does not send while muted either.
    func alignMute(of session: SessionID, in id: CallID, told: Bool?) async {
        var told = told
        for _ in 0..<4 {
            guard let call = try? await table.call(id), case .placed(let node, let era) = call.media,
                let participant = call.participants.first(where: { $0.answeredLeg?.device.sessionID == session })
            else { return }
            if participant.isHeld {
                // It was put on hold while it entered the room.
                return await execute(.removeFromRoom(session, node, era: era), of: call)
            }
            let isMuted = !participant.hasOpenMicrophone
            if told == isMuted { return }
            let request = Proto.MuteParticipantRequest(
                callId: id.rawValue, era: era, sessionId: session.rawValue, isMuted: isMuted)
            guard (try? await neighbours.media(node.endpoint).muteParticipant(request, .order)) != nil else { return }
            told = isMuted
        }
    }

    /// Whether the room is gone, by this order or already.
    func closeRoom(of id: CallID, on node: MediaNode, era: UInt32) async -> Bool {
        let request = Proto.CloseRoomRequest(callId: id.rawValue, era: era)
        do {
            _ = try await neighbours.media(node.endpoint).closeRoom(request, .order)
            return true
        } catch {
            if error.reason == .unknownRoom || error.reason == .staleEra { return true }
            noteFailure(of: "close room", for: id, error, at: node)
            return false
        }
    }

    /// The row still owes the order and the sweeper gives it again; whoever asks why a phone did not ring finds it here.
    private func noteFailure(of order: String, for id: CallID, _ error: RPCError, at node: MediaNode? = nil) {
        ordersFailed.add()
        log.notice(
            "order failed",
            [
                "call_id": id, "order": order, "endpoint": node?.endpoint, "code": error.code.name,
                "reason": error.reason.name,
            ])
    }
}

extension CallOptions {
    fileprivate static let order = CallOptions(timeout: .seconds(3))
    /// Short: the call is silent meanwhile, and there may be another node.
    fileprivate static let placement = CallOptions(timeout: .milliseconds(1_500))
}

extension Call {
    /// What an invitee is handed: the words of the invitation, else those of the call.
    fileprivate func ringData(for user: UserID) -> String {
        guard let participant = participants.first(where: { $0.userID == user }),
            case .ringing(let ring) = participant.stage
        else { return terms.userData }
        return ring.userData ?? terms.userData
    }
}
