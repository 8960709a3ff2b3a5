import CallModel
import MediaCore
import MediaLoop
import ServiceKit
import Wire

/// Answers `partyline.v1.Media`: checks what comes in, asks the node, puts the answer into the contract's words.
struct MediaServer: Proto.MediaService {
    let node: MediaNode
    let reporter: RoomReporter

    func createRoom(_ request: Proto.CreateRoomRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let call = try CallID(checking: request.callId)
        try await refusing { () throws(RoomRefusal) in try await node.create(call, era: Era(request.era)) }
        return Proto.Empty()
    }

    func joinRoom(
        _ request: Proto.JoinRoomRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.JoinRoomResponse {
        let call = try CallID(checking: request.callId)
        guard !request.sessionId.isEmpty, let user = UserID(validating: request.userId) else {
            throw RPCError(.invalidArgument, reason: .badParameter, "session_id and user_id")
        }
        let joined = try await refusing { () throws(RoomRefusal) in
            try await node.join(
                call, era: Era(request.era), session: SessionID(request.sessionId), user: user,
                isMuted: request.isMuted)
        }
        return Proto.JoinRoomResponse(grant: grant(joined.streams, port: joined.port, for: request))
    }

    func leaveRoom(_ request: Proto.LeaveRoomRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let call = try CallID(checking: request.callId)
        try await refusing { () throws(RoomRefusal) in
            try await node.leave(call, era: Era(request.era), session: SessionID(request.sessionId))
        }
        return Proto.Empty()
    }

    func muteParticipant(
        _ request: Proto.MuteParticipantRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let call = try CallID(checking: request.callId)
        try await refusing { () throws(RoomRefusal) in
            try await node.mute(
                call, era: Era(request.era), session: SessionID(request.sessionId), isMuted: request.isMuted)
        }
        return Proto.Empty()
    }

    func closeRoom(_ request: Proto.CloseRoomRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let call = try CallID(checking: request.callId)
        try await refusing { () throws(RoomRefusal) in try await node.close(call, era: Era(request.era)) }
        return Proto.Empty()
    }

    func watchRooms(
        _ request: Proto.WatchRoomsRequest, _ context: RPCContext, _ responses: RPCSender<Proto.RoomReport>
    ) async throws(RPCError) {
        for await report in await reporter.watch() { try await responses.send(report) }
    }

    func listRooms(
        _ request: Proto.ListRoomsRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.ListRoomsResponse {
        let rooms = await node.rooms.map {
            Proto.RoomSummary(
                callId: $0.call.rawValue, era: $0.era.rawValue, participantCount: UInt32($0.participants.count))
        }
        return Proto.ListRoomsResponse(rooms: rooms, epoch: node.epoch)
    }

    func nodeLoad(
        _ request: Proto.NodeLoadRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.NodeLoadResponse {
        let loads = await node.loads
        return Proto.NodeLoadResponse(
            roomCount: UInt32(await node.rooms.count), participantCount: UInt32(await node.participantCount),
            busyPermille: loads.map(\.busyPermille).max() ?? 0, tickOverrunTotal: loads.reduce(0) { $0 + $1.overruns },
            isDraining: await node.isDraining)
    }

    private func grant(_ streams: StreamOffer, port: UInt16, for request: Proto.JoinRoomRequest) -> Proto.MediaGrant {
        let configuration = node.configuration
        return Proto.MediaGrant(
            callId: request.callId, era: request.era, address: configuration.advertisedAddress, port: UInt32(port),
            sendSsrc: streams.sendSSRC.rawValue, receiveSsrc: streams.receiveSSRC.rawValue,
            sendKey: streams.sendKey.bytes, receiveKey: streams.receiveKey.bytes,
            payloadType: UInt32(RoomFormat.payloadType), ptimeMs: 20,
            levelExtensionId: UInt32(RoomFormat.levelExtensionID),
            bitrateBps: UInt32(configuration.loops[0].bitRate.bitsPerSecond))
    }

    private func refusing<Result>(
        _ body: () async throws(RoomRefusal) -> Result
    ) async throws(RPCError) -> Result {
        do {
            return try await body()
        } catch {
            throw RPCError(error)
        }
    }
}

extension RPCError {
    init(_ refusal: RoomRefusal) {
        switch refusal {
        case .staleEra(let current):
            self.init(.failedPrecondition, reason: .staleEra, "era in force: \(current.rawValue)")
        case .roomNotFound: self.init(.notFound, reason: .unknownRoom)
        case .participantNotFound: self.init(.notFound, reason: .unknownSession)
        case .capacity: self.init(.resourceExhausted, reason: .capacity, retryAfter: .seconds(1))
        case .draining: self.init(.unavailable, reason: .draining)
        }
    }
}

extension CallID {
    init(checking text: String) throws(RPCError) {
        guard let id = CallID(validating: text) else {
            throw RPCError(.invalidArgument, reason: .badParameter, "call_id")
        }
        self = id
    }
}
