import CallClientCore
import CallModel
import SignalingCore

/// The signaling process: the real reducer over the store, effects after the commit. A crash loses every effect that is
/// under way; a restart reads the store and sweeps, as the service does.
final class SimulatedSignaling {
    typealias Answer = (Result<Reply, RequestFailure>) -> Void

    private let world: World
    let store = SimulatedStore()
    unowned var cluster: Cluster!
    /// Counts starts; work of an earlier life is not done.
    private(set) var life = 0
    private(set) var isUp = false
    private(set) var startedAt: Int64 = 0
    private let limits = CallLimits(participants: 8, acceptGrace: WallSpan(milliseconds: 2_000))

    init(world: World) { self.world = world }

    // MARK: life

    func start() {
        life += 1
        isUp = true
        startedAt = world.elapsed
        world.note("signaling starts (life \(life))")
        for call in store.allCalls where (store.endedAt[call.id] ?? world.wallTime) + .seconds(120) >= world.wallTime {
            publish(call, to: call.allDevices, attempt: 0)
            for user in call.ringingUsers { perform(.findDevices(user), of: call) }
        }
        sweepRows()
        sweepSessions()
        watchRooms()
    }

    func crash() {
        isUp = false
        world.note("signaling crashes")
    }

    /// Runs in this life or not at all.
    private func later(_ delay: Duration, _ body: @escaping () -> Void) {
        let life = life
        world.after(delay) { if self.isUp, self.life == life { body() } }
    }

    // MARK: sweeps

    private func sweepRows() {
        for call in store.activeCalls {
            for pending in call.pendingTimers where pending.expiresAt <= world.wallTime {
                report(call.id, .timer(pending.timer))
            }
        }
        for call in store.allCalls { for effect in call.owedEffects { perform(effect, of: call) } }
        later(.milliseconds(500)) { self.sweepRows() }
    }

    private func sweepSessions() {
        for call in store.activeCalls {
            for device in call.liveDevices where !cluster.presence.isOpen(device.sessionID) {
                report(call.id, .presence(.sessionGone(device.sessionID)))
            }
        }
        later(.seconds(5)) { self.sweepSessions() }
    }

    private func watchRooms() {
        for call in store.activeCalls {
            guard case .placed(let node, let era) = call.media else { continue }
            if !cluster.media.hasRoom(call.id, era: era, on: node) {
                report(call.id, .media(.roomLost(node, era: era)))
            }
        }
        // A CreateRoom that came late, a CloseRoom that got lost: rooms that no row counts on.
        for node in cluster.media.nodes {
            for (id, era) in cluster.media.rooms(on: node) where !isWanted(id, era, node) {
                _ = cluster.media.closeRoom(id, era: era, on: node)
            }
        }
        later(.milliseconds(700)) { self.watchRooms() }
    }

    private func isWanted(_ id: CallID, _ era: UInt32, _ node: MediaNode) -> Bool {
        switch store.call(id)?.media {
        case .owed(let owed, _): owed <= era
        case .placed(let current, let placed): current == node && placed == era
        case .closeOwed: true  // being closed
        case .closed, .some(.none), nil: false
        }
    }

    // MARK: decisions

    @discardableResult
    private func decide(_ call: Call, _ event: CallEvent) throws(CallRefusal) -> Call {
        do throws(CallRefusal) {
            let (next, effects) = try store.decide(call, event, at: world.wallTime)
            if next.version > call.version {
                world.note("\(call.id.rawValue) v\(next.version) \(label(event)) -> \(label(next.state))")
            }
            for effect in effects { later(world.delay(0...20)) { self.perform(effect, of: next) } }
            return next
        } catch {
            if case .bug(let bug) = error { world.fail("a bug was reported: \(bug)") }
            throw error
        }
    }

    private func report(_ id: CallID, _ event: CallEvent) {
        guard let call = store.call(id) else { return }
        do { try decide(call, event) } catch {}
    }

