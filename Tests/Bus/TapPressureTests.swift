import Bus
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire
import ZeroMQ

@Suite("Tap under pressure", .timeLimit(.minutes(1))) struct TapPressureTests {
    @Test(
        "with an inspector that reads nothing of the contents it asked for, every call goes on; what it misses is counted"
    )
    func stuckInspector() async throws {
        let tapped = try TappedServer()
        let client = try makeClient()
        let channel = client.channel(to: [tapped.server.endpoint])
        let topics = ["A0123456789abcdef|level=contents|budget=100000000", "E0123456789abcdef"]
        let stuck = RawSubscriber(tapped.tap, topics.map { Array($0.utf8) })
        #expect(await tapped.serves(1, asked: channel))
        let introspect = Proto.IntrospectClient(channel)
        let message = Proto.EchoMessage(payload: [UInt8](repeating: 7, count: 32 << 10))
        // Kernel buffers of some megabytes fill first, then the queue of the tap.
        var rounds = 0
        while await tapped.server.dropped == 0, rounds < 100 {
            rounds += 1
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask { _ = try await introspect.echo(message, CallOptions(timeout: .seconds(30))) }
                }
                try await group.waitForAll()
            }
        }
        #expect(await tapped.server.dropped > 0, "after \(rounds) rounds of 100 calls")
        #expect(try await introspect.echo(message) == message)
        stuck.stop()
        #expect(await eventually { !tapped.server.node.isTapped })
        for node in [client, tapped.server.node] { await node.close() }
    }

    @Test("a budget bounds what is spent on a subscriber: the rest is missing by number, and counted in the next event")
    func budget() async throws {
        let tapped = try TappedServer()
        let inspector = try makeClient()
        let watch = try TapWatch(inspector, at: tapped.tap) {
            $0.bytesPerSecond = 2_000
            $0.methods = ["test.Echo/"]
        }
        let channel = inspector.channel(to: [tapped.server.endpoint])
        #expect(await tapped.serves(1, asked: channel))
        for _ in 0..<100 { _ = try await channel.unary(TestMethods.echo, [1], CallOptions()) }
        // Time gives the budget back: the next event tells of the gap.
        #expect(
            await eventually {
                _ = try? await channel.unary(TestMethods.echo, [1], CallOptions())
                return watch.missed > 0
            })
        let last = try #require(watch.events.last)
        #expect(last.sequence == UInt64(watch.events.count) + watch.missed && last.droppedTotal == watch.missed)
        let bytes = try watch.events.reduce(0) { $0 + (try $1.encoded().count) }
        #expect(bytes < 60_000, "\(bytes) bytes of about 60,000")
        for node in [inspector, tapped.server.node] { await node.close() }
    }

    @Test("topics that are garbage, too long or no text arm nothing and harm nothing")
    func garbage() async throws {
        let tapped = try TappedServer()
        let inspector = try makeClient()
        let channel = inspector.channel(to: [tapped.server.endpoint])
        let id = "0123456789abcdef"
        let topics: [[UInt8]] = [
            [], [0], [0xFF, 0xFE], Array("E".utf8), Array("A".utf8), Array("E\(id)x".utf8), Array("A\(id)x".utf8),
            Array("A\(id)|level=everything".utf8), Array("A\(id)|sample=minus one".utf8), Array("A\(id)|trace=12".utf8),
            Array("A\(id)|who=%".utf8), Array("A\(id)|who=%FF".utf8), Array("A\(id)|\u{0}".utf8), Array("Z\(id)".utf8),
            Array("AABCDEFGHIJKLMNOP|level=contents".utf8), [UInt8](repeating: 0x41, count: 200),
        ]
        let attacker = RawSubscriber(tapped.tap, topics)
        let longWinded = RawSubscriber(tapped.tap, [[UInt8](repeating: 0x41, count: 10 << 10)])
        let honest = try TapWatch(inspector, at: tapped.tap)
        #expect(await tapped.serves(1, asked: channel))
        _ = try await channel.unary(TestMethods.echo, [1], CallOptions())
        #expect(await honest.sees { $0.method == TestMethods.echo.path && $0.point == .serverSend })
        honest.stop()
        #expect(await tapped.serves(0, asked: channel))
        attacker.stop()
        longWinded.stop()
        for node in [inspector, tapped.server.node] { await node.close() }
    }

    @Test("ten thousand topics end in a fresh socket, not in memory without end; an honest reader comes back by itself")
    func flood() async throws {
        let floods = Tally()
        let tapped = try TappedServer { $0.observers = [FloodCount(floods: floods)] }
        let inspector = try makeClient { $0.timing.longestBackoff = .milliseconds(200) }
        let channel = inspector.channel(to: [tapped.server.endpoint])
        let honest = try TapWatch(inspector, at: tapped.tap)
        #expect(await tapped.serves(1, asked: channel))
        let attacker = RawSubscriber(tapped.tap, (0..<10_000).map { Array("garbage \($0)".utf8) })
        #expect(await eventually { floods.value > 0 })
        _ = try await channel.unary(TestMethods.echo, [1], CallOptions())
        attacker.stop()
        #expect(await tapped.serves(1, asked: channel))
        _ = try await channel.unary(TestMethods.lookup, [1], CallOptions())
        #expect(await honest.sees { $0.method == TestMethods.lookup.path && $0.point == .serverSend })
        for node in [inspector, tapped.server.node] { await node.close() }
    }

    @Test("one subscriber more than are served waits for nothing and gets nothing")
    func crowd() async throws {
        let tapped = try TappedServer()
        let inspector = try makeClient()
        let channel = inspector.channel(to: [tapped.server.endpoint])
        let crowd = try (0..<17).map { _ in try TapWatch(inspector, at: tapped.tap) }
        #expect(await tapped.serves(16, asked: channel))
        _ = try await channel.unary(TestMethods.echo, [1], CallOptions())
        #expect(
            await eventually {
                crowd.count { $0.events.contains { $0.method == TestMethods.echo.path && $0.point == .serverSend } }
                    == 16
            })
        for node in [inspector, tapped.server.node] { await node.close() }
    }
}

extension EchoServer {
    /// Events of its tap that somebody missed.
    fileprivate var dropped: UInt64 {
        get async { await node.counters().first { $0.name == "bus_tap_events_dropped_total" }?.value ?? 0 }
    }
}

private struct FloodCount: BusObserver {
    let floods: Tally

    func observe(_ event: BusEvent) { if event == .tapFlooded { floods.add() } }
}

/// A SUB of no program of ours, on a thread of its own: subscribes and never reads.
private final class RawSubscriber: Sendable {
    private let mustStop = Mutex(false)
    private let stopped = DispatchSemaphore(value: 0)

    init(_ endpoint: String, _ topics: [[UInt8]]) {
        Thread.detachNewThread {
            try? self.subscribe(endpoint, topics)
            self.stopped.signal()
        }
    }

    func stop() {
        mustStop.withLock { $0 = true }
        stopped.wait()
    }

    private func subscribe(_ endpoint: String, _ topics: [[UInt8]]) throws {
        let context = try Context()
        var options = SocketOptions()
        options.receiveHighWaterMark = 1
        // Past it libzmq drops subscriptions without a word.
        options.sendHighWaterMark = 0
        let socket = try Socket(context, .subscriber, options)
        try socket.connect(endpoint)
        for topic in topics { try socket.subscribe(toPrefix: topic) }
        var idle = Poller()
        while !mustStop.withLock({ $0 }) { _ = try idle.wait(.milliseconds(5)) }
    }
}
