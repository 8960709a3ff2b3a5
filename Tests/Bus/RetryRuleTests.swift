import Testing
import Wire

@testable import Bus

@Suite struct RetryRuleTests {
    private let once = MethodDescriptor(service: "s", name: "Once")
    private let again = MethodDescriptor(service: "s", name: "Again", isIdempotent: true)
    private let lost = RPCError(.unavailable, reason: .peerLost)
    private let draining = RPCError(.unavailable, reason: .draining)

    private func decide(
        _ error: RPCError, _ method: MethodDescriptor, attempts: Int = 1, hadFreeRetry: Bool = false,
        isStream: Bool = false, isCommitted: Bool = false, hasLeft: Bool = true,
        chance: Double = 0.5
    ) -> RetryRule.Decision {
        var budget = RetryBudget()
        return RetryRule.decide(
            error,
            RetryRule.Attempt(
                method: method, attempts: attempts, hadFreeRetry: hadFreeRetry, isStream: isStream,
                isCommitted: isCommitted, hasLeft: hasLeft),
            &budget, chance: chance)
    }

    private func first(_ method: MethodDescriptor) -> RetryRule.Attempt {
        RetryRule.Attempt(
            method: method, attempts: 1, hadFreeRetry: false, isStream: false, isCommitted: false, hasLeft: true)
    }

    @Test("a stream whose first item came is never begun again")
    func committed() {
        #expect(decide(draining, once, isStream: true) == .free)
        #expect(decide(draining, once, isStream: true, isCommitted: true) == .giveUp)
    }

    @Test("after a loss only idempotent calls are sent again, and at most five times in all")
    func afterLoss() {
        #expect(decide(lost, again) == .after(.milliseconds(50)))
        #expect(decide(lost, once) == .giveUp)
        #expect(decide(lost, again, isStream: true) == .giveUp)
        #expect(decide(lost, again, attempts: 4) == .after(.milliseconds(400)))
        #expect(decide(lost, again, attempts: 5) == .giveUp)
    }

    @Test("what never left is free, whatever the method, also after many attempts")
    func neverLeft() {
        let error = RPCError(.unavailable, reason: .neverSent)
        #expect(decide(error, once, attempts: 5, hadFreeRetry: true, hasLeft: false) == .free)
        // A peer cannot claim it.
        #expect(decide(error, once) == .giveUp)
    }

    @Test("a refusal on the way is free once, then counts")
    func afterRefusal() {
        for reason in [Proto.Reason.draining, .staleEpoch] {
            #expect(decide(RPCError(.unavailable, reason: reason), once) == .free)
        }
        #expect(decide(draining, once, hadFreeRetry: true) == .after(.milliseconds(50)))
        #expect(decide(draining, once, attempts: 5, hadFreeRetry: true) == .giveUp)
        #expect(decide(RPCError(.unavailable), again) == .giveUp)
        #expect(decide(RPCError(.internal), again) == .giveUp)
    }

    @Test("a full queue is asked again when it says, since it never began")
    func queueFull() {
        let full = RPCError(.resourceExhausted, reason: .queueFull, retryAfter: .milliseconds(137))
        #expect(decide(full, once) == .after(.milliseconds(137)))
        #expect(decide(RPCError(.resourceExhausted, reason: .queueFull), once) == .after(.milliseconds(50)))
        #expect(decide(RPCError(.resourceExhausted, reason: .tooFrequent), again) == .giveUp)
        #expect(decide(full, once, attempts: 5) == .giveUp)
    }

    @Test("a final answer is never asked again")
    func final() {
        #expect(decide(RPCError(.unavailable, reason: .draining, isFinal: true), again) == .giveUp)
        #expect(decide(RPCError(.resourceExhausted, reason: .queueFull, isFinal: true), again) == .giveUp)
    }

    @Test("pauses double from 50 ms to a second, 20 % more or less")
    func pauses() {
        #expect(decide(lost, again, chance: 0) == .after(.milliseconds(40)))
        #expect(decide(lost, again, attempts: 2, chance: 0) == .after(.milliseconds(80)))
        guard case .after(let longest) = decide(lost, again, attempts: 4, chance: 0.999_999) else {
            Issue.record("no retry")
            return
        }
        #expect(longest > .milliseconds(479) && longest < .milliseconds(480))
    }

    @Test("while most calls fail there are no retries; ten successes buy one back")
    func budget() {
        var budget = RetryBudget()
        let attempt = first(again)
        var allowed = 0
        while RetryRule.decide(lost, attempt, &budget, chance: 0.5) != .giveUp { allowed += 1 }
        // Off at half: the fifth failure leaves five of ten tokens.
        #expect(allowed == 4)
        for _ in 0..<100 { _ = RetryRule.decide(lost, attempt, &budget, chance: 0.5) }
        #expect(budget.tenths == 0)
        for _ in 0..<61 { budget.succeeded() }
        #expect(RetryRule.decide(lost, attempt, &budget, chance: 0.5) != .giveUp)
        for _ in 0..<1_000 { budget.succeeded() }
        #expect(budget == RetryBudget())
    }

    @Test("free retries cost no token")
    func freeOfCharge() {
        var budget = RetryBudget()
        let attempt = first(once)
        #expect(RetryRule.decide(draining, attempt, &budget, chance: 0) == .free)
        #expect(budget == RetryBudget())
    }

    @Test("reasons of a further hop are not passed on, others are")
    func passedOn() {
        #expect(RetryRule.passedOn(RPCError(.unavailable, reason: .peerLost, "x")).reason == Proto.Reason.none)
        let own = RPCError(.notFound, reason: .callNotFound, "x")
        #expect(RetryRule.passedOn(own) == own)
    }

    @Test("an answer about the call says nothing about the instance, one about itself does")
    func blame() {
        #expect(!RetryRule.speaksOfInstance(RPCError(.notFound)))
        #expect(!RetryRule.speaksOfInstance(draining))
        #expect(!RetryRule.speaksOfInstance(RPCError(.resourceExhausted)))
        #expect(RetryRule.speaksOfInstance(RPCError(.internal)))
        #expect(RetryRule.speaksOfInstance(RPCError(.deadlineExceeded)))
        #expect(RetryRule.speaksOfInstance(RPCError(.unavailable)))
    }
}
