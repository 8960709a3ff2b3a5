import Bus
import Synchronization
import Wire

/// A media node in memory: rooms by call, reports on demand, gone with `die()`.
final class FakeMediaNode: Sendable {
    struct State {
        var rooms: [String: UInt32] = [:]
        var members: [String: Set<String>] = [:]
        var closed: [String] = []
        var left: [String] = []
        var mutes: [Proto.MuteParticipantRequest] = []
        /// How often it was asked how it is, and what it has.
        var loadQuestions = 0
        var listQuestions = 0
        /// So many of the next questions are never answered, as if it were cut off.
        var questionsToSwallow = 0
        var watchers: [AsyncStream<Proto.RoomReport>.Continuation] = []
    }

    let state = Mutex(State())
    let node: BusNode
    let endpoint: String

    init(bind: String = "tcp://127.0.0.1:0") throws {
        node = try BusNode(
            BusConfiguration(service: "media", instance: "media-\(UInt32.random(in: 0 ... .max))", bind: bind))
        let table = ServiceTable()
        node.serve(Proto.MediaMethods.handlers(for: table))
        try node.start()
        endpoint = node.boundEndpoint ?? ""
        table.owner.withLock { $0 = self }
    }

    /// Nodes at 127.0.0.1, 127.0.0.2 and so on, all with the same port: what a name with several addresses stands for.
    static func onOnePort(_ count: Int) throws -> [FakeMediaNode] {
        let first = try FakeMediaNode()
        return try [first]
            + (2..<(count + 1)).map { try FakeMediaNode(bind: "tcp://127.0.0.\($0):\(first.port)") }
    }

    var port: Substring { endpoint.split(separator: ":").last ?? "" }
    var address: String { String(endpoint.dropFirst(6).prefix { $0 != ":" }) }

    func die() async {
        state.withLock { state in
            for watcher in state.watchers { watcher.finish() }
        }
        await node.close()
    }

    func report(_ report: Proto.RoomReport) {
        state.withLock { state in
            for watcher in state.watchers { watcher.yield(report) }
        }
    }

    /// From now on nothing comes back from it, and its connections stay.
    func cutOff() { state.withLock { $0.questionsToSwallow = .max } }

    /// Forgets a room as a restarted process would.
    func forgetRooms() { state.withLock { $0.rooms = [:] } }
}

/// Handlers are made before the node exists; this ties the two.
private final class ServiceTable: Proto.MediaService {
    let owner = Mutex<FakeMediaNode?>(nil)

    private func withState<Result>(_ body: (inout FakeMediaNode.State) -> Result) throws(RPCError) -> Result {
        guard let media = owner.withLock({ $0 }) else { throw RPCError(.unavailable, "starting") }
        return media.state.withLock { body(&$0) }
    }

    /// Does not return while it is cut off.
    private func swallowed(_ count: (inout FakeMediaNode.State) -> Void) async throws(RPCError) {
        let isSwallowed = try withState { state in
            count(&state)
            guard state.questionsToSwallow > 0 else { return false }
            state.questionsToSwallow -= 1
            return true
        }
        if isSwallowed { try? await Task.sleep(for: .seconds(600)) }
    }

    func createRoom(_ request: Proto.CreateRoomRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        try withState { $0.rooms[request.callId] = request.era }
        return Proto.Empty()
    }

    func joinRoom(_ request: Proto.JoinRoomRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.JoinRoomResponse
    {
        let isKnown = try withState { state in
            guard state.rooms[request.callId] == request.era else { return false }
            state.members[request.callId, default: []].insert(request.sessionId)
            return true
        }
        guard isKnown else { throw RPCError(.notFound, reason: .unknownRoom) }
        var grant = Proto.MediaGrant()
        grant.callId = request.callId
        grant.era = request.era
        return Proto.JoinRoomResponse(grant: grant)
    }

    func leaveRoom(_ request: Proto.LeaveRoomRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        try withState { $0.left.append(request.sessionId) }
        return Proto.Empty()
    }

    func muteParticipant(
        _ request: Proto.MuteParticipantRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        try withState { $0.mutes.append(request) }
        return Proto.Empty()
    }

    func closeRoom(_ request: Proto.CloseRoomRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        try withState { state in
            state.rooms[request.callId] = nil
            state.closed.append(request.callId)
        }
        return Proto.Empty()
    }

    func watchRooms(
        _ request: Proto.WatchRoomsRequest, _ context: RPCContext, _ responses: RPCSender<Proto.RoomReport>
    ) async throws(RPCError) {
        let (stream, continuation) = AsyncStream.makeStream(of: Proto.RoomReport.self)
        try withState { $0.watchers.append(continuation) }
        for await report in stream { try await responses.send(report) }
    }

    func listRooms(_ request: Proto.ListRoomsRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.ListRoomsResponse
    {
        try await swallowed { $0.listQuestions += 1 }
        return try withState { state in
            Proto.ListRoomsResponse(
                rooms: state.rooms.map { Proto.RoomSummary(callId: $0.key, era: $0.value) }, epoch: 1)
        }
    }

    func nodeLoad(_ request: Proto.NodeLoadRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.NodeLoadResponse
    {
        try await swallowed { $0.loadQuestions += 1 }
        return Proto.NodeLoadResponse()
    }
}
