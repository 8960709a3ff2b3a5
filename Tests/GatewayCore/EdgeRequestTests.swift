import CallModel
import Testing

@testable import GatewayCore

@Suite("Requests and streams")
struct EdgeRequestTests {
    @Test("a call is forwarded with the session behind the connection and answered once")
    func call() {
        var edge = Edge.authenticated()
        #expect(edge.call(7, at: .zero) == [.forward(id(7), isStream: false, alice)])
        #expect(edge.handle(.callAnswered(id(7), [1, 2]), at: .zero) == [.respond(id(7), [1, 2])])
        #expect(edge.handle(.callAnswered(id(7), [1, 2]), at: .zero) == [.race("answer to nobody")])
        _ = edge.call(8, at: .zero)
        #expect(edge.handle(.callFailed(id(8), malformed), at: .zero) == [.fail(id(8), malformed)])
    }

    @Test("a cancelled call is cancelled behind too and answered as cancelled")
    func cancel() {
        var edge = Edge.authenticated()
        _ = edge.call(7, at: .zero)
        #expect(
            edge.handle(.cancelReceived(id(7)), at: .zero) == [.cancelCall(id(7)), .refuse(id(7), .cancelled)])
        #expect(edge.handle(.callAnswered(id(7), []), at: .zero) == [.race("answer to nobody")])
        #expect(
            edge.handle(.cancelReceived(id(7)), at: .zero) == [.race("cancel of a request that is over")])
    }

    @Test("request id 0 and an id in use end the connection")
    func badIDs() {
        var zero = Edge.authenticated()
        #expect(zero.call(0, at: .zero).last == .close(.violation("request id 0 or in use")))
        var reused = Edge.authenticated()
        _ = reused.call(7, at: .zero)
        #expect(reused.call(7, at: .zero).last == .close(.violation("request id 0 or in use")))
        var events = Edge.listening()
        #expect(events.call(2, at: .zero).last == .close(.violation("request id 0 or in use")))
        var authenticating = Edge.greeted()
        _ = authenticating.handle(
            .requestReceived(id(1), method: "G/Login", .authenticate(.login), credit: 0), at: .zero)
        #expect(authenticating.call(1, at: .zero).last == .close(.violation("request id 0 or in use")))
    }

    @Test("the request after the last that may be in flight is refused, and room comes back with an answer")
    func inFlight() {
        var policy = EdgePolicy()
        policy.requestsInFlight = 2
        var edge = Edge.authenticated(policy)
        _ = edge.call(3, at: .zero)
        _ = edge.call(4, at: .zero)
        #expect(edge.call(5, at: .zero) == [.refuse(id(5), .tooManyInFlight)])
        _ = edge.handle(.callAnswered(id(3), []), at: .zero)
        #expect(edge.call(6, at: .zero) == [.forward(id(6), isStream: false, alice)])
    }

    @Test("one method may not use up what a connection has, and refusals say when to come back")
    func rates() {
        var policy = EdgePolicy()
        policy.requestRate = Rate(perSecond: 10, burst: 100)
        policy.methodRate = Rate(perSecond: 2, burst: 3)
        var edge = Edge.authenticated(policy)
        for number in 2...4 { #expect(edge.call(UInt64(number), at: .zero).first?.isForward == true) }
        #expect(edge.call(5, at: .zero) == [.refuse(id(5), .tooFrequent(retryAfter: .milliseconds(500)))])
        #expect(edge.call(6, "S/Reject", at: .zero).first?.isForward == true)
        #expect(edge.call(7, at: second(0.5)).first?.isForward == true)
    }

    @Test("all methods together are limited too")
    func connectionRate() {
        var policy = EdgePolicy()
        policy.requestRate = Rate(perSecond: 1, burst: 3)
        var edge = Edge.authenticated(policy)
        // The login took the first.
        for number in 2...3 { #expect(edge.call(UInt64(number), "S/\(number)", at: .zero).first?.isForward == true) }
        #expect(edge.call(4, "S/4", at: .zero) == [.refuse(id(4), .tooFrequent(retryAfter: .seconds(1)))])
    }

    @Test("a flood of messages of any kind ends the connection")
    func flood() {
        var edge = Edge.listening()
        var last: [EdgeEffect] = []
        for _ in 0..<1_001 {
            last = edge.handle(.pingReceived, at: .zero)
            if edge.phase.isEnded { break }
        }
        #expect(last.last == .close(.tooManyFrames))
    }

    // MARK: Events

    @Test("events come in order, numbered from 1, those before the stream first")
    func eventsInOrder() {
        var edge = Edge.authenticated()
        #expect(edge.handle(.eventDelivered([1], isReplaceable: false), at: .zero) == [])
        #expect(edge.handle(.eventDelivered([2], isReplaceable: false), at: .zero) == [])
        #expect(
            edge.handle(.requestReceived(id(2), method: "G/Events", .events, credit: 0), at: .zero) == [
                .sendItem(id(2), sequence: 1, [1]), .sendItem(id(2), sequence: 2, [2]),
            ])
        #expect(
            edge.handle(.eventDelivered([3], isReplaceable: false), at: .zero)
                == [.sendItem(id(2), sequence: 3, [3])])
    }

    @Test("one Events stream per connection; a cancelled one can be opened again")
    func oneStream() {
        var edge = Edge.listening()
        let again = EdgeEvent.requestReceived(id(3), method: "G/Events", .events, credit: 0)
        #expect(edge.handle(again, at: .zero) == [.refuse(id(3), .eventsOpen)])
        #expect(edge.handle(.cancelReceived(id(2)), at: .zero) == [.endStream(id(2), .refused(.cancelled))])
        _ = edge.handle(.eventDelivered([8], isReplaceable: false), at: .zero)
        #expect(edge.handle(again, at: .zero) == [.sendItem(id(3), sequence: 1, [8])])
    }

    @Test("items wait for credit, which one item may overdraw")
    func credit() {
        var edge = Edge.listening(credit: 3)
        func deliver(_ byte: UInt8) -> [EdgeEffect] {
            edge.handle(.eventDelivered([byte, byte], isReplaceable: false), at: .zero)
        }
        #expect(deliver(1).count == 1)
        #expect(deliver(2).count == 1)
        #expect(deliver(3) == [])
        #expect(edge.handle(.creditReceived(id(2), 1), at: .zero) == [])
        #expect(edge.handle(.creditReceived(id(2), 1), at: .zero) == [.sendItem(id(2), sequence: 3, [3, 3])])
    }

    @Test("a client that stops giving credit is closed when its queue is full, and its session waits for a resume")
    func slowReader() {
        var policy = EdgePolicy()
        policy.queuedItems = 3
        var edge = Edge.listening(credit: 1, policy)
        for byte in 0..<4 { _ = edge.handle(.eventDelivered([UInt8(byte)], isReplaceable: false), at: .zero) }
        #expect(
            edge.handle(.eventDelivered([9], isReplaceable: false), at: .zero) == [
                .unbind(alice), .detachSession(alice), .close(.tooSlowReader),
            ])
    }

    @Test("a client that does not read its socket is closed like one that gives no credit")
    func socketOverflown() {
        var edge = Edge.listening()
        #expect(
            edge.handle(.socketOverflown, at: .zero) == [
                .unbind(alice), .detachSession(alice), .close(.tooSlowReader),
            ])
    }

    @Test("a queue is full by bytes as well")
    func slowReaderBytes() {
        var policy = EdgePolicy()
        policy.queuedBytes = ByteCount(10)
        var edge = Edge.authenticated(policy)
        #expect(edge.handle(.eventDelivered([UInt8](repeating: 0, count: 10), isReplaceable: false), at: .zero) == [])
        #expect(edge.handle(.eventDelivered([0], isReplaceable: false), at: .zero).last == .close(.tooSlowReader))
    }

    @Test("levels are dropped while a client is behind, not queued")
    func replaceable() {
        var edge = Edge.listening(credit: 1)
        _ = edge.handle(.eventDelivered([1, 1], isReplaceable: false), at: .zero)
        _ = edge.handle(.eventDelivered([2], isReplaceable: false), at: .zero)
        #expect(edge.handle(.eventDelivered([3], isReplaceable: true), at: .zero) == [])
        #expect(edge.handle(.creditReceived(id(2), 100), at: .zero) == [.sendItem(id(2), sequence: 2, [2])])
        #expect(
            edge.handle(.eventDelivered([4], isReplaceable: true), at: .zero)
                == [.sendItem(id(2), sequence: 3, [4])])
    }

    // MARK: Forwarded streams

    @Test("a forwarded stream has its own numbers, credit and end")
    func forwardedStream() {
        var edge = Edge.authenticated()
        let open = EdgeEvent.requestReceived(id(5), method: "X/Watch", .forward(isStream: true), credit: 2)
        #expect(edge.handle(open, at: .zero) == [.forward(id(5), isStream: true, alice)])
        #expect(edge.handle(.itemReceived(id(5), [1, 1]), at: .zero) == [.sendItem(id(5), sequence: 1, [1, 1])])
        #expect(edge.handle(.itemReceived(id(5), [2]), at: .zero) == [])
        #expect(edge.handle(.creditReceived(id(5), 5), at: .zero) == [.sendItem(id(5), sequence: 2, [2])])
        #expect(edge.handle(.streamEnded(id(5), nil), at: .zero) == [.endStream(id(5), .finished)])
        #expect(edge.handle(.itemReceived(id(5), [3]), at: .zero) == [.race("item for nobody")])
    }

    @Test("a forwarded stream nobody reads is cancelled behind and ended, the connection stays")
    func unreadForwardedStream() {
        var policy = EdgePolicy()
        policy.queuedItems = 1
        var edge = Edge.authenticated(policy)
        _ = edge.handle(
            .requestReceived(id(5), method: "X/Watch", .forward(isStream: true), credit: 1), at: .zero)
        _ = edge.handle(.itemReceived(id(5), [1]), at: .zero)
        _ = edge.handle(.itemReceived(id(5), [2]), at: .zero)
        #expect(
            edge.handle(.itemReceived(id(5), [3]), at: .zero) == [
                .cancelCall(id(5)), .endStream(id(5), .refused(.tooSlowReader)),
            ])
        #expect(edge.phase == .authenticated(alice))
    }
}

extension EdgeEffect {
    var isForward: Bool {
        if case .forward = self { return true }
        return false
    }
}
