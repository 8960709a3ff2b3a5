import GatewayCore
import ServiceKit

/// What the gateway can be told from outside; `reference.conf` lists it with defaults.
struct GatewayConfiguration: ServiceConfiguration {
    static let keys =
        ConfigurationKey.common(busPort: 7101) + [
            .text("client-address", default: "127.0.0.1", "IP address for clients; 0.0.0.0 or :: for all."),
            .integer("client-port", default: 8443, in: 0...65_535, "Port for clients; 0 picks a free one."),
            .path("tls-certificate", default: "state/tls/cert.pem", "PEM file with the certificate, and its chain."),
            .path("tls-key", default: "state/tls/key.pem", "PEM file with the certificate's private key."),
            .flag(
                "allow-plaintext", default: false,
                "Serve clients without TLS, ignoring certificate and key. Only behind something that adds it."),
            .endpoint(
                "advertise", default: "",
                "Bus endpoint under which services reach this gateway. Empty: that of bus-bind, with this host's first address "
                    + "in the place of a wildcard."),
            .endpoints("presence", default: "tcp://127.0.0.1:7102", "Instances of presence."),
            .endpoints("signaling", default: "tcp://127.0.0.1:7103", "Instances of signaling."),
            .endpoints("push", default: "tcp://127.0.0.1:7104", "Instances of push."),
            .integer("max-connections", default: 4_096, in: 1...100_000, "Client connections at the same time."),
            .duration(
                "heartbeat-interval", default: "5s", in: .milliseconds(200)...(.seconds(60)),
                "How often clients are asked to send a sign of life."),
            .duration(
                "silence-limit", default: "12s", in: .milliseconds(500)...(.seconds(180)),
                "A client that sends nothing for so long is gone."),
            .duration(
                "lease-interval", default: "4s", in: .milliseconds(200)...(.seconds(60)),
                "How often presence is told which sessions are connected here."),
            .integer("request-rate", default: 50, in: 1...100_000, "Requests per second of one client, on average."),
            .integer("request-burst", default: 100, in: 1...100_000, "Requests of one client at once."),
        ]

    static func conflicts(in values: ConfigurationValues) -> [String] {
        var problems: [String] = []
        if !values.flag("allow-plaintext"), values.path("tls-certificate").isEmpty || values.path("tls-key").isEmpty {
            problems.append("tls-certificate and tls-key are needed unless allow-plaintext = true")
        }
        if values.duration("silence-limit") <= values.duration("heartbeat-interval") {
            problems.append("silence-limit must be longer than heartbeat-interval")
        }
        for peer in ["presence", "signaling", "push"] where values.endpoints(peer).isEmpty {
            problems.append("\(peer) needs at least one endpoint")
        }
        return problems
    }

    var clientAddress: String
    var clientPort: Int
    /// `nil`: plaintext, by name.
    var tls: (certificate: String, key: String)?
    /// `nil`: the bound bus endpoint.
    var advertise: String?
    var presence: [String]
    var signaling: [String]
    var push: [String]
    var connections: Int
    var leaseInterval: Duration
    var policy = EdgePolicy()

    init(_ values: ConfigurationValues) {
        clientAddress = values.text("client-address")
        clientPort = values.integer("client-port")
        tls =
            values.flag("allow-plaintext")
            ? nil : (certificate: values.path("tls-certificate"), key: values.path("tls-key"))
        advertise = values.optionalText("advertise")
        presence = values.endpoints("presence")
        signaling = values.endpoints("signaling")
        push = values.endpoints("push")
        connections = values.integer("max-connections")
        leaseInterval = values.duration("lease-interval")
        policy.heartbeatInterval = values.duration("heartbeat-interval")
        policy.silenceLimit = values.duration("silence-limit")
        policy.requestRate = Rate(perSecond: values.integer("request-rate"), burst: values.integer("request-burst"))
    }
}
