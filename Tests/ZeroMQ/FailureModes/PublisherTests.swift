import Testing

@testable import ZeroMQ

/// Publishing: who gets nothing, and why.
@Suite(.timeLimit(.minutes(1))) struct PublisherTests {
    @Test("F17: what is published before a subscription arrived is lost; after it was seen, nothing is")
    func slowJoiner() throws {
        let context = try Context()
        let publisher = try Socket(context, .extendedPublisher)
        try publisher.bind("tcp://127.0.0.1:0")
        let subscriber = try Socket(context, .subscriber, connectingOptions())
        try subscriber.subscribe(toPrefix: [1])
        // A moment after connecting it may be lost or not, as the threads happen to run.
        #expect(try publisher.send([1, 100]) == .sent)
        try subscriber.connect(try publisher.lastEndpoint())
        #expect(try sees(publisher, asked: subscriber))
        #expect(try next(of: publisher)?.frames == [[1, 1]])
        #expect(try publisher.send([1, 101]) == .sent)
        #expect(try isReadable(subscriber))
        #expect(try next(of: subscriber)?.frames == [[1, 101]])
    }

    @Test("F20: a publisher drops for a subscriber that does not read, a dealer refuses; neither ever waits")
    func fullQueue() throws {
        let context = try Context()
        var options = SocketOptions()
        options.sendHighWaterMark = 5
        let publisher = try Socket(context, .extendedPublisher, options)
        try publisher.bind("tcp://127.0.0.1:0")
        var narrow = connectingOptions()
        narrow.receiveHighWaterMark = 1
        let stuck = try Socket(context, .subscriber, narrow)
        try stuck.subscribe(toPrefix: [])
        try stuck.connect(try publisher.lastEndpoint())
        #expect(try sees(publisher, asked: stuck))
        // More than kernel buffers and marks hold together.
        let body = [UInt8](repeating: 0, count: 100_000)
        for _ in 0..<500 { #expect(try publisher.send(body) == .sent) }
        var arrived = 0
        while try isReadable(stuck, within: .milliseconds(100)) {
            if try next(of: stuck) != nil { arrived += 1 }
        }
        #expect(arrived > 0)
        #expect(arrived < 500, "what did not fit was dropped without a word")

        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let dealer = try Socket(context, .dealer, options)
        try dealer.connect("tcp://127.0.0.1:1")
        for _ in 0..<5 { #expect(try dealer.send([1]) == .sent) }
        #expect(try dealer.send([1]) == .wouldBlock)
    }

    @Test("F25: a topic of 246 bytes or more is garbled by libzmq, so the overlay takes 199 at most")
    func longTopic() throws {
        let context = try Context()
        let publisher = try Socket(context, .extendedPublisher)
        try publisher.bind("tcp://127.0.0.1:0")
        func subscriptionSeen(_ length: Int) throws -> Int? {
            let subscriber = try Socket(context, .subscriber, connectingOptions())
            try subscriber.force(HiddenOption.subscribe, [UInt8](repeating: 65, count: length))
            try subscriber.connect(try publisher.lastEndpoint())
            guard try sees(publisher, asked: subscriber, within: .milliseconds(500)) else { return nil }
            return try next(of: publisher)?.frames[0].count
        }
        #expect(try subscriptionSeen(Socket.longestTopic) == 1 + Socket.longestTopic)
        #expect(try subscriptionSeen(250) != 251)

        let subscriber = try Socket(context, .subscriber)
        try subscriber.subscribe(toPrefix: [UInt8](repeating: 65, count: 199))
        #expect(throws: ZeroMQError.invalidArgument) {
            try subscriber.subscribe(toPrefix: [UInt8](repeating: 65, count: 200))
        }
    }
}

/// Waits until the publisher has something to read. A subscriber that connects only when it can says what it wants in
/// its own thread's turn, so it is polled meanwhile, as whoever reads from it does.
private func sees(
    _ publisher: borrowing Socket, asked subscriber: borrowing Socket, within limit: Duration = .seconds(10)
) throws -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if try isReadable(publisher, within: .milliseconds(5)) { return true }
        _ = try isReadable(subscriber, within: .zero)
    }
    return false
}
