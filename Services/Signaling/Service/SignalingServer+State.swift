import CallModel
import ServiceKit
import SignalingCore
import Wire

// What is asked rather than decided: state after a reconnect, a place in the room, the history, and other services' hints.
extension SignalingServer {
    private static let knownCallsLimit = 50
    private static let missedLimit = 20
    /// Missed calls that are looked through for those of groups.
    private static let missedSearched = 200
    private static let recordsPageLimit: UInt32 = 100
    private static let recordsPage: UInt32 = 20

    /// Every call the session rings for or is in, and how those it knows of ended. A device that comes online during a ring
    /// begins to ring by this.
    func sync(_ request: Proto.SyncRequest, _ context: RPCContext) async throws(RPCError) -> Proto.SyncResponse {
        let device = try CallDevice(context)
        guard request.knownCalls.count <= Self.knownCallsLimit else { throw .badParameter("too many known calls") }
        return try await answering {
            var snapshots: [Proto.CallSnapshot] = []
            for call in try await currentCalls(of: device) {
                let own = await snapshot(call, for: device)
                if own.ownStatus != .none { snapshots.append(own) }
            }
            for known in request.knownCalls where !snapshots.contains(where: { $0.callId == known.callId }) {
                if let told = try await snapshot(of: known, for: device) { snapshots.append(told) }
            }
            return Proto.SyncResponse(
                calls: snapshots, serverTimeMs: switchboard.clock.wallTime.milliseconds,
                missed: try await missedGroupCalls(of: device.userID, since: request.missedSinceMs))
        }
    }

    /// Group calls that rang in vain, or not at all, while the user was away. 0: not asked for.
    private func missedGroupCalls(of user: UserID, since start: Int64) async throws -> [Proto.CallRecord] {
        guard start > 0 else { return [] }
        let wanted = RecordFilter(from: start, direction: .missed)
        let missed = try await switchboard.table.transact { store in
            try store.records(of: user, wanted, after: nil, atMost: Self.missedSearched)
        }
        return missed.map { Proto.CallRecord($0) }.filter(\.isGroup).prefix(Self.missedLimit).map { $0 }
    }

    private func currentCalls(of device: CallDevice) async throws -> [Call] {
        var calls: [Call] = []
        for seat in try await switchboard.table.transact({ store in try store.seats(of: device.userID) }) {
            do {
                let found = CallEvent.presence(.sessionsFound(device.userID, [device]))
                if let call = try await switchboard.decide(seat.callID, found)?.new { calls.append(call) }
            } catch is CallRefusal {
                if let call = try await switchboard.table.call(seat.callID) { calls.append(call) }
            }
        }
        return calls
    }

    /// A call the client has never had a version of may still be on its way here: nothing is said of it.
    private func snapshot(of known: Proto.KnownCall, for device: CallDevice) async throws -> Proto.CallSnapshot? {
        guard let id = CallID(validating: known.callId) else { return nil }
        if let call = try await switchboard.table.call(id) {
            let isParticipant = call.participants.contains { $0.userID == device.userID }
            return isParticipant ? await snapshot(call, for: device) : nil
        }
        return known.version > 0
            ? Proto.CallSnapshot(forgotten: known, at: switchboard.clock.wallTime) : nil
    }

    func joinMedia(
        _ request: Proto.JoinMediaRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.JoinMediaResponse {
        let device = try CallDevice(context)
        let id = try CallID(checking: request.callId)
        let call = try await answering { try await switchboard.table.call(id) }
        guard let call, let participant = call.participants.first(where: { $0.userID == device.userID }) else {
            throw .callNotFound
        }
        guard case .connected = participant.stage, participant.answeredLeg?.device.sessionID == device.sessionID else {
            throw RPCError(call.state.isOver ? CallRefusal.race(.callOver(.unknown)) : .violation(.notInCall))
        }
        guard !participant.isHeld else {
            throw RPCError(.failedPrecondition, reason: .callStateRefuses, "the call is on hold")
        }
        guard case .placed(let node, let era) = call.media else { throw Self.noRoomYet }
        let join = Proto.JoinRoomRequest(
            callId: call.id.rawValue, era: era, userId: device.userID.rawValue, sessionId: device.sessionID.rawValue,
            isMuted: !participant.hasOpenMicrophone)
        do {
            let answer = try await switchboard.neighbours.media(node.endpoint)
                .joinRoom(join, CallOptions(timeout: .seconds(2)))
            // The microphone may have been switched while the room did not know the device yet.
            await switchboard.alignMute(of: device.sessionID, in: call.id, told: join.isMuted)
            return Proto.JoinMediaResponse(grant: answer.grant)
        } catch {
            // The node does not know the room. If the node is gone, the watch on it finds out.
            if error.reason == .unknownRoom || error.reason == .staleEra {
                await switchboard.report(call.id, .media(.roomLost(node, era: era)))
            }
            guard error.code == .unavailable || error.reason == .unknownRoom || error.reason == .staleEra else {
                throw error
            }
            throw Self.noRoomYet
        }
    }

    private static let noRoomYet = RPCError(
        .unavailable, reason: .unknownRoom, "the room is being made", retryAfter: .milliseconds(200))

    func queryRecords(
        _ request: Proto.QueryRecordsRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.QueryRecordsResponse {
        let user = try CallDevice(context).userID
        guard request.count <= Self.recordsPageLimit else { throw .badParameter("count must be at most 100") }
        var position: RecordCursor?
        if !request.cursor.isEmpty {
            guard let cursor = RecordCursor(request.cursor) else { throw .badParameter("not a cursor") }
            position = cursor
        }
        let wanted = try RecordFilter(request)
        let count = Int(request.count == 0 ? Self.recordsPage : request.count)
        let start = position
        let found = try await answering {
            try await switchboard.table.transact { store in
                try store.records(of: user, wanted, after: start, atMost: count + 1)
            }
        }
        let page = found.prefix(count)
        let next = found.count > count ? page.last.map { RecordCursor(after: $0).text } : nil
        return Proto.QueryRecordsResponse(records: page.map { Proto.CallRecord($0) }, nextCursor: next ?? "")
    }

    func deleteRecords(
        _ request: Proto.DeleteRecordsRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let user = try CallDevice(context).userID
        guard !request.callIds.isEmpty, request.callIds.count <= 100 else {
            throw .badParameter("1 to 100 call ids at a time")
        }
        let calls = request.callIds.compactMap { CallID(validating: $0) }
        let deleted = try await answering {
            try await switchboard.table.transact { store in try store.deleteRecords(of: user, calls) }
        }
        guard deleted > 0 else { throw RPCError(.notFound, reason: .recordNotFound, "no such record") }
        return Proto.Empty()
    }

    func sessionsEnded(
        _ request: Proto.SessionsEndedRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        for text in request.sessionIds {
            let session = SessionID(text)
            let calls = try await answering {
                try await switchboard.table.transact { store in try store.activeCalls(ofSession: session) }
            }
            for id in calls { await switchboard.report(id, .presence(.sessionGone(session))) }
        }
        return Proto.Empty()
    }

    func pushOutcome(_ request: Proto.PushOutcomeRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let report = PushReport(
            deviceID: DeviceID(request.deviceId), cause: request.cause.isEmpty ? nil : request.cause,
            at: WallTime(said: request.atMs))
        let outcome = PushResult.outcome(UserID(request.userId), isHandedOver: request.handedOver, report)
        await switchboard.report(CallID(request.callId), .push(outcome))
        return Proto.Empty()
    }
}
