import Foundation
import Testing
import ZeroMQ

/// ZMTP heartbeats: what they do to a process that is merely busy. The overlay has no option for them.
@Suite(.serialized, .timeLimit(.minutes(1))) struct HeartbeatTests {
    @Test("F1: a heartbeat that times out on a stalled connecting socket aborts the process")
    func abort() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            var options = SocketOptions()
            options.receiveHighWaterMark = 1
            options.reconnectInterval = .milliseconds(10)
            try StalledSubscriber.live(options, rounds: 40)
        }
    }

    @Test("F1: with the bus's options the same stall under the same heartbeats ends a connection at most")
    func survival() async {
        await #expect(processExitsWith: .success) {
            var options = connectingOptions()
            options.receiveHighWaterMark = 1
            try StalledSubscriber.live(options, rounds: 6)
        }
    }

    @Test("F3: heartbeats tear down a connection whose reader only pauses")
    func pausedReader() throws {
        let context = try Context()
        let publisher = try Socket(context, .publisher)
        try publisher.bind("tcp://127.0.0.1:0")
        let endpoint = try publisher.lastEndpoint()
        for (heartbeat, isCut) in [(Int32(50), true), (0, false)] {
            var options = connectingOptions()
            options.receiveHighWaterMark = 1
            let reader = try Socket(context, .subscriber, options)
            if heartbeat > 0 {
                try reader.force(HiddenOption.heartbeatInterval, heartbeat)
                try reader.force(HiddenOption.heartbeatTimeout, heartbeat)
            }
            var monitor = try Monitor(context, of: reader)
            try reader.subscribe(toPrefix: [])
            try reader.connect(endpoint)
            #expect(try waitFor(.handshakeSucceeded, on: &monitor))
            #expect(try hears(reader, publisher))
            #expect(try flood(publisher, until: .disconnected, of: &monitor, turns: 300) == isCut)
        }
    }

    @Test("F4: a heartbeat's time to live over 65.5 seconds wraps and cuts a healthy connection at once")
    func timeToLive() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        var watcher = try Monitor(context, of: router)
        try router.bind("tcp://127.0.0.1:0")
        let dealer = try Socket(context, .dealer, connectingOptions())
        // Between two pings lies more than what is left of the time to live: 66,000 - 65,536 ms.
        try dealer.force(HiddenOption.heartbeatInterval, 900)
        try dealer.force(HiddenOption.heartbeatTimeToLive, 66_000)
        try dealer.connect(try router.lastEndpoint())
        #expect(try waitFor(.handshakeSucceeded, on: &watcher))
        #expect(try waitFor(.disconnected, on: &watcher, within: .seconds(20)))
    }
}

/// Publishes until the first message is there to be read, and leaves it there.
private func hears(_ subscriber: borrowing Socket, _ publisher: borrowing Socket) throws -> Bool {
    for _ in 0..<2_000 {
        _ = try publisher.send([1])
        if try isReadable(subscriber, within: .milliseconds(5)) { return true }
    }
    return false
}

/// Publishes until the event comes (true), or all turns are over.
private func flood(
    _ publisher: borrowing Socket, until event: SocketEvent.Kind, of monitor: inout Monitor, turns: Int
) throws -> Bool {
    let body = [UInt8](repeating: 7, count: 60_000)
    for _ in 0..<turns {
        for _ in 0..<20 { _ = try publisher.send(body) }
        if try waitFor(event, on: &monitor, within: .milliseconds(2)) { return true }
    }
    return false
}

/// A subscriber that stops reading until its connection is lost, then reads on: the moment libzmq 4.3.4 does not survive
/// with heartbeats (its issue 3937).
private enum StalledSubscriber {
    static func live(_ options: SocketOptions, rounds: Int) throws {
        let context = try Context()
        let publisher = try Socket(context, .publisher)
        try publisher.bind("tcp://127.0.0.1:0")
        let endpoint = try publisher.lastEndpoint()
        for _ in 0..<rounds {
            let subscriber = try Socket(context, .subscriber, options)
            try subscriber.force(HiddenOption.heartbeatInterval, 30)
            try subscriber.force(HiddenOption.heartbeatTimeout, 30)
            var monitor = try Monitor(context, of: subscriber)
            try subscriber.subscribe(toPrefix: [])
            try subscriber.connect(endpoint)
            guard try waitFor(.handshakeSucceeded, on: &monitor), try hears(subscriber, publisher) else { exit(2) }
            guard try flood(publisher, until: .disconnected, of: &monitor, turns: 2_000) else { exit(3) }
            // A reconnecting socket is connected anew by now, with a full queue.
            if options.reconnectInterval != nil {
                _ = try waitFor(.handshakeSucceeded, on: &monitor, within: .seconds(2))
            }
            var scratch = Message()
            for _ in 0..<50 {
                _ = try publisher.send([1])
                while try subscriber.receive(into: &scratch) {}
                _ = try waitFor(.disconnected, on: &monitor, within: .milliseconds(1))
            }
        }
    }
}
