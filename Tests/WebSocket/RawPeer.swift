import Glibc
import TestSupport

/// A TCP listener that accepts nothing: the kernel completes handshakes, nobody answers.
final class RawListener: Sendable {
    let port: Int
    private let descriptor: Int32

    /// `isListening: false`: the port is taken but refuses.
    init(isListening: Bool = true) throws {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var bound = sockaddr_in()
        var boundSize = size
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe bind(socket, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), size)
        }
        guard status == 0, !isListening || listen(socket, 16) == 0 else { throw RawError.failed(errno) }
        _ = unsafe withUnsafeMutablePointer(to: &bound) { pointer in
            unsafe getsockname(
                socket, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &boundSize)
        }
        descriptor = socket
        port = Int(UInt16(bigEndian: bound.sin_port))
    }

    deinit { close(descriptor) }
}

enum RawError: Error, Equatable {
    case failed(Int32)
}

/// A TCP client that writes whatever a test wants.
final class RawClient: Sendable {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe connect(
                descriptor, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        guard status == 0 else { throw RawError.failed(errno) }
    }

    deinit { close(descriptor) }

    /// Connects, writes and is gone. On a thread of its own: a full backlog makes it wait.
    static func rush(port: Int, _ bytes: [UInt8]) async {
        await onThread {
            guard let raw = try? RawClient(port: port) else { return }
            raw.write(bytes)
        }
    }

    /// Writes what the peer takes; a reset by the peer is no error.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func write(_ text: String) { write(Array(text.utf8)) }

    /// Reads until `enough`, the peer's end, a reset, or twenty seconds of silence.
    func read(until enough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) async -> [UInt8] {
        await onThread { self.readBlocking(until: enough) }
    }

    private func readBlocking(until enough: ([UInt8]) -> Bool) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !enough(all) {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { break }
            all.append(contentsOf: buffer[..<count])
        }
        return all
    }

    /// Waits for the peer to end the connection; `false` after twenty seconds of silence.
    func isClosedByPeer() async -> Bool {
        await onThread {
            var byte: UInt8 = 0
            while true {
                let count = unsafe recv(self.descriptor, &byte, 1, 0)
                if count <= 0 { return count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK) }
            }
        }
    }

    func readText(until marker: String? = nil) async -> String {
        let bytes = await read { bytes in
            guard let marker else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(marker)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Upgrades by hand; `true` if the server agreed.
    func upgrade(path: String = "/v1") async -> Bool {
        write(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        return await readText(until: "\r\n\r\n").hasPrefix("HTTP/1.1 101")
    }

    /// A masked client frame with a zero mask.
    static func frame(opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8] = []) -> [UInt8] {
        var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: frame.append(0x80 | UInt8(payload.count))
        case ..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default: frame += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        return frame + [0, 0, 0, 0] + payload
    }

    /// The close code in what the server sends; `nil` if it ends without a close frame.
    func readCloseCode() async -> Int? {
        let bytes = await read { Self.closeFrame(in: $0) != nil }
        guard let start = Self.closeFrame(in: bytes) else { return nil }
        return Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
    }

    private static func closeFrame(in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0] == 0x88 && $0 + 3 < bytes.count }
    }
}
