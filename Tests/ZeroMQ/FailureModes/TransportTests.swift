import Foundation
import TestSupport
import Testing

@testable import ZeroMQ

/// What TCP and strangers on it do to a socket.
@Suite(.timeLimit(.minutes(1))) struct TransportTests {
    @Test("F8: an idle connection is probed by the kernel when keepalive is set, and never without")
    func keepAlive() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let endpoint = try router.lastEndpoint()
        for isProbed in [false, true] {
            var options = connectingOptions()
            if isProbed { options.keepAlive = SocketOptions.KeepAlive(idle: .seconds(10)) }
            let dealer = try Socket(context, .dealer, options)
            var monitor = try Monitor(context, of: dealer)
            try dealer.connect(endpoint)
            #expect(try waitFor(.handshakeSucceeded, on: &monitor))
            // Two is the kernel's word for the keepalive timer of a connection with nothing under way.
            let expected = [isProbed ? 2 : 0]
            var timers = try kernelTimers(towards: endpoint)
            for _ in 0..<500 where timers != expected {
                _ = try waitFor(.disconnected, on: &monitor, within: .milliseconds(10))
                timers = try kernelTimers(towards: endpoint)
            }
            #expect(timers == expected)
        }
    }

    /// Of the established connections to that port, see proc_net_tcp(5).
    private func kernelTimers(towards endpoint: String) throws -> [Int] {
        let port = try #require(endpoint.split(separator: ":").last.flatMap { Int($0) })
        let remote = "0100007F:" + String(format: "%04X", port)
        // `String(contentsOfFile:)` ends after the first of the pieces in which the kernel gives the table.
        let table = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp")).readToEnd() ?? Data()
        return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[2] == remote, fields[3] == "01" else { return nil }
            return Int(fields[5].prefix(2), radix: 16)
        }
    }

    @Test("F8: a peer that takes no bytes for longer than TCP_MAXRT is given up, without it never")
    func unacknowledged() throws {
        let context = try Context()
        let listener = PlainListener(receiveBuffer: 4_096)
        var options = connectingOptions()
        let endless = try Socket(context, .dealer, options)
        options.unacknowledgedTimeout = .milliseconds(500)
        let bounded = try Socket(context, .dealer, options)
        var witness = try Monitor(context, of: endless)
        var bound = try Monitor(context, of: bounded)
        var deaf: [PlainTCP] = []
        for _ in 0..<2 {
            if deaf.isEmpty { try endless.connect(listener.endpoint) } else { try bounded.connect(listener.endpoint) }
            let peer = try #require(listener.accept())
            #expect(peer.write(ZMTPBytes.greeting + ZMTPBytes.ready("ROUTER")))
            deaf.append(peer)
        }
        #expect(try waitFor(.handshakeSucceeded, on: &witness))
        #expect(try waitFor(.handshakeSucceeded, on: &bound))
        let body = [UInt8](repeating: 0, count: 100_000)
        for _ in 0..<100 {
            _ = try endless.send(body)
            _ = try bounded.send(body)
        }
        #expect(try waitFor(.disconnected, on: &bound, within: .seconds(30)))
        #expect(try waitFor(.disconnected, on: &witness, within: .zero) == false)
        #expect(deaf.count == 2)
    }

    @Test(
        "F18: an announced length is allocated before a byte of it came, unless sizes are limited",
        arguments: [true, false])
    func announcedLength(isBinding: Bool) async throws {
        // In a process of its own: others allocate meanwhile.
        await #expect(processExitsWith: .success) { [isBinding] in
            let length: UInt64 = 512 << 20
            guard try growth(announcing: length, limit: -1, isBinding) > length / 2 else { exit(3) }
            guard try growth(announcing: length, limit: 1 << 20, isBinding) < length / 2 else { exit(4) }
        }
    }

    @Test("F24: a peer that never finishes its handshake is cut off after the interval, and without one stays")
    func silentHandshake() throws {
        let context = try Context()
        var options = SocketOptions()
        options.handshakeInterval = .milliseconds(200)
        let strict = try Socket(context, .router, options)
        options.handshakeInterval = .zero
        let patient = try Socket(context, .router, options)
        try strict.bind("tcp://127.0.0.1:0")
        try patient.bind("tcp://127.0.0.1:0")
        let cut = try #require(PlainTCP(port: try port(of: strict)))
        let kept = try #require(PlainTCP(port: try port(of: patient)))
        // Half a greeting is no handshake either.
        cut.write(Array(ZMTPBytes.greeting.prefix(11)))
        kept.write(Array(ZMTPBytes.greeting.prefix(11)))
        #expect(cut.isClosed(within: .seconds(10)))
        #expect(kept.isClosed(within: .milliseconds(400)) == false)
    }

    @Test("F27: bytes that are no ZMTP on a bound socket end their connection and nobody else's")
    func strangers() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let dealer = try Socket(context, .dealer, connectingOptions())
        try dealer.connect(try router.lastEndpoint())
        #expect(try sendEventually([[1]], on: dealer))
        for bytes in ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", String(repeating: "\u{7F}", count: 300)] {
            let stranger = try #require(PlainTCP(port: try port(of: router)))
            stranger.write(Array(bytes.utf8))
            #expect(stranger.isClosed(within: .seconds(10)))
        }
        #expect(try sendEventually([[2]], on: dealer))
        for word in [1, 2] as [UInt8] {
            #expect(try isReadable(router))
            #expect(try next(of: router)?.frames[1] == [word])
        }
    }
}

private func port(of socket: borrowing Socket) throws -> UInt16 {
    try #require(try socket.lastEndpoint().split(separator: ":").last.flatMap { UInt16($0) })
}

/// By how much the process grows when a peer greets, then announces a frame of that length and sends no byte of it.
private func growth(announcing length: UInt64, limit: Int64, _ isBinding: Bool) throws -> UInt64 {
    let context = try Context()
    var options = isBinding ? SocketOptions() : connectingOptions()
    options.maximumMessageBytes = limit
    let socket = try Socket(context, isBinding ? .router : .dealer, options)
    var monitor = try Monitor(context, of: socket)
    let listener = PlainListener()
    if isBinding { try socket.bind("tcp://127.0.0.1:0") } else { try socket.connect(listener.endpoint) }
    let before = try virtualBytes()
    guard let peer = isBinding ? PlainTCP(port: try port(of: socket)) : listener.accept(),
        peer.write(ZMTPBytes.greeting + ZMTPBytes.ready(isBinding ? "DEALER" : "ROUTER")),
        try waitFor(.handshakeSucceeded, on: &monitor), peer.write(ZMTPBytes.announcement(of: length))
    else { exit(5) }
    // Either the frame is refused and its connection with it, or its memory is there.
    for _ in 0..<500 where try virtualBytes() < before + length / 2 {
        if try waitFor(.disconnected, on: &monitor, within: .milliseconds(10)) { break }
    }
    return try virtualBytes() - min(before, virtualBytes())
}

private func virtualBytes() throws -> UInt64 {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmSize:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) } ?? 0) << 10
}
