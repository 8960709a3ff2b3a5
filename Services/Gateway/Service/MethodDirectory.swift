import GatewayCore
import Wire

/// Every method of the contract, with what the gateway does with it. Made once from the generated list, so that a new
/// public method needs no change here.
struct MethodDirectory: Sendable {
    private let methods: [String: (descriptor: MethodDescriptor, rule: MethodRule)]
    private let routes: [String: any RPCChannel]

    /// `routes`: by full service name.
    init(routes: [String: any RPCChannel]) {
        self.routes = routes
        methods = Dictionary(
            Proto.allMethods.map { ($0.path, ($0, Self.rule(of: $0))) }, uniquingKeysWith: { first, _ in first })
    }

    func rule(of path: String) -> MethodRule { methods[path]?.rule ?? .unknown }

    /// Where a forwarded method goes; `nil` for others.
    func route(_ path: String) -> (MethodDescriptor, any RPCChannel)? {
        guard let descriptor = methods[path]?.descriptor, let channel = routes[descriptor.service] else { return nil }
        return (descriptor, channel)
    }

    private static func rule(of method: MethodDescriptor) -> MethodRule {
        guard method.isPublicToClients else { return .notPublic }
        return switch method {
        case Proto.GatewayMethods.login: .authenticate(.login)
        case Proto.GatewayMethods.resume: .authenticate(.resume)
        case Proto.GatewayMethods.logout: .logout
        case Proto.GatewayMethods.events: .events
        default: .forward(isStream: method.isServerStreaming)
        }
    }
}
