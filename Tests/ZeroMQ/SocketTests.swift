import Testing
import ZeroMQ

/// Waits until a socket has something to read; false when the time is over first.
func isReadable(_ socket: borrowing Socket, within limit: Duration = .seconds(5)) throws -> Bool {
    var poller = Poller()
    let index = poller.watch(socket, for: .readable)
    _ = try poller.wait(limit)
    return poller.readiness(of: index).contains(.readable)
}

/// The next whole message, if there is one.
func next(of socket: borrowing Socket, maximumFrames: Int = 8) throws -> Multipart? {
    var scratch = Message()
    return try socket.receiveMultipart(using: &scratch, maximumFrames: maximumFrames)
}

/// Repeats a send until it leaves; the connection may still be in the making.
func sendEventually(_ frames: [[UInt8]], on socket: borrowing Socket) throws -> Bool {
    var poller = Poller()
    _ = poller.watch(socket, for: .writable)
    for _ in 0..<500 {
        if try socket.sendMultipart(frames) == .sent { return true }
        _ = try poller.wait(.milliseconds(10))
    }
    return false
}

@Suite struct SocketTests {
    @Test("the library is the version this overlay was tested against")
    func version() {
        #expect(Context.version == Context.testedVersion)
        #expect(Context.version == (4, 3, 4))
    }

    @Test("a dealer and a router exchange multipart messages over a port the system picked")
    func exchange() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let dealer = try Socket(context, .dealer)
        try dealer.connect(try router.lastEndpoint())
        #expect(try sendEventually([[1], [], [2, 3]], on: dealer))

