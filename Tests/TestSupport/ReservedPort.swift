import Glibc

/// A TCP port on loopback that belongs to this value and refuses every connection: bound, never listening. A port that
/// was merely free a moment ago may meanwhile belong to another test.
public final class ReservedPort: Sendable {
    public let number: UInt16
    private let descriptor: Int32

    /// Traps if the system has no port left.
    public init() {
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe bind(opened, general, size) == 0 ? unsafe getsockname(opened, general, &size) : -1
            }
        }
        precondition(result == 0, "no TCP port to reserve: errno \(errno)")
        descriptor = opened
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { _ = close(descriptor) }

    /// `tcp://127.0.0.1:port`
    public var endpoint: String { "tcp://127.0.0.1:\(number)" }
}

/// `tcp://127.0.0.1:port` with a port that the system never hands out by itself, so that it can be bound, closed and
/// bound again while other tests bind port 0.
public func rebindableEndpoint() -> String { "tcp://127.0.0.1:\(Int.random(in: 12_000..<32_000))" }
