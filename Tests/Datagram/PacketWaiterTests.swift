import Datagram
import Testing

@Suite("Waiting for packets")
struct PacketWaiterTests {
    @Test("a deadline in the past returns at once, every time")
    func returnsForPastDeadlines() throws {
        var waiter = try PacketWaiter()
        let past = MonotonicDeadline.now
        for _ in 0..<3 { #expect(try waiter.wait(until: past) == .init(readable: 0, isWoken: false, isDue: true)) }
        #expect(try waiter.wait(until: MonotonicDeadline(nanoseconds: -5)).isDue)
    }

    @Test("a deadline is not reported before its time")
    func waitsForTheDeadline() throws {
        var waiter = try PacketWaiter()
        let deadline = MonotonicDeadline.now + .milliseconds(20)
        #expect(try waiter.wait(until: deadline).isDue)
        #expect(MonotonicDeadline.now >= deadline)
    }

    @Test("a deadline that passed is not reported again for a later one")
    func rearms() throws {
        var waiter = try PacketWaiter()
        #expect(try waiter.wait(until: .now).isDue)
        waiter.waker.wake()
        #expect(try waiter.wait(until: .now + .seconds(60)) == .init(readable: 0, isWoken: true, isDue: false))
        waiter.waker.wake()
        #expect(try waiter.wait(until: nil) == .init(readable: 0, isWoken: true, isDue: false))
    }

    @Test("wakes before the wait are kept, and several count as one")
    func keepsWakes() throws {
        var waiter = try PacketWaiter()
        for _ in 0..<5 { waiter.waker.wake() }
        #expect(try waiter.wait(until: .now + .seconds(60)).isWoken)
        #expect(try waiter.wait(until: .now) == .init(readable: 0, isWoken: false, isDue: true))
    }

    @Test("another thread can end the wait")
    func wakesFromAnotherThread() async throws {
        var waiter = try PacketWaiter()
        let waker = waiter.waker
        async let signal: Void = waker.wake()
        #expect(try waiter.wait(until: .now + .seconds(60)).isWoken)
        await signal
    }

    @Test("each socket is reported by its token, and no longer when it was closed")
    func tellsSocketsApart() throws {
        var waiter = try PacketWaiter()
        let sender = try DatagramSocket(binding: .loopback())
        let kept = try DatagramSocket(binding: .loopback())
        try waiter.watch(kept, token: 0)
        var batch = DatagramBatch(capacity: 2)
        do {
            let closing = try DatagramSocket(binding: .loopback())
            try waiter.watch(closing, token: 30)
            #expect(batch.append([1].span, to: closing.localAddress) == true)
            #expect(batch.append([1].span, to: kept.localAddress) == true)
            _ = sender.send(&batch)
            let wake = try waiter.wait(until: .now + .seconds(60))
            #expect(wake.isReadable(0) && wake.isReadable(30) && !wake.isReadable(1))
        }
        let wake = try waiter.wait(until: .now + .seconds(60))
        #expect(wake.readable == 1)
    }
}

@Suite("Socket addresses")
struct SocketAddressTests {
    @Test("text and address agree", arguments: ["1.2.3.4:5", "[::1]:65535", "[2001:db8::7]:0", "0.0.0.0:9"])
    func roundTrips(text: String) throws {
        #expect(try #require(SocketAddress(text)).description == text)
    }

    @Test(
        "what is no numeric address is refused",
        arguments: [
            "", ":", "1.2.3:4", "1.2.3.4", "::1:5", "[::1]", "host:5", "1.2.3.4:65536", "[::1%nowhere]:1", "[]:1",
        ])
    func refusesOtherText(text: String) {
        #expect(SocketAddress(text) == nil)
    }

    @Test("addresses compare by family, address and port")
    func compares() throws {
        let four = try #require(SocketAddress(ip: "127.0.0.1", port: 1))
        #expect(four == SocketAddress.loopback(port: 1))
        #expect(four != SocketAddress.loopback(port: 2))
        #expect(four != SocketAddress(ip: "::ffff:127.0.0.1", port: 1))
        #expect(Set([four, SocketAddress.loopback(port: 1)]).count == 1)
        #expect(!four.isIPv6)
    }
}
