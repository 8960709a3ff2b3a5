import Testing

@testable import Realtime

@Suite("tick schedule")
struct TickScheduleTests {
    private let period: Int64 = 20_000_000

    @Test("a tick is due at its absolute time, not a period after the last one ended")
    func absolute() {
        var schedule = TickSchedule(start: 0, period: period, catchUp: 3)
        #expect(schedule.ticksDue(at: period - 1) == 0)
        #expect(schedule.ticksDue(at: period + 7_000_000) == 1)
        #expect(schedule.deadline == 2 * period)
        #expect(schedule.ticksDue(at: 2 * period) == 1)
        #expect(schedule.overruns == 0)
    }

    @Test("late ticks are made up for, each counted as an overrun")
    func catchUp() {
        var schedule = TickSchedule(start: 0, period: period, catchUp: 3)
        #expect(schedule.ticksDue(at: 3 * period + 1) == 3)
        #expect(schedule.overruns == 2)
        #expect(schedule.skipped == 0)
    }

    @Test("after a long stall the catch-up is capped and the rest is skipped and counted")
    func cap() {
        var schedule = TickSchedule(start: 0, period: period, catchUp: 3)
        #expect(schedule.ticksDue(at: 10 * period) == 3)
        #expect(schedule.skipped == 7)
        #expect(schedule.overruns == 9)
        #expect(schedule.deadline == 11 * period)
    }

    @Test("slack is counted by tenths of the period, late ends apart")
    func slack() {
        var schedule = TickSchedule(start: 0, period: period, catchUp: 3)
        _ = schedule.ticksDue(at: period)
        schedule.finishTurn(at: period + 1_000_000)
        schedule.finishTurn(at: period + 19_000_000)
        schedule.finishTurn(at: 2 * period + 1)
        #expect(schedule.slack[9] == 1)
        #expect(schedule.slack[0] == 1)
        #expect(schedule.slack[10] == 1)
    }

    @Test("a rest in which no tick was wanted is no overrun")
    func restart() {
        var schedule = TickSchedule(start: 0, period: period, catchUp: 3)
        schedule.restart(at: 1_000 * period)
        let due = [schedule.ticksDue(at: 1_000 * period), schedule.ticksDue(at: 1_001 * period)]
        #expect(due == [0, 1])
        #expect(schedule.overruns == 0)
    }
}
