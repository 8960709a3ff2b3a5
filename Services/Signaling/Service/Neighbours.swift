import Bus
import Wire

/// The services signaling calls.
struct Neighbours: Sendable {
    let presence: Proto.PresenceClient
    let push: Proto.PushClient
    private let mediaChannels: [String: BusChannel]
    private let node: BusNode

    /// Endpoints of the media nodes, in the order configured.
    let mediaEndpoints: [String]

    init(node: BusNode, presence: [String], push: [String], media: [String]) {
        self.node = node
        self.presence = Proto.PresenceClient(node.channel(to: presence, service: "presence"))
        self.push = Proto.PushClient(node.channel(to: push, service: "push"))
        mediaEndpoints = media
        mediaChannels = Dictionary(
            media.map { ($0, node.channel(to: [$0], service: "media")) }, uniquingKeysWith: { first, _ in first })
    }

    /// A media node; one that is no longer configured can still be asked to close its rooms.
    func media(_ endpoint: String) -> Proto.MediaClient {
        Proto.MediaClient(mediaChannels[endpoint] ?? node.channel(to: [endpoint], service: "media"))
    }

    /// The gateway that holds a session. The node shares connections among channels.
    func gateway(_ endpoint: String) -> Proto.GatewayClient {
        Proto.GatewayClient(node.channel(to: [endpoint], service: "gateway"))
    }
}
