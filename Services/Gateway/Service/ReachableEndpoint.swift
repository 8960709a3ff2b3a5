import Datagram

/// Under which name others call a gateway: presence hands it to whoever has something for one of its sessions.
enum ReachableEndpoint {
    /// A bound endpoint with this host's address in the place of a wildcard. Unchanged if the host has no address but
    /// loopback: then nobody is elsewhere.
    static func of(_ bound: String) -> String {
        of(bound, hostAddress: { () -> SocketAddress? in try? SocketAddress.ofThisHost() })
    }

    static func of(_ bound: String, hostAddress: () -> SocketAddress?) -> String {
        guard bound.hasPrefix("tcp://"), let address = SocketAddress(String(bound.dropFirst(6))), address.isWildcard,
            let host = hostAddress(), let reachable = SocketAddress(ip: host.ip, port: address.port)
        else { return bound }
        return "tcp://\(reachable)"
    }
}
