import TestSupport
import Testing

@testable import ZeroMQ

/// What may go wrong with a connection that a socket makes itself.
@Suite(.timeLimit(.minutes(1))) struct ConnectingTests {
    @Test("F2: after an oversized frame a reconnecting socket never comes back; a refused connect does")
    func zombie() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind(rebindableEndpoint())
        let endpoint = try router.lastEndpoint()
        var options = SocketOptions()
        options.maximumMessageBytes = 1_000
        options.reconnectInterval = .milliseconds(5)
        let zombie = try Socket(context, .dealer, options)
        var monitor = try Monitor(context, of: zombie)
        try zombie.connect(endpoint)
        #expect(try waitFor(.handshakeSucceeded, on: &monitor))
        try answer(oversized: 1_001, from: router, to: zombie)
        #expect(try waitFor(.disconnected, on: &monitor))
        #expect(try waitFor(.connectRetried, on: &monitor, within: .milliseconds(500)) == false)

        // The same socket options, another loss: it tries again at once.
        let absent = ReservedPort()
        let patient = try Socket(context, .dealer, options)
        var witness = try Monitor(context, of: patient)
        try patient.connect(absent.endpoint)
        #expect(try waitFor(.connectRetried, on: &witness))
        #expect(try waitFor(.connectRetried, on: &witness))
    }

    @Test("F2: a new socket to the same endpoint works at once")
    func successor() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        var options = connectingOptions()
        options.maximumMessageBytes = 1_000
        for round in 0..<20 as Range<UInt8> {
            let dealer = try Socket(context, .dealer, options)
            var monitor = try Monitor(context, of: dealer)
            try dealer.connect(try router.lastEndpoint())
            #expect(try waitFor(.handshakeSucceeded, on: &monitor))
            try answer(oversized: 1_001, from: router, to: dealer, saying: round)
            #expect(try waitFor(.disconnected, on: &monitor))
        }
    }

    private func answer(
        oversized count: Int, from router: borrowing Socket, to dealer: borrowing Socket, saying word: UInt8 = 1
    ) throws {
        #expect(try sendEventually([[word]], on: dealer))
        #expect(try isReadable(router))
        let request = try #require(try next(of: router))
        #expect(request.frames[1] == [word])
        #expect(try router.sendMultipart([request.frames[0], [UInt8](repeating: 0, count: count)]) == .sent)
    }

    @Test("F7: by default messages are queued for a peer that is not there, and delivered to whoever comes next")
    func queuedForNobody() throws {
        let context = try Context()
        let endpoint = rebindableEndpoint()
        var options = SocketOptions()
        options.reconnectInterval = .milliseconds(5)
        let trusting = try Socket(context, .dealer, options)
        try trusting.connect(endpoint)
        for number in 0..<50 as Range<UInt8> { #expect(try trusting.send([number]) == .sent) }
        let stranger = try Socket(context, .router)
        try stranger.bind(endpoint)
        #expect(try isReadable(stranger))
        #expect(try next(of: stranger)?.frames[1] == [0])

        var immediate = connectingOptions()
        immediate.isImmediate = true
        let careful = try Socket(context, .dealer, immediate)
        try careful.connect(ReservedPort().endpoint)
        for _ in 0..<50 { #expect(try careful.send([1]) == .wouldBlock) }
    }

    @Test("F9: a connect whose SYN nobody answers is given up after the connect timeout, and without one is not")
    func stuckConnect() throws {
        let context = try Context()
        // One connection waits to be accepted; the kernel drops the SYNs of all further ones.
        let full = PlainListener(backlog: 0)
        let first = try #require(PlainTCP(port: full.port))
        var limited = connectingOptions()
        limited.connectTimeout = .milliseconds(200)
        let bounded = try Socket(context, .dealer, limited)
        var bound = try Monitor(context, of: bounded)
        var unlimited = connectingOptions()
        unlimited.connectTimeout = .zero
        let endless = try Socket(context, .dealer, unlimited)
        var witness = try Monitor(context, of: endless)
        try bounded.connect(full.endpoint)
        try endless.connect(full.endpoint)
        #expect(try waitFor(.closed, on: &bound))
        #expect(try waitFor(.closed, on: &witness, within: .milliseconds(600)) == false)
        first.finish()
    }

    @Test(
        "F10: the name of a host never reaches libzmq",
        arguments: ["tcp://localhost:7103", "tcp://signaling:7103", "tcp://127.0.0.1:1;localhost:2", "tcp://a.b:0"])
    func name(endpoint: String) throws {
        let dealer = try Socket(try Context(), .dealer, connectingOptions())
        #expect(throws: ZeroMQError.unresolvedName) { try dealer.connect(endpoint) }
    }

    @Test("F10: addresses of both families are taken as they are")
    func addresses() throws {
        let context = try Context()
        var options = connectingOptions()
        options.isIPv6Enabled = true
        let dealer = try Socket(context, .dealer, options)
        for endpoint in ["tcp://127.0.0.1:9", "tcp://[::1]:9", "tcp://[fe80::1%lo]:9", "inproc://name"] {
            try dealer.connect(endpoint)
        }
        #expect(throws: ZeroMQError.invalidArgument) { try dealer.connect("tcp://127.0.0.1:notaport") }
    }

    @Test("F27: a peer that answers with HTTP fails the handshake, and the next attempt is clean")
    func notZMTP() throws {
        let context = try Context()
        let listener = PlainListener()
        let dealer = try Socket(context, .dealer, connectingOptions())
        var monitor = try Monitor(context, of: dealer)
        try dealer.connect(listener.endpoint)
        let peer = try #require(listener.accept())
        #expect(peer.write(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)))
        #expect(peer.isClosed(within: .seconds(10)))
        #expect(try waitFor(.handshakeSucceeded, on: &monitor, within: .milliseconds(50)) == false)

        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let again = try Socket(context, .dealer, connectingOptions())
        try again.connect(try router.lastEndpoint())
        #expect(try sendEventually([[1]], on: again))
    }
}