    private func perform(_ effect: CallEffect, of call: Call) {
        switch effect {
        case .publish(let devices): publish(call, to: devices, attempt: 0)
        case .findDevices(let user):
            let devices = cluster.presence.devices(of: user)
            later(world.delay(0...50)) { self.report(call.id, .presence(.sessionsFound(user, devices))) }
        case .pushRing(let timer, let deadline):
            guard let current = store.call(call.id), current.owedEffects.contains(effect) else { return }
            let silent = current.silentDeviceIDs(of: timer.userID)
            let except = cluster.presence.connectedDevices(of: timer.userID).filter { !silent.contains($0) }
            ask(to: { self.cluster.push.ring(call.id, timer.userID, deadline, except: except) }) { count in
                self.report(call.id, .push(.ringTaken(timer, deviceCount: count)))
            }
        case .pushStop(let user):
            ask(to: { self.cluster.push.stop(call.id, user) }) { self.report(call.id, .push(.stopTaken(user))) }
        case .createRoom(let era, let avoided):
            let nodes = cluster.media.nodes.sorted {
                ($0 == avoided ? 1 : 0, $0.endpoint) < ($1 == avoided ? 1 : 0, $1.endpoint)
            }
            createRoom(call.id, era, nodes)
        case .closeRoom(let node, let era):
            ask(to: { self.cluster.media.closeRoom(call.id, era: era, on: node) }) {
                self.report(call.id, .media(.roomClosed(era: era)))
            }
        case .removeFromRoom, .muteInRoom, .startTimer, .cancelTimer, .occupy, .release, .occupyGroup, .releaseGroup,
            .alias, .writeRecord:
            break
        }
    }

    private func createRoom(_ id: CallID, _ era: UInt32, _ nodes: [MediaNode]) {
        guard let node = nodes.first else { return }
        ask(
            to: { self.cluster.media.createRoom(id, era: era, on: node) },
            failed: {
                self.createRoom(id, era, Array(nodes.dropFirst()))
            }
        ) {
            guard let call = self.store.call(id) else { return }
            do {
                try self.decide(call, .media(.roomCreated(node, era: era)))
            } catch {
                self.ask(to: { self.cluster.media.closeRoom(id, era: era, on: node) }) {}
            }
        }
    }

    /// A call to another service over the bus: late, lost on either way, or done twice; `nil` from `body` is its failure.
    private func ask<Value>(
        to body: @escaping () -> Value?, failed: @escaping () -> Void = {}, _ then: @escaping (Value) -> Void
    ) {
        if world.fault(percent: 5) { return later(.seconds(3), failed) }
        world.after(world.delay(0...60)) {
            if self.world.fault(percent: 3) { _ = body() }
            guard let value = body() else { return self.later(self.world.delay(0...60), failed) }
            if self.world.fault(percent: 5) { return self.later(.seconds(3), failed) }
            self.later(self.world.delay(0...60)) { then(value) }
        }
    }

    // MARK: snapshots

    private static let pauses: [Duration] = [.milliseconds(50), .milliseconds(250), .seconds(1), .seconds(3)]
    private static let endPauses = pauses + [.seconds(5), .seconds(10), .seconds(10)]

    private func publish(_ call: Call, to devices: [CallDevice], attempt: Int) {
        for device in devices {
            let snapshot = CallSnapshot(call, for: device, at: world.wallTime)
            let copies = world.fault(percent: 5) ? 2 : 1
            let pauses = snapshot.ownStatus == .none ? Self.endPauses : Self.pauses
            let isLost = world.fault(percent: 8) || cluster.gateway.isCut
            if isLost, attempt < pauses.count {
                later(pauses[attempt]) { self.publish(call, to: [device], attempt: attempt + 1) }
                continue
            }
            if cluster.gateway.isCut { continue }
            for _ in 0..<copies {
                world.after(world.delay(0...(world.isFaulty ? 400 : 30))) {
                    self.cluster.gateway.deliver(snapshot, to: device.sessionID)
                }
            }
        }
    }

    // MARK: requests

