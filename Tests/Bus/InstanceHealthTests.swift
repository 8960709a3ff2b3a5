import CallModel
import Testing

@testable import Bus

@Suite struct InstanceHealthTests {
    private let start = MonotonicInstant.zero + .seconds(1_000)
    private let timing = BusTiming()

    private func at(_ seconds: Double) -> MonotonicInstant { start + .seconds(seconds) }

    private func busy() -> InstanceHealth {
        var health = InstanceHealth(timing: timing, now: start)
        health.connected(now: start)
        health.becameBusy(now: start)
        return health
    }

    /// Drives the clock as the I/O thread does; `answers` says whether a probe sent at a time is answered.
    private func run(
        _ health: inout InstanceHealth, from: Double, to end: Double, isBusy: Bool = true, mayEject: Bool = true,
        answers: (Double) -> Bool = { _ in false }
    ) -> [(at: Double, action: InstanceHealth.Action)] {
        var log: [(at: Double, action: InstanceHealth.Action)] = []
        var now = from
        while now <= end {
            let action = health.tick(at(now), isBusy: isBusy)
            if action != .nothing { log.append((now, action)) }
            switch action {
            case .probe:
                health.probed(now: at(now))
                if answers(now) { _ = health.probeAnswered(isServing: true, now: at(now)) }
            case .eject: if mayEject { health.eject(now: at(now)) }
            case .nothing, .readmit: break
            }
            now += 0.1
        }
        return log
    }

    @Test("an instance that answers neither calls nor Health is left out within 6 s")
    func silent() throws {
        var health = busy()
        let log = run(&health, from: 0, to: 6)
        let ejection = try #require(log.first { $0.action == .eject(.silent) })
        #expect(ejection.at < 6)
        #expect(log.count { $0.action == .probe } >= 2)
        #expect(health.isEjected)
    }

    @Test("one that answers calls is not asked, and one without calls neither")
    func noQuestions() {
        var health = busy()
        for second in 1...30 {
            health.answered()
            #expect(health.tick(at(Double(second)), isBusy: true) == .nothing)
        }
        var idle = busy()
        #expect(run(&idle, from: 0, to: 30, isBusy: false).isEmpty)
    }

    @Test("one that answers Health is kept, however long its calls take")
    func longCalls() {
        var health = busy()
        let log = run(&health, from: 0, to: 60) { _ in true }
        #expect(log.allSatisfy { $0.action == .probe })
        #expect((25...31).contains(log.count))
    }

    @Test("one lost answer is forgiven")
    func oneMiss() {
        var health = busy()
        #expect(health.tick(at(2), isBusy: true) == .probe)
        health.probed(now: at(2))
        #expect(health.tick(at(3.5), isBusy: true) == .probe)
        health.probed(now: at(3.5))
        #expect(health.probeAnswered(isServing: true, now: at(4)) == .nothing)
        #expect(health.missedProbes == 0 && !health.isEjected)
    }

    @Test("five failures in a row leave it out, an answer in between does not")
    func failures() {
        var health = busy()
        for _ in 0..<4 { #expect(health.failed() == .nothing) }
        health.answered()
        for _ in 0..<4 { #expect(health.failed() == .nothing) }
        #expect(health.failed() == .eject(.failures))
    }

    @Test("one that says it does not serve is left out at once")
    func notServing() {
        var health = busy()
        #expect(health.tick(at(2), isBusy: true) == .probe)
        health.probed(now: at(2))
        #expect(health.probeAnswered(isServing: false, now: at(2.1)) == .eject(.notServing))
    }

    @Test("it comes back when its time is over and it answers again, and each further time takes longer")
    func readmission() throws {
        var health = busy()
        health.eject(now: at(0))
        var log = run(&health, from: 0, to: 20) { $0 >= 9 }
        let back = try #require(log.first { $0.action == .readmit })
        // Its time was over at 5 s, but it answered only from 9 s on.
        #expect(back.at >= 9 && back.at <= 13)
        health.eject(now: at(20))
        log = run(&health, from: 20, to: 40) { _ in true }
        let again = try #require(log.first { $0.action == .readmit })
        #expect((29.9...30.3).contains(again.at))
        for _ in 0..<100 { health.eject(now: at(40)) }
        log = run(&health, from: 40, to: 110) { _ in true }
        let last = try #require(log.first { $0.action == .readmit })
        #expect((99.9...100.3).contains(last.at))
    }

    @Test("good behaviour is rewarded: the count goes down again")
    func forgiveness() {
        var health = busy()
        health.eject(now: at(0))
        #expect(health.ejections == 1)
        _ = run(&health, from: 0, to: 30) { _ in true }
        #expect(health.ejections == 0)
    }

    @Test("a new connection starts with a clean slate")
    func reconnected() {
        var health = busy()
        health.eject(now: at(0))
        health.connected(now: at(1))
        #expect(!health.isEjected && health.failures == 0)
    }

    @Test("never the last one, never more than half, one of two")
    func share() {
        func may(_ connected: Int, _ ejected: Int) -> Bool {
            InstanceHealth.mayEject(connected: connected, ejected: ejected, largestShare: 0.5)
        }
        #expect(!may(1, 0))
        #expect(may(2, 0) && !may(2, 1))
        #expect(may(3, 0) && !may(3, 1))
        #expect(may(4, 1) && !may(4, 2))
        #expect(may(10, 4) && !may(10, 5))
        #expect(!InstanceHealth.mayEject(connected: 2, ejected: 1, largestShare: 1))
    }
}

@Suite struct ClockOffsetTests {
    @Test("the quickest exchange decides, and old ones are forgotten")
    func best() {
        var offset = ClockOffset()
        #expect(offset.microseconds == nil)
        offset.record(sent: 1_000, answered: 6_500, received: 3_000)
        #expect(offset.microseconds == 4_500)
        offset.record(sent: 10_000, answered: 15_050, received: 10_100)
        #expect(offset.microseconds == 5_000)
        // The peer's clock was set back; eight exchanges later nothing is left of before.
        for round in 1...8 {
            let sent = UInt64(20_000 * round)
            offset.record(sent: sent, answered: sent - 9_500, received: sent + 1_000)
        }
        #expect(offset.microseconds == -10_000)
    }

    @Test("a peer that does not tell its time, and a clock set back meanwhile, give no sample")
    func unusable() {
        var offset = ClockOffset()
        offset.record(sent: 1_000, answered: 0, received: 2_000)
        offset.record(sent: 2_000, answered: 1_500, received: 1_000)
        #expect(offset.microseconds == nil)
        offset.record(sent: 0, answered: .max, received: 0)
        #expect(offset.microseconds == Int64.max)
    }
}
