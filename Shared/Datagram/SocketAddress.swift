internal import CDatagram

/// Where a datagram comes from or goes to: IPv4 or IPv6 address and port. 24 bytes, no reference inside, so that it can
/// key a table on the packet path.
public struct SocketAddress: Hashable, Sendable {
    /// The address in network order; an IPv4 address lies in the first four bytes of `high`.
    private let high: UInt64
    private let low: UInt64
    private let scope: UInt32
    /// In host order.
    public let port: UInt16
    private let family: UInt16

    /// `ip` is a numeric address (`127.0.0.1`, `::1`, `fe80::1%eth0`); names are not resolved. `nil` for anything else.
    public init?(ip: String, port: UInt16) {
        var raw = cd_address()
        // -EINVAL: neither an IPv4 nor an IPv6 address.
        guard unsafe cd_address_parse(ip, port, &raw) == 0 else { return nil }
        self.init(raw)
    }

    /// Reads `1.2.3.4:5060` or `[::1]:5060`.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self.init(ip: String(host), port: port)
    }

    /// 127.0.0.1; port 0 takes a free one when bound.
    public static func loopback(port: UInt16 = 0) -> SocketAddress {
        unsafe SocketAddress(ip: "127.0.0.1", port: port).unsafelyUnwrapped
    }

    /// Where others reach this host: its first address that is neither loopback nor link-local, with port 0. Throws
    /// `addressNotAvailable` if it has none.
    public static func ofThisHost() throws(DatagramError) -> SocketAddress {
        var raw = cd_address()
        _ = try DatagramError.check(unsafe cd_host_address(&raw))
        return SocketAddress(raw)
    }

    /// 0.0.0.0 or ::, which one binds to and nobody connects to.
    public var isWildcard: Bool { high == 0 && low == 0 }

    init(_ raw: cd_address) {
        high = raw.high
        low = raw.low
        scope = raw.scope
        port = raw.port
        family = raw.family
    }

    var raw: cd_address { cd_address(high: high, low: low, scope: scope, port: port, family: family) }

    /// IPv4 otherwise.
    public var isIPv6: Bool { family == 6 }

    /// The numeric address without the port.
    public var ip: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let base = text.baseAddress else { return "" }
            unsafe withUnsafePointer(to: raw) { unsafe cd_address_text($0, base) }
            return unsafe String(cString: base)
        }
    }
}

extension SocketAddress: CustomStringConvertible {
    public var description: String { isIPv6 ? "[\(ip)]:\(port)" : "\(ip):\(port)" }
}