    /// A request as the gateway forwards it.
    func handle(_ request: Request, of device: CallDevice, _ answer: @escaping Answer) {
        switch request {
        case .call(let id, let participants, _, let parameters):
            // Presence is asked first; the decision comes a moment later, when things may have changed.
            let known = participants.map { ($0, cluster.presence.exists($0), cluster.presence.devices(of: $0)) }
            later(world.delay(0...30)) {
                answer(
                    self.result(for: device) { () throws(CallRefusal) in try self.place(id, known, parameters, device) }
                )
            }
        case .accept(let id): answer(act(id, device, .accepted))
        case .reject(let id): answer(leave(id, device, .rejected))
        case .hangup(let id):
            if store.call(id) == nil { store.noteCalledOff(id, by: device.userID) }
            answer(leave(id, device, .hungUp))
        case .join(let id):
            let current = store.activeUsers[device.userID]
            answer(act(id, device, .joined(isBusy: current != nil && current != store.call(id)?.id)))
        case .invite(let id, let users, let parameters):
            answer(act(id, device, .invited(users.map { invitee($0) }, ringTime(parameters), userData: nil)))
        case .sync(let known): answer(.success(.calls(sync(known, device))))
        case .acknowledge(let id, _, let state):
            let reports: [AlertState: AlertReport] = [.received: .received, .alerting: .alerting, .busy: .busy]
            if let report = reports[state] { _ = act(id, device, .acknowledged(report)) }
            answer(.success(.done))
        case .joinMedia(let id, _): answer(joinMedia(id, device))
        case .setMediaState(let id, let microphone, let camera):
            _ = act(id, device, .switchedMedia(isMicrophoneOpened: microphone, isCameraOpened: camera))
            answer(.success(.done))
        }
    }

    func sessionsEnded(_ session: SessionID) {
        guard isUp else { return }
        for call in store.activeCalls where call.liveDevices.contains(where: { $0.sessionID == session }) {
            report(call.id, .presence(.sessionGone(session)))
        }
    }

    func pushOutcome(_ id: CallID, _ user: UserID, isHandedOver: Bool) {
        if isUp { report(id, .push(.outcome(user, isHandedOver: isHandedOver))) }
    }

    func end(_ id: CallID) { report(id, .operatorEnded) }

    private func invitee(_ user: UserID) -> Invitee {
        guard cluster.presence.exists(user) else { return Invitee(userID: user, standing: .unknown) }
        let standing: Invitee.Standing = store.activeUsers[user] == nil ? .free : .busy
        return Invitee(userID: user, standing: standing, devices: cluster.presence.devices(of: user))
    }

    private func ringTime(_ parameters: CallParameters) -> RingTime {
        RingTime(requestedSeconds: UInt32(parameters.ringTime.components.seconds)) ?? .standard
    }

    private func place(
        _ id: CallID, _ known: [(UserID, Bool, [CallDevice])], _ parameters: CallParameters, _ caller: CallDevice
    ) throws(CallRefusal) -> Call {
        if let existing = store.call(id) { return existing }
        let isCalledOff = store.isCalledOff(id, by: caller.userID)
        if !isCalledOff, let current = store.activeUsers[caller.userID].flatMap({ store.call($0) }) {
            let isRung = current.participants.contains { $0.userID == caller.userID && $0.stage.isRinging }
            if !current.isGroup, isRung, known.map(\.0) == [current.terms.inviterID] {
                return try decide(current, .device(caller, .calledBack(id)))
            }
            let leg = current.participants.first { $0.userID == caller.userID }?.answeredLeg?.device
            if let leg, leg.deviceID == caller.deviceID {
                if leg.sessionID != caller.sessionID {
                    try decide(current, .presence(.sessionGone(leg.sessionID)))
                } else if !current.isGroup {
                    try decide(current, .device(caller, .hungUp))
                }
            }
        }
        let invitees = known.map { user, exists, devices in
            Invitee(
                userID: user, standing: !exists ? .unknown : store.activeUsers[user] == nil ? .free : .busy,
                devices: devices)
        }
        let terms = CallTerms(inviterID: caller.userID, mediaKind: .audio, roomID: id.rawValue, limits: limits)
        let placement = Placement(
            caller: caller, invitees: invitees, ringTime: ringTime(parameters),
            isCallerBusy: store.activeUsers[caller.userID] != nil)
        let placed = try decide(Call(id: id, terms: terms), .placed(placement))
        guard isCalledOff, !placed.state.isOver else { return placed }
        return try decide(placed, .device(caller, .hungUp))
    }

    private func act(_ id: CallID, _ device: CallDevice, _ act: DeviceAct) -> Result<Reply, RequestFailure> {
        result(for: device) { () throws(CallRefusal) in
            guard let call = self.store.call(id) else { throw .race(.callOver(.unknown)) }
            do throws(CallRefusal) {
                return try self.decide(call, .device(device, act))
            } catch {
                if case .race = error { self.publish(call, to: [device], attempt: 0) }
                throw error
            }
        }
    }

