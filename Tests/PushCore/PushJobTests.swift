import CallModel
import PushCore
import TestSupport
import Testing

@Suite("A push job")
struct PushJobTests {
    private let start = WallTime(milliseconds: 1_000_000)
    private var deadline: WallTime { start + .seconds(30) }

    private func job() -> PushJob { PushJob(deadline: deadline, at: start) }

    @Test("is sent at once, and reported when the provider has taken it")
    func plain() {
        var job = job()
        #expect(job.handle(.due, at: start) == .handled([.send, .wake(at: start + PushJob.patience)]))
        #expect(job.handle(.taken, at: start + .milliseconds(40)) == .handled([.report(handedOver: true)]))
        #expect(job.state == .sent(at: start + .milliseconds(40)))
        #expect(job.attempts == 1 && job.isOver && job.wakeTime == nil)
    }

    @Test("is dropped when the ring ends before it leaves")
    func dropped() {
        var job = job()
        #expect(job.handle(.ringStopped, at: start) == .handled([.report(handedOver: false)]))
        #expect(job.handle(.due, at: start) == .race)
        #expect(job.state == .dropped(at: start))
    }

    @Test("is not tried again when the ring ended while it was with the provider", arguments: [false, true])
    func stoppedWhileSending(isAnswerLost: Bool) {
        var job = job()
        _ = job.handle(.due, at: start)
        #expect(job.handle(.ringStopped, at: start) == .handled([]))
        #expect(job.handle(.ringStopped, at: start) == .race)
        let end: PushJob.Event = isAnswerLost ? .restarted : .unanswered(after: nil)
        #expect(job.handle(end, at: start) == .handled([.report(handedOver: false)]))
        #expect(job.state == .dropped(at: start))
    }

    @Test("that the provider took after the ring had ended counts as handed over")
    func takenAfterStop() {
        var job = job()
        _ = job.handle(.due, at: start)
        _ = job.handle(.ringStopped, at: start)
        #expect(job.handle(.taken, at: start) == .handled([.report(handedOver: true)]))
    }

    @Test("is never handed over at or after the ring deadline")
    func expired() {
        var job = job()
        #expect(job.handle(.due, at: deadline) == .handled([.report(handedOver: false)]))
        #expect(job.state == .expired(at: deadline))
    }

    @Test("is tried again within the ring, ever later, and then given up as unreachable")
    func retries() {
        var job = job()
        var now = start
        var pauses: [Duration] = []
        while !job.isOver {
            #expect(job.handle(.due, at: now) == .handled([.send, .wake(at: now + PushJob.patience)]))
            guard case .handled(let effects) = job.handle(.unanswered(after: nil), at: now) else {
                Issue.record("an unanswered attempt must be handled")
                return
            }
            guard case .wake(let next)? = effects.first else { break }
            pauses.append(next - now)
            now = next
        }
        #expect(pauses == [.milliseconds(500), .milliseconds(1_500), .seconds(4)])
        #expect(job.attempts == PushJob.attemptLimit)
        #expect(job.state == .failed(at: now, cause: .unreachable))
    }

    @Test("follows the provider's own wish when to try again, unless the ring is over by then")
    func providerWish() {
        var patient = job()
        _ = patient.handle(.due, at: start)
        #expect(
            patient.handle(.unanswered(after: .seconds(3)), at: start) == .handled([.wake(at: start + .seconds(3))]))
        var late = job()
        _ = late.handle(.due, at: start)
        #expect(late.handle(.unanswered(after: .seconds(900)), at: start) == .handled([.report(handedOver: false)]))
        #expect(late.state == .expired(at: start))
    }

    @Test(
        "forgets the token when the provider says that the device is gone, and only then",
        arguments: PushJob.Cause.allCases)
    func refusals(cause: PushJob.Cause) {
        var job = job()
        _ = job.handle(.due, at: start)
        let expected: [PushJob.Effect] =
            cause == .tokenGone ? [.forgetToken, .report(handedOver: false)] : [.report(handedOver: false)]
        #expect(job.handle(.refused(cause), at: start) == .handled(expected))
        #expect(job.state == .failed(at: start, cause: cause))
    }

    @Test("is sent again after a restart that lost the answer")
    func restart() {
        var job = job()
        _ = job.handle(.due, at: start)
        let later = start + .seconds(2)
        #expect(job.handle(.restarted, at: later) == .handled([.wake(at: later)]))
        #expect(job.handle(.due, at: later) == .handled([.send, .wake(at: later + PushJob.patience)]))
        #expect(job.attempts == 2)
    }

    @Test("does not wait longer than its patience for an answer")
    func silence() {
        var job = job()
        _ = job.handle(.due, at: start)
        #expect(job.handle(.due, at: start + .seconds(1)) == .race)
        let late = start + PushJob.patience
        #expect(job.handle(.due, at: late) == .handled([.wake(at: late + .milliseconds(500))]))
    }

    @Test("a due time that has not come yet only sets the clock again")
    func early() {
        var job = job()
        _ = job.handle(.due, at: start)
        _ = job.handle(.unanswered(after: .seconds(2)), at: start)
        #expect(job.handle(.due, at: start + .seconds(1)) == .handled([.wake(at: start + .seconds(2))]))
    }

    private var events: [PushJob.Event] {
        [.due, .taken, .unanswered(after: nil), .unanswered(after: .seconds(1)), .ringStopped, .restarted]
            + PushJob.Cause.allCases.map { .refused($0) }
    }

    @Test("2,000 random histories: it ends exactly once, reports exactly once, and never sends after the deadline")
    func randomWalks() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for walk in 0..<2_000 {
            if let broken = brokenLaw(&random) {
                Issue.record("seed \(seed) walk \(walk): \(broken)")
                return
            }
        }
    }

    /// One random history; the law it breaks, if any.
    private func brokenLaw(_ random: inout SeededGenerator) -> String? {
        var job = job()
        var now = start
        var reports = 0
        for _ in 0..<40 {
            now = now + .milliseconds(random.next(in: 0...2_500))
            let wasOver = job.isOver
            let event = events[random.next(in: 0...(events.count - 1))]
            // A restart loads only jobs that are not over.
            if wasOver, event == .restarted { continue }
            switch job.handle(event, at: now) {
            case .handled(let effects):
                if wasOver { return "an ended job did something" }
                if effects.contains(.send), now >= deadline { return "sent after the deadline" }
                reports += effects.count { effect in if case .report = effect { true } else { false } }
            case .race: break
            case .bug: return "\(event) was a bug in \(job.state)"
            }
            if reports != (job.isOver ? 1 : 0) { return "\(reports) reports in \(job.state)" }
            if job.attempts > PushJob.attemptLimit { return "\(job.attempts) attempts" }
        }
        return nil
    }
}

@Suite("A device token")
struct RegisteredTokenTests {
    @Test("is gone only by a word about a push that was queued after it was registered")
    func word() {
        let token = RegisteredToken(
            user: UserID("alice"), device: DeviceID("phone"), registeredAt: WallTime(milliseconds: 1_000))
        #expect(token.isGone(byWordAboutPushQueuedAt: WallTime(milliseconds: 1_001)))
        #expect(!token.isGone(byWordAboutPushQueuedAt: WallTime(milliseconds: 999)))
    }
}
