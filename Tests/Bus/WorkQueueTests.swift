import Testing
import Wire

@testable import Bus

@Suite struct WorkQueueTests {
    private func queue(_ adjust: (inout BusLimits) -> Void) -> WorkQueue {
        var limits = BusLimits()
        adjust(&limits)
        return WorkQueue(limits: limits)
    }

    private func call(_ id: UInt64, bytes: Int = 1) -> WorkQueue.Entry { .init(id: id, bytes: bytes, isStream: false) }
    private func stream(_ id: UInt64) -> WorkQueue.Entry { .init(id: id, bytes: 1, isStream: true) }

    @Test("calls start while there is room, then wait in order, then are refused")
    func bounds() {
        var queue = queue {
            $0.runningHandlers = 2
            $0.queuedRequests = 2
        }
        #expect((1...5).map { queue.admit(call($0)) } == [.start, .start, .wait, .wait, .refused])
        #expect(queue.next() == nil)
        queue.finished(call(1))
        #expect(queue.next() == 3)
        #expect(queue.next() == nil)
        queue.finished(call(2))
        queue.finished(call(3))
        #expect(queue.next() == 4)
        queue.finished(call(4))
        #expect(queue.isIdle && queue.bytes == 0)
    }

    @Test("bytes are bounded whether they run or wait")
    func bytes() {
        var queue = queue {
            $0.runningHandlers = 1
            $0.requestBytes = 100
        }
        #expect(queue.admit(call(1, bytes: 60)) == .start)
        #expect(queue.admit(call(2, bytes: 41)) == .refused)
        #expect(queue.admit(call(3, bytes: 40)) == .wait)
        queue.withdraw(call(3, bytes: 40))
        #expect(queue.bytes == 60 && queue.waitingCount == 0)
        queue.finished(call(1, bytes: 60))
        #expect(queue.next() == nil)
        #expect(queue.isIdle)
    }

    @Test("requests that give up behind a handler that never ends do not pile up")
    func withdrawals() {
        var queue = queue { $0.runningHandlers = 1 }
        #expect(queue.admit(call(1)) == .start)
        #expect(queue.admit(call(2)) == .wait)
        for id in 3...10_000 as ClosedRange<UInt64> {
            #expect(queue.admit(call(id)) == .wait)
            queue.withdraw(call(id))
            #expect(queue.keptCount <= 66 && queue.waitingCount == 1)
        }
        queue.finished(call(1))
        #expect(queue.next() == 2)
        #expect(queue.next() == nil)
        queue.finished(call(2))
        #expect(queue.isIdle && queue.bytes == 0)
    }

    @Test("streams do not hold up calls, and have a bound of their own")
    func streams() {
        var queue = queue {
            $0.runningHandlers = 1
            $0.streams = 2
        }
        #expect([stream(1), stream(2), stream(3)].map { queue.admit($0) } == [.start, .start, .refused])
        #expect(queue.admit(call(4)) == .start)
        #expect(queue.isIdle == false)
        queue.finished(call(4))
        #expect(queue.isIdle)
        queue.finished(stream(1))
        #expect(queue.admit(stream(5)) == .start)
    }

    @Test("a stream waits its turn behind calls")
    func streamWaits() {
        var queue = queue { $0.runningHandlers = 1 }
        #expect(queue.admit(call(1)) == .start)
        #expect(queue.admit(stream(2)) == .wait)
        #expect(queue.admit(call(3)) == .wait)
        queue.finished(call(1))
        #expect(queue.next() == 2)
        #expect(queue.next() == 3)
        #expect(queue.next() == nil)
    }
}

@Suite struct EnvelopeTests {
    @Test("a duration becomes whole milliseconds that fit, never negative")
    func milliseconds() {
        #expect(Duration.milliseconds(1_500).clampedMilliseconds == 1_500)
        #expect(Duration.microseconds(999).clampedMilliseconds == 0)
        #expect(Duration.milliseconds(-1).clampedMilliseconds == 0)
        #expect(Duration.seconds(10_000_000_000).clampedMilliseconds == 4_000_000_000)
    }

    @Test("a status without details is unknown, OK is no error, the rest round-trips")
    func statuses() {
        #expect(RPCError(nil as Proto.Status?)?.code == .unknown)
        #expect(RPCError(Proto.Status(code: .ok)) == nil)
        let error = RPCError(.aborted, reason: .staleEra, "text", retryAfter: .milliseconds(20))
        #expect(RPCError(error.status) == error)
    }
}
