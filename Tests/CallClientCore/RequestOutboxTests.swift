import CallClientCore
import CallModel
import Testing

private let even = Chance(0.5)
private let one = ConnectionNumber(1)
private let two = ConnectionNumber(2)
private let call = CallID("call-1")
private let unavailable = RequestFailure(status: 14, reason: 0)

private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64(seconds * 1e9)) }
private func ticket(_ number: UInt64) -> Ticket { Ticket(number) }

@Suite("Request outbox")
struct RequestOutboxTests {
    @Test("requests wait for a connection and leave in the order they were made")
    func order() {
        var outbox = RequestOutbox()
        #expect(outbox.submit(.accept(call), as: ticket(1), until: at(9)) == [.startTimer(ticket(1), at(9))])
        _ = outbox.submit(.hangup(call), as: ticket(2), until: at(9))
        #expect(
            outbox.wentOnline(one) == [
                .send(one, ticket(1), .accept(call)), .send(one, ticket(2), .hangup(call)),
            ])
    }

    @Test("what was in flight when the connection broke is sent again on the next one")
    func resent() {
        var outbox = RequestOutbox()
        _ = outbox.wentOnline(one)
        _ = outbox.submit(.accept(call), as: ticket(1), until: at(9))
        _ = outbox.wentOffline()
        #expect(outbox.wentOnline(two) == [.send(two, ticket(1), .accept(call))])
        #expect(
            outbox.succeeded(ticket(1), .done) == [
                .cancelTimer(ticket(1)), .finished(ticket(1), .accept(call), .succeeded(.done)),
            ])
        #expect(outbox.isEmpty)
    }

    @Test("at its deadline a request that never left fails as offline, one in flight as timed out")
    func deadlines() {
        var outbox = RequestOutbox()
        _ = outbox.submit(.accept(call), as: ticket(1), until: at(9))
        #expect(
            outbox.timerFired(ticket(1), at: at(9)) == [.finished(ticket(1), .accept(call), .failed(.offline))])
        _ = outbox.wentOnline(one)
        _ = outbox.submit(.accept(call), as: ticket(2), until: at(9))
        #expect(
            outbox.timerFired(ticket(2), at: at(9)) == [.finished(ticket(2), .accept(call), .failed(.timedOut))])
    }

    @Test("a transient failure is retried after a pause, a final one is not")
    func retries() {
        var outbox = RequestOutbox()
        _ = outbox.wentOnline(one)
        _ = outbox.submit(.accept(call), as: ticket(1), until: at(9))
        #expect(
            outbox.failed(ticket(1), unavailable, at: at(1), chance: even) == [.startTimer(ticket(1), at(1.1))])
        #expect(
            outbox.timerFired(ticket(1), at: at(1.1)) == [
                .send(one, ticket(1), .accept(call)), .startTimer(ticket(1), at(9)),
            ])
        let over = RequestFailure(status: 9, reason: 8010)
        #expect(
            outbox.failed(ticket(1), over, at: at(2), chance: even) == [
                .cancelTimer(ticket(1)), .finished(ticket(1), .accept(call), .failed(over)),
            ])
    }

    @Test("a transient failure with no time left is final")
    func noTimeLeft() {
        var outbox = RequestOutbox()
        _ = outbox.wentOnline(one)
        _ = outbox.submit(.accept(call), as: ticket(1), until: at(1))
        let effects = outbox.failed(ticket(1), unavailable, at: at(0.95), chance: Chance(0.9))
        #expect(effects.last == .finished(ticket(1), .accept(call), .failed(unavailable)))
    }

    @Test("a newer request of the same slot replaces the older, whose answer is then nobody's")
    func slots() {
        var outbox = RequestOutbox()
        _ = outbox.wentOnline(one)
        _ = outbox.submit(.joinMedia(call, era: 1), as: ticket(1), until: at(9))
        let effects = outbox.submit(.joinMedia(call, era: 2), as: ticket(2), until: at(9))
        #expect(effects.first == .cancelTimer(ticket(1)))
        guard case .refused(let refusal) = outbox.succeeded(ticket(1), .mediaGranted).first else {
            Issue.record("an old answer was taken")
            return
        }
        #expect(refusal.kind == .race)
    }

    @Test("an abandoned request is awaited if it may have been executed, and never sent again")
    func abandoned() {
        var outbox = RequestOutbox()
        _ = outbox.submit(.join(call), as: ticket(1), until: at(9))
        #expect(outbox.abandon(ticket(1)).mayBeAnswered == false)
        #expect(outbox.isEmpty)
        _ = outbox.wentOnline(one)
        _ = outbox.submit(.join(call), as: ticket(2), until: at(9))
        #expect(outbox.abandon(ticket(2)).mayBeAnswered)
        #expect(outbox.wentOffline() == [.cancelTimer(ticket(2))])
        #expect(outbox.wentOnline(two).isEmpty)
    }

    @Test("each request ends exactly once, over any walk", arguments: 0..<300)
    func walks(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        var outbox = RequestOutbox()
        var submitted: Set<Ticket> = []
        var ended: [Ticket: Int] = [:]
        var connection: UInt64 = 0
        var isOnline = false
        for step in 0..<120 {
            let now = at(Double(step) * 0.3)
            var effects: [OutboxEffect] = []
            switch dice.number(0...6) {
            case 0, 1:
                let new = ticket(UInt64(step))
                submitted.insert(new)
                effects = outbox.submit(
                    .join(CallID("c\(step)")), as: new, until: now + .seconds(dice.number(1...6)))
            case 2:
                connection += isOnline ? 0 : 1
                effects = isOnline ? [] : outbox.wentOnline(ConnectionNumber(connection))
                isOnline = true
            case 3:
                effects = outbox.wentOffline()
                isOnline = false
            case 4: effects = outbox.succeeded(ticket(UInt64(dice.number(0...step))), .done)
            case 5:
                effects = outbox.failed(
                    ticket(UInt64(dice.number(0...step))), dice.pick([unavailable, .invitationOver]), at: now,
                    chance: Chance(dice.fraction()))
            default: effects = outbox.timerFired(ticket(UInt64(dice.number(0...step))), at: now)
            }
            for case .finished(let done, _, _) in effects { ended[done, default: 0] += 1 }
            for case .send in effects where !isOnline { Issue.record("seed \(seed): sent while offline") }
        }
        for case .finished(let done, _, _) in outbox.clear(.notLoggedIn) { ended[done, default: 0] += 1 }
        #expect(Set(ended.keys) == submitted, "seed \(seed)")
        #expect(ended.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    }
}
