import CallClientCore
import CallModel
import SignalingCore

// Requests as the gateway forwards them.
extension Replica {
    func handle(_ request: Request, of device: CallDevice, _ answer: @escaping Answer) {
        switch request {
        case .call(let id, let participants, _, let parameters):
            place(CallRequest(id: id, participants: participants, parameters: parameters, caller: device), answer)
        case .accept(let id): act(id, device, { _, _ in .accepted }, answer)
        case .reject(let id): leave(id, device, .rejected, answer)
        case .hangup(let id): hangUp(id, device, answer)
        case .join(let id):
            act(
                id, device,
                { call, transaction in
                    let current = transaction.activeCall(of: device.userID)
                    return .joined(isBusy: current != nil && current != call.id)
                }, answer)
        case .invite(let id, let users, let parameters): invite(id, users, parameters, device, answer)
        case .sync(let known): sync(known, device, answer)
        case .acknowledge(let id, _, let state):
            let reports: [AlertState: AlertReport] = [.received: .received, .alerting: .alerting, .busy: .busy]
            guard let report = reports[state] else { return answer(.success(.done)) }
            act(id, device, { _, _ in .acknowledged(report) }) { answer(Self.acknowledged($0)) }
        case .joinMedia(let id, _): answer(joinMedia(id, device))
        case .setMediaState(let id, let microphone, let camera):
            act(
                id, device,
                { _, _ in
                    .switchedMedia(isMicrophoneOpened: microphone, isCameraOpened: camera)
                }
            ) { answer(Self.acknowledged($0)) }
        }
    }

    /// A report needs no content in its answer, and one that came too late is no failure.
    private static func acknowledged(_ result: Result<Reply, RequestFailure>) -> Result<Reply, RequestFailure> {
        switch result {
        case .failure(let failure) where failure.verdict == .transient: .failure(failure)
        case .success, .failure: .success(.done)
        }
    }

    func sessionsEnded(_ session: SessionID) {
        guard flaw != .deadSessionKept else { return }
        for call in store.activeCalls where call.liveDevices.contains(where: { $0.sessionID == session }) {
            report(call.id, .presence(.sessionGone(session)))
        }
    }

    // MARK: acts

    private func act(
        _ id: CallID, _ device: CallDevice, _ act: @escaping (Call, inout SimulatedTransaction) -> DeviceAct,
        _ answer: @escaping Answer
    ) {
        decide(id, { call, transaction in .device(device, act(call, &transaction)) }) { result in
            if case .failure(.refused(.race)) = result, let call = self.store.call(id) {
                // The loser hears how the call stands, besides the error.
                self.publish(call, to: [device])
            }
            answer(self.reply(result, to: device))
        }
    }

    /// Leaving what one is not in any more is done already.
    private func leave(_ id: CallID, _ device: CallDevice, _ way: DeviceAct, _ answer: @escaping Answer) {
        decide(id, { _, _ in .device(device, way) }) { result in
            if case .failure(.refused(.race)) = result {
                return answer(self.reply(.success(self.store.call(id)), to: device))
            }
            answer(self.reply(result, to: device))
        }
    }

    /// A hang-up can overtake the call it means. It is noted then, and that call ends as it is placed.
    private func hangUp(_ id: CallID, _ device: CallDevice, _ answer: @escaping Answer) {
        leave(id, device, .hungUp) { result in
            guard case .failure(let failure) = result, failure == .callNotFound, self.store.call(id) == nil else {
                return answer(result)
            }
            self.transact(
                { (transaction) throws(CallRefusal) in
                    if let call = transaction.load(id) { return call }
                    transaction.noteCalledOff(id, by: device.userID)
                    return nil
                },
                { noted in
                    guard case .success(let call?) = noted else { return answer(self.reply(noted, to: device)) }
                    self.leave(call.id, device, .hungUp, answer)
                })
        }
    }

    private func invite(
        _ id: CallID, _ users: [UserID], _ parameters: CallParameters, _ device: CallDevice, _ answer: @escaping Answer
    ) {
        lookUp(users) { known in
            guard let known else { return answer(.failure(.unavailable)) }
            let ringTime = Self.ringTime(parameters)
            self.act(
                id, device,
                { _, transaction in
                    .invited(known.map { $0.invitee(in: &transaction) }, ringTime, userData: nil)
                }, answer)
        }
    }

    // MARK: placing

    /// A request to call somebody.
    struct CallRequest {
        let id: CallID
        let participants: [UserID]
        let parameters: CallParameters
        let caller: CallDevice
    }

    /// What presence said of a user.
    struct KnownUser {
        let userID: UserID
        let exists: Bool
        let devices: [CallDevice]

        func invitee(in transaction: inout SimulatedTransaction) -> Invitee {
            guard exists else { return Invitee(userID: userID, standing: .unknown) }
            let isBusy = transaction.activeCall(of: userID) != nil
            return Invitee(userID: userID, standing: isBusy ? .busy : .free, devices: devices)
        }
    }

    static func ringTime(_ parameters: CallParameters) -> RingTime {
        RingTime(requestedSeconds: UInt32(parameters.ringTime.components.seconds)) ?? .standard
    }

    /// Presence is asked first; the decision comes later, when things may have changed. `nil`: presence is away.
    private func lookUp(_ users: [UserID], _ then: @escaping ([KnownUser]?) -> Void) {
        network.call(
            from: host, to: .presence,
            { () -> [KnownUser]? in
                guard self.cluster.presence.isUp else { return nil }
                return users.compactMap { user in
                    self.cluster.presence.devices(of: user).map {
                        KnownUser(userID: user, exists: self.cluster.presence.exists(user), devices: $0)
                    }
                }
            }, inThisLife { (result: Result<[KnownUser], Network.Failure>) in then(try? result.get()) })
    }