    /// Leaving what one is not in any more is done already.
    private func leave(_ id: CallID, _ device: CallDevice, _ way: DeviceAct) -> Result<Reply, RequestFailure> {
        result(for: device) { () throws(CallRefusal) in
            guard let call = self.store.call(id) else { throw .race(.callOver(.unknown)) }
            do throws(CallRefusal) {
                return try self.decide(call, .device(device, way))
            } catch {
                if case .race = error { return call }
                throw error
            }
        }
    }

    private func result(
        for device: CallDevice, _ body: () throws(CallRefusal) -> Call
    ) -> Result<Reply, RequestFailure> {
        do throws(CallRefusal) {
            return .success(.call(CallSnapshot(try body(), for: device, at: world.wallTime)))
        } catch {
            return .failure(RequestFailure(error))
        }
    }

    private func sync(_ known: [KnownCall], _ device: CallDevice) -> [CallSnapshot] {
        var snapshots: [CallSnapshot] = []
        if let id = store.activeUsers[device.userID] {
            report(id, .presence(.sessionsFound(device.userID, [device])))
            if let call = store.call(id) {
                let own = CallSnapshot(call, for: device, at: world.wallTime)
                if own.ownStatus != .none { snapshots.append(own) }
            }
        }
        for item in known where !snapshots.contains(where: { $0.callID == item.callID }) {
            guard let call = store.call(item.callID), call.participants.contains(where: { $0.userID == device.userID })
            else { continue }
            snapshots.append(CallSnapshot(call, for: device, at: world.wallTime))
        }
        return snapshots
    }

    private func joinMedia(_ id: CallID, _ device: CallDevice) -> Result<Reply, RequestFailure> {
        let noRoom = RequestFailure(status: 14, reason: 13, retryAfter: .milliseconds(200))
        guard let call = store.call(id), let own = call.participants.first(where: { $0.userID == device.userID }),
            own.answeredLeg?.device.sessionID == device.sessionID, own.stage.isInCall
        else { return .failure(RequestFailure(.violation(.notInCall))) }
        guard case .placed(let node, let era) = call.media else { return .failure(noRoom) }
        guard cluster.media.hasRoom(call.id, era: era, on: node) else {
            report(call.id, .media(.roomLost(node, era: era)))
            return .failure(noRoom)
        }
        return .success(.mediaGranted)
    }
}

private func label(_ state: CallState) -> String {
    switch state {
    case .created: "created"
    case .ringing: "ringing"
    case .answered: "answered"
    case .ended(let end): "ended \(end.reason)"
    }
}

private func label(_ event: CallEvent) -> String {
    switch event {
    case .placed(let placement):
        "placed by \(placement.caller.sessionID.rawValue) for \(placement.invitees.map(\.userID.rawValue))"
    case .device(let device, .invited(let invitees, _, _), _):
        "\(device.sessionID.rawValue) invited \(invitees.map(\.userID.rawValue))"
    case .device(let device, let act, _): "\(device.sessionID.rawValue) \(act)"
    case .presence(.sessionsFound(let user, let devices)): "\(user.rawValue) has \(devices.map(\.sessionID.rawValue))"
    case .presence(.sessionGone(let session)): "session \(session.rawValue) gone"
    case .push(.ringTaken(let timer, let count, _)): "push takes \(timer.userID.rawValue) on \(count)"
    case .push(.outcome(let user, let isHandedOver, _)): "push of \(user.rawValue) left: \(isHandedOver)"
    case .push(.stopTaken(let user)): "push stops \(user.rawValue)"
    case .media(.roomCreated(let node, let era)): "room on \(node.endpoint) era \(era)"
    case .media(.roomLost(let node, let era)): "room lost on \(node.endpoint) era \(era)"
    case .media(.roomClosed(let era)): "room closed era \(era)"
    case .media(.silenced(let session, _)): "\(session.rawValue) silent"
    case .timer(let timer):
        switch timer.kind {
        case nil: "ring of \(timer.userID.rawValue) over"
        case .confirm(let number): "silence of \(timer.userID.rawValue), \(number)"
        }
    case .operatorEnded: "ended by the service"
    }
}