        #expect(try isReadable(router))
        let request = try #require(try next(of: router))
        #expect(Array(request.frames.dropFirst()) == [[1], [], [2, 3]])
        #expect(try router.sendMultipart([request.frames[0], [9]]) == .sent)
        #expect(try isReadable(dealer))
        #expect(try next(of: dealer)?.frames == [[9]])
        #expect(try next(of: dealer) == nil)
    }

    @Test("frames beyond the limit are read, counted and not kept")
    func tooManyFrames() throws {
        let context = try Context()
        let left = try Socket(context, .pair)
        try left.bind("inproc://many")
        let right = try Socket(context, .pair)
        try right.connect("inproc://many")
        #expect(try left.sendMultipart(Array(repeating: [7], count: 20)) == .sent)
        #expect(try left.sendMultipart([[8]]) == .sent)
        #expect(
            try next(of: right, maximumFrames: 3)
                == Multipart(frames: [[7], [7], [7]], discardedFrames: 17))
        #expect(try next(of: right)?.frames == [[8]])
    }

    @Test("a mandatory router says that a peer is unknown")
    func unroutable() throws {
        let context = try Context()
        var options = SocketOptions()
        options.isRouterMandatory = true
        let router = try Socket(context, .router, options)
        #expect(try router.sendMultipart([[0, 1, 2, 3, 4], [1]]) == .unroutable)
    }

    @Test("an immediate dealer refuses to queue for a peer that is not there")
    func immediate() throws {
        let context = try Context()
        var options = SocketOptions()
        options.isImmediate = true
        options.reconnectInterval = nil
        let dealer = try Socket(context, .dealer, options)
        #expect(try dealer.send([1]) == .wouldBlock)
    }

    @Test("every refused endpoint has its own error")
    func endpointErrors() throws {
        let context = try Context()
        let first = try Socket(context, .router)
        try first.bind("tcp://127.0.0.1:0")
        let endpoint = try first.lastEndpoint()
        let second = try Socket(context, .router)
        #expect(throws: ZeroMQError.addressInUse) { try second.bind(endpoint) }
        #expect(throws: ZeroMQError.addressNotAvailable) { try second.bind("tcp://192.0.2.1:0") }
        #expect(throws: ZeroMQError.noSuchInterface) { try second.bind("tcp://nosuchinterface0:0") }
        #expect(throws: ZeroMQError.invalidArgument) { try second.bind("nonsense") }
        #expect(throws: ZeroMQError.protocolNotSupported) { try second.bind("carrier-pigeon://x") }
        #expect(throws: ZeroMQError.noSuchEndpoint) { try second.bind("ipc:///no/such/folder/socket") }
        #expect(throws: ZeroMQError.noSuchEndpoint) { try second.unbind("tcp://127.0.0.1:9") }
        #expect(throws: ZeroMQError.invalidArgument) { try second.connect("tcp://127.0.0.1:notaport") }
        #expect(throws: ZeroMQError.incompatibleProtocol) { try second.connect("epgm://127.0.0.1;224.0.0.1:5555") }
    }

    @Test("a bad option value is refused before the socket exists")
    func badOption() throws {
        let context = try Context()
        var options = SocketOptions()
        options.sendHighWaterMark = -1
        #expect(throws: ZeroMQError.invalidArgument) { _ = try Socket(context, .dealer, options) }
    }

    @Test("sockets beyond the context's limit are refused")
    func tooManySockets() throws {
        let context = try Context(maximumSockets: 1)
        let only = try Socket(context, .dealer)
        #expect(throws: ZeroMQError.tooManySockets) { _ = try Socket(context, .dealer) }
        #expect(only.type == .dealer)
    }

    @Test("receiving on a publisher is not supported")
    func notSupported() throws {
        let context = try Context()
        let publisher = try Socket(context, .publisher)
        #expect(throws: ZeroMQError.notSupported) { _ = try next(of: publisher) }
    }

    @Test("a subscriber gets what starts with its prefix")
    func subscription() throws {
        let context = try Context()
        let publisher = try Socket(context, .extendedPublisher)
        try publisher.bind("inproc://tap")
        let subscriber = try Socket(context, .subscriber)
        try subscriber.subscribe(toPrefix: [1])
        try subscriber.connect("inproc://tap")
        // The publisher sees the subscription before it can filter by it.
        #expect(try isReadable(publisher))
        #expect(try next(of: publisher)?.frames == [[1, 1]])
        #expect(try publisher.send([2, 9]) == .sent)
        #expect(try publisher.send([1, 9]) == .sent)
        #expect(try isReadable(subscriber))
        #expect(try next(of: subscriber)?.frames == [[1, 9]])
    }

    @Test("an oversized frame cuts its sender off and nobody else")
    func oversized() throws {
        let context = try Context()
        var options = SocketOptions()
        options.maximumMessageBytes = 1_000
        let router = try Socket(context, .router, options)
        try router.bind("tcp://127.0.0.1:0")
        let endpoint = try router.lastEndpoint()
        let offender = try Socket(context, .dealer)
        try offender.connect(endpoint)
        let other = try Socket(context, .dealer)
        try other.connect(endpoint)
        #expect(try sendEventually([[UInt8](repeating: 1, count: 1_001)], on: offender))
        #expect(try sendEventually([[UInt8](repeating: 2, count: 1_000)], on: other))
        #expect(try isReadable(router))
        #expect(try next(of: router)?.frames[1].first == 2)
        #expect(try next(of: router) == nil)
    }
}

@Suite struct MessageTests {
    @Test("a message holds what it was given, small and large", arguments: [0, 1, 29, 33, 34, 4_096, 1_048_576])
    func roundTrip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let message = try Message(copying: bytes)
        #expect(message.count == count)
        #expect(message.hasMore == false)
        #expect(message.copyBytes() == bytes)
        let sum = message.withBytes { span in
            var sum = 0
            for index in span.indices { sum += Int(span[index]) }
            return sum
        }
        #expect(sum == bytes.reduce(0) { $0 + Int($1) })
    }

    @Test("a sent message is empty, a refused one is untouched")
    func sendEmpties() throws {
        let context = try Context()
        let left = try Socket(context, .pair)
        let message = try Message(copying: [UInt8](repeating: 5, count: 100))
        #expect(try left.send(message) == .wouldBlock)
        #expect(message.count == 100)
        try left.bind("inproc://move")
        let right = try Socket(context, .pair)
        try right.connect("inproc://move")
        var poller = Poller()
        _ = poller.watch(left, for: .writable)
        _ = try poller.wait(.seconds(5))
        #expect(try left.send(message) == .sent)
        #expect(message.count == 0)
        var received = Message()
        let hasReceived = try right.receive(into: &received)
        #expect(hasReceived)
        #expect(received.count == 100)
    }
}