    private func place(_ request: CallRequest, _ answer: @escaping Answer) {
        let askedAt = wallTime
        lookUp(request.participants) { known in
            guard let known else { return answer(.failure(.unavailable)) }
            let now = self.wallTime
            self.transact(
                { (transaction) throws(CallRefusal) in
                    try self.place(request, known, askedAt: askedAt, at: now, &transaction)
                },
                { answer(self.reply($0, to: request.caller)) })
        }
    }

    /// As `CallPlacing` decides.
    private func place(
        _ request: CallRequest, _ known: [KnownUser], askedAt: WallTime, at now: WallTime,
        _ transaction: inout SimulatedTransaction
    ) throws(CallRefusal) -> Call {
        let caller = request.caller
        if flaw != .placedTwice, let existing = transaction.load(request.id) { return existing }
        let isCalledOff = transaction.isCalledOff(request.id, by: caller.userID)
        if !isCalledOff, let id = transaction.activeCall(of: caller.userID), let current = transaction.load(id) {
            if isAnswered(current, by: request, at: now) {
                return try transaction.decide(current, .device(caller, .calledBack(request.id)), at: now)
            }
            if let event = replacement(of: current, caller, askedAt: askedAt, at: now) {
                try transaction.decide(current, event, at: now)
            }
        }
        let group = request.parameters.chatGroupID.isEmpty ? nil : request.parameters.chatGroupID
        var isGroupBusy = false
        if let group { isGroupBusy = transaction.activeCall(ofGroup: group) != nil }
        let placement = Placement(
            caller: caller, invitees: known.map { $0.invitee(in: &transaction) },
            ringTime: Self.ringTime(request.parameters),
            isCallerBusy: transaction.activeCall(of: caller.userID) != nil, isGroupBusy: isGroupBusy)
        let terms = CallTerms(
            inviterID: caller.userID, mediaKind: .audio, roomID: request.id.rawValue, chatGroupID: group,
            limits: Self.limits)
        let placed = try transaction.decide(Call(id: request.id, terms: terms), .placed(placement), at: now)
        guard isCalledOff, !placed.state.isOver else { return placed }
        return try transaction.decide(placed, .device(caller, .hungUp), at: now)
    }

    /// Glare: the caller is being rung, one to one, by the very user this call is for.
    private func isAnswered(_ current: Call, by request: CallRequest, at now: WallTime) -> Bool {
        !current.isGroup && request.parameters.chatGroupID.isEmpty
            && request.participants == [current.terms.inviterID]
            && current.participants.contains { $0.userID == request.caller.userID && $0.stage.isRinging }
            && expiredRing(of: request.caller, in: current, at: now) == nil
    }

    private func replacement(
        of current: Call, _ caller: CallDevice, askedAt: WallTime, at now: WallTime
    ) -> CallEvent? {
        if let expired = expiredRing(of: caller, in: current, at: now) { return .timer(expired) }
        guard let holder = current.participants.first(where: { $0.userID == caller.userID })?.answeredLeg?.device,
            holder.deviceID == caller.deviceID
        else { return nil }
        if holder.sessionID != caller.sessionID { return .presence(.sessionGone(holder.sessionID)) }
        return current.isGroup || current.placedAt > askedAt ? nil : .device(caller, .hungUp)
    }

    private func expiredRing(of caller: CallDevice, in current: Call, at now: WallTime) -> RingTimer? {
        let own = current.participants.first { $0.userID == caller.userID }
        return own?.pendingTimers.first { $0.timer.kind == nil && $0.expiresAt <= now }?.timer
    }

    // MARK: answers

    private func reply(
        _ result: Result<Call?, SimulatedStore.Refusal>, to device: CallDevice
    ) -> Result<Reply, RequestFailure> {
        switch result {
        case .success(let call?): .success(.call(CallSnapshot(call, for: device, at: wallTime)))
        case .success(nil): .failure(.callNotFound)
        case .failure(.refused(let refusal)): .failure(RequestFailure(refusal))
        case .failure(.failed(.conflict)): .failure(RequestFailure(status: 10, reason: 11))
        case .failure(.failed): .failure(RequestFailure(status: 14, reason: 11, retryAfter: .milliseconds(500)))
        }
    }

    private func sync(_ known: [KnownCall], _ device: CallDevice, _ answer: @escaping Answer) {
        guard store.isUp, !network.isCut(host, .store) else { return answer(.failure(.unavailable)) }
        guard let id = store.activeUsers[device.userID], flaw != .syncSilent else {
            return answer(.success(.calls(told(of: nil, known, device))))
        }
        decide(id, { _, _ in .presence(.sessionsFound(device.userID, [device])) }) { result in
            if case .failure(.failed) = result { return answer(.failure(.unavailable)) }
            answer(.success(.calls(self.told(of: id, known, device))))
        }
    }

    private func told(of current: CallID?, _ known: [KnownCall], _ device: CallDevice) -> [CallSnapshot] {
        var snapshots: [CallSnapshot] = []
        if let call = current.flatMap({ store.call($0) }) {
            let own = CallSnapshot(call, for: device, at: wallTime)
            if own.ownStatus != .none { snapshots.append(own) }
        }
        for item in known where !snapshots.contains(where: { $0.callID == item.callID }) {
            guard let call = store.call(item.callID), call.participants.contains(where: { $0.userID == device.userID })
            else { continue }
            snapshots.append(CallSnapshot(call, for: device, at: wallTime))
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

extension RequestFailure {
    static let unavailable = RequestFailure(status: 14, reason: 6)
    static let callNotFound = RequestFailure(CallRefusal.violation(.notParticipant))
}
