import Bus
import CallModel
import ServiceKit
import Synchronization
import Wire

/// The services signaling calls.
struct Neighbours: Sendable {
    let presence: Proto.PresenceClient
    let push: Proto.PushClient
    private let mediaTargets: [String]
    private let node: BusNode
    private let medias: ClientCache<Proto.MediaClient>
    private let gateways: ClientCache<GatewayLine>

    /// How soon a change of the media nodes is noticed, once the bus knows it.
    private static let attention = Duration.milliseconds(250)

    init(node: BusNode, presence: [String], push: [String], media: [String], clock: any ServiceClock) {
        self.node = node
        self.presence = Proto.PresenceClient(node.channel(to: presence, service: "presence"))
        self.push = Proto.PushClient(node.channel(to: push, service: "push"))
        mediaTargets = media
        medias = ClientCache(clock: clock) { Proto.MediaClient(node.channel(to: [$0], service: "media")) }
        gateways = ClientCache(clock: clock) {
            GatewayLine(Proto.GatewayClient(node.channel(to: [$0], service: "gateway")))
        }
    }

    /// Endpoints of the media nodes that the configured names stand for: now, and after each change. A room is on one
    /// node, so unlike other services its instances are called one by one.
    func mediaInstances(clock: any ServiceClock) -> AsyncStream<Set<String>> {
        let channel = node.channel(to: mediaTargets, service: "media")
        return AsyncStream { continuation in
            let looking = Task.detached {
                var last: Set<String> = []
                while !Task.isCancelled {
                    let now = Set(await channel.instances())
                    if now != last { continuation.yield(now) }
                    last = now
                    try? await clock.sleep(for: Self.attention)
                }
            }
            continuation.onTermination = { _ in looking.cancel() }
        }
    }

    /// One media node.
    func media(_ endpoint: String) -> Proto.MediaClient { medias[endpoint] }

    /// The gateway that holds a session.
    func gateway(_ endpoint: String) -> GatewayLine { gateways[endpoint] }
}

/// Brings news to the sessions of one gateway, that of many calls in one message when there is much.
final class GatewayLine: Sendable {
    /// Half of the largest message: what is said of a call may weigh more than was reckoned.
    private static let capacity = ByteCount.kibibytes(512).bytes

    private let batcher: Batcher<[Proto.Delivery], [String]>

    init(_ client: Proto.GatewayClient) {
        batcher = Batcher(
            capacity: Self.capacity, weight: { deliveries in deliveries.reduce(0) { $0 + Self.weight(of: $1) } },
            { parcels async throws(RPCError) in
                let answer = try await client.deliver(
                    Proto.DeliverRequest(deliveries: parcels.flatMap { $0 }), CallOptions(timeout: .seconds(2)))
                guard !answer.unknownSessionIds.isEmpty else { return parcels.map { _ in [] } }
                let unknown = Set(answer.unknownSessionIds)
                return parcels.map { $0.map(\.sessionId).filter(unknown.contains) }
            })
    }

    /// Gives the sessions that the gateway does not hold.
    func deliver(_ deliveries: [Proto.Delivery]) async throws(RPCError) -> [String] {
        try await batcher.ask(deliveries)
    }

    /// About how many bytes it takes.
    private static func weight(of delivery: Proto.Delivery) -> Int {
        guard case .call(let snapshot)? = delivery.event?.event else { return 1_024 }
        return 512 + snapshot.userData.utf8.count + 256 * snapshot.participants.count
    }
}

/// Clients of single instances, kept while they are used: a channel is made and closed by the bus's thread.
final class ClientCache<Client: Sendable>: Sendable {
    private struct Entry {
        let client: Client
        var used: MonotonicInstant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var swept = MonotonicInstant.zero
    }

    /// An instance that was not called for so long may be gone for good.
    private static var life: Duration { .seconds(10) }

    private let clock: any ServiceClock
    private let make: @Sendable (String) -> Client
    private let state = Mutex(State())

    init(clock: any ServiceClock, _ make: @escaping @Sendable (String) -> Client) {
        self.clock = clock
        self.make = make
    }

    subscript(endpoint: String) -> Client {
        let now = clock.now
        return state.withLock { state in
            if now - state.swept > Self.life {
                state.entries = state.entries.filter { now - $0.value.used < Self.life }
                state.swept = now
            }
            let client = state.entries[endpoint]?.client ?? make(endpoint)
            state.entries[endpoint] = Entry(client: client, used: now)
            return client
        }
    }
}
