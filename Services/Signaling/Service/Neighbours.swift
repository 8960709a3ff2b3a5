import Bus
import ServiceKit
import Wire

/// The services signaling calls.
struct Neighbours: Sendable {
    let presence: Proto.PresenceClient
    let push: Proto.PushClient
    private let mediaTargets: [String]
    private let node: BusNode

    /// How soon a change of the media nodes is noticed, once the bus knows it.
    private static let attention = Duration.milliseconds(250)

    init(node: BusNode, presence: [String], push: [String], media: [String]) {
        self.node = node
        self.presence = Proto.PresenceClient(node.channel(to: presence, service: "presence"))
        self.push = Proto.PushClient(node.channel(to: push, service: "push"))
        mediaTargets = media
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

    /// One media node. The node shares connections among channels.
    func media(_ endpoint: String) -> Proto.MediaClient {
        Proto.MediaClient(node.channel(to: [endpoint], service: "media"))
    }

    /// The gateway that holds a session.
    func gateway(_ endpoint: String) -> Proto.GatewayClient {
        Proto.GatewayClient(node.channel(to: [endpoint], service: "gateway"))
    }
}
