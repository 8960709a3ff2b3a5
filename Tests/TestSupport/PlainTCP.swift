import Glibc

/// A TCP connection on loopback without any library behind it: for peers that are rude, silent or half dead. Calls
/// block up to the time they are given.
public final class PlainTCP: Sendable {
    private let descriptor: Int32

    /// What a read came to.
    public enum Arrival: Sendable, Equatable {
        case bytes([UInt8])
        /// The other side closed or reset the connection.
        case closed
        case nothing
    }

    init(descriptor: Int32) {
        self.descriptor = descriptor
        // A write to a connection that is gone is told by errno, not by a signal.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// `nil`: refused.
    public convenience init?(port: UInt16, receiveBuffer: Int32? = nil) {
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        limitReceiveBuffer(of: opened, to: receiveBuffer)
        var address = loopback(port)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe connect(opened, general, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            _ = close(opened)
            return nil
        }
        self.init(descriptor: opened)
    }

    deinit { _ = close(descriptor) }

    /// False once the other side is gone.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// What comes next, if anything does in time.
    public func read(within limit: Duration = .seconds(5)) -> Arrival {
        guard isReady(descriptor, within: limit) else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? .bytes(Array(buffer.prefix(count))) : .closed
    }

    /// Ends both directions at once; a blocked read elsewhere returns.
    public func finish() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Reads and drops until the other side closes; false if it has not by then.
    public func isClosed(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if read(within: end - .now) == .closed { return true }
        }
        return false
    }
}

/// A listening TCP port on loopback whose owner accepts when it likes, or never.
public final class PlainListener: Sendable {
    private let descriptor: Int32
    /// The system's choice.
    public let port: UInt16

    /// - Parameters:
    ///   - backlog: connections that wait to be accepted; one more is left without an answer to its SYN.
    ///   - receiveBuffer: bytes of the windows of accepted connections, before the kernel doubles it.
    public init(backlog: Int32 = 64, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        limitReceiveBuffer(of: descriptor, to: receiveBuffer)
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe bind(descriptor, general, size) == 0 ? unsafe getsockname(descriptor, general, &size) : -1
            }
        }
        precondition(result == 0 && listen(descriptor, backlog) == 0, "no TCP port to listen on: errno \(errno)")
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { _ = close(descriptor) }

    /// `tcp://127.0.0.1:port`
    public var endpoint: String { "tcp://127.0.0.1:\(port)" }

    /// The next connection, if one comes in time.
    public func accept(within limit: Duration = .seconds(5)) -> PlainTCP? {
        guard isReady(descriptor, within: limit) else { return nil }
        let accepted = Glibc.accept(descriptor, nil, nil)
        return accepted < 0 ? nil : PlainTCP(descriptor: accepted)
    }
}

/// In bytes, before the kernel doubles it.
private func limitReceiveBuffer(of descriptor: Int32, to size: Int32?) {
    guard var size else { return }
    unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
}

private func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
}

private func isReady(_ descriptor: Int32, within limit: Duration) -> Bool {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000
    return unsafe poll(&item, 1, Int32(clamping: max(0, milliseconds))) > 0
}
