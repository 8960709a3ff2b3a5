import Bus
import Synchronization
import Wire

/// What signaling has around it, in the process that makes the load: a gateway with every user connected, presence that
/// knows them, push and media that take every order. They keep nothing but the rooms and answer at once, so what is
/// measured is signaling, its store and the bus.
final class StandIns: Sendable {
    /// Is told what devices are told.
    protocol Ear: AnyObject, Sendable {
        func hear(_ snapshot: Proto.CallSnapshot, at session: String)
    }

    private let endpoint = Mutex("")
    private let rooms = Mutex<[String: UInt32]>([:])
    private let ear = Mutex<(any Ear)?>(nil)

    /// Answers on the node, which has started; its endpoint is the gateway of all sessions.
    func open(at endpoint: String) { self.endpoint.withLock { $0 = endpoint } }

    /// From now on `ear` hears what devices are told.
    func listen(_ ear: any Ear) { self.ear.withLock { $0 = ear } }

    var handlers: [RPCHandler] { presence + push + gateway + media }

    private var presence: [RPCHandler] {
        [
            .unary(Proto.PresenceMethods.lookupUsers) {
                [self] (request: Proto.LookupUsersRequest, _) in
                Proto.LookupUsersResponse(users: request.userIds.map(user))
            },
            .unary(Proto.PresenceMethods.lookupSessions) {
                [self] (request: Proto.LookupSessionsRequest, _) in
                Proto.LookupSessionsResponse(
                    sessions: request.sessionIds.compactMap { id in
                        let user = String(id.prefix { $0 != "." })
                        return Pair.identities(of: user).first { $0.sessionId == id }.map(session)
                    })
            },
        ]
    }

    private func user(_ id: String) -> Proto.UserPresence {
        Proto.UserPresence(
            userId: id, exists: true, profile: Proto.UserProfile(userId: id, nickname: "the \(id)"),
            sessions: Pair.identities(of: id).map(session))
    }

    private func session(_ identity: Proto.ClientIdentity) -> Proto.Session {
        Proto.Session(
            sessionId: identity.sessionId, userId: identity.userId, deviceId: identity.deviceId,
            platform: identity.platform, gatewayEndpoint: endpoint.withLock { $0 }, isConnected: true)
    }

    private var push: [RPCHandler] {
        [
            .unary(Proto.PushMethods.ring) { (_: Proto.RingRequest, _) in Proto.RingResponse(deviceCount: 0) },
            .unary(Proto.PushMethods.stopRing) { (_: Proto.StopRingRequest, _) in Proto.Empty() },
        ]
    }

    private var gateway: [RPCHandler] {
        [
            .unary(Proto.GatewayMethods.deliver) {
                [self] (request: Proto.DeliverRequest, _) in
                let ear = ear.withLock { $0 }
                for delivery in request.deliveries {
                    if case .call(let snapshot)? = delivery.event?.event { ear?.hear(snapshot, at: delivery.sessionId) }
                }
                return Proto.DeliverResponse()
            }
        ]
    }

    private var media: [RPCHandler] {
        [
            .unary(Proto.MediaMethods.createRoom) {
                [self] (request: Proto.CreateRoomRequest, _) in
                rooms.withLock { $0[request.callId] = request.era }
                return Proto.Empty()
            },
            .unary(Proto.MediaMethods.closeRoom) {
                [self] (request: Proto.CloseRoomRequest, _) in
                rooms.withLock { $0[request.callId] = nil }
                return Proto.Empty()
            },
            .unary(Proto.MediaMethods.leaveRoom) { (_: Proto.LeaveRoomRequest, _) in Proto.Empty() },
            .unary(Proto.MediaMethods.nodeLoad) { (_: Proto.NodeLoadRequest, _) in Proto.NodeLoadResponse() },
            .unary(Proto.MediaMethods.listRooms) {
                [self] (_: Proto.ListRoomsRequest, _) in
                Proto.ListRoomsResponse(
                    rooms: rooms.withLock { $0 }.map { Proto.RoomSummary(callId: $0.key, era: $0.value) }, epoch: 1)
            },
            .serverStream(Proto.MediaMethods.watchRooms) {
                (_: Proto.WatchRoomsRequest, _, responses: RPCSender<Proto.RoomReport>) async throws(RPCError) in
                // The first item says that the watch stands; nothing is heard in rooms where nobody is.
                try await responses.send(Proto.RoomReport())
                try? await Task.sleep(for: .seconds(3_600))
            },
        ]
    }
}
