import InspectorCore
import Testing
import Wire

@Suite("statistics by method and instance")
struct MethodStatisticsTests {
    static let start = Moment(microseconds: 1_796_043_431_000_000)

    static func exchange(
        _ method: String = "partyline.v1.Push/Ring", instance: String = "push-1", total: Duration = .milliseconds(2),
        status: Proto.StatusCode = .ok, id: UInt64 = 1
    ) -> Exchange {
        var exchange = Exchange(id: id)
        exchange.method = method
        exchange.server = ProcessKey(service: "push", instance: instance, epoch: 1)
        exchange.client = ProcessKey(service: "signaling", instance: "signaling-1", epoch: 2)
        exchange.attempt = 1
        exchange.remainingMilliseconds = 100
        func sighting(_ offset: Duration) -> Exchange.Sighting {
            Exchange.Sighting(
                monotonicNanoseconds: UInt64(offset.wholeMicroseconds) * 1_000, wall: start + offset,
                arrivedAt: start + offset)
        }
        exchange.clientSend = sighting(.zero)
        exchange.serverReceive = sighting(.microseconds(100))
        exchange.handlerStart = sighting(.microseconds(200))
        exchange.serverSend = sighting(total - .microseconds(100))
        exchange.clientReceive = sighting(total)
        exchange.status = Proto.Status(code: status)
        exchange.state = .ended
        (exchange.requestBytes, exchange.responseBytes) = (100, 20)
        return exchange
    }

    @Test("a row has counts, bytes, failures by status, and time by where it went")
    func row() throws {
        var table = MethodStatistics()
        for number in 1...10 {
            table.take(
                Self.exchange(total: .milliseconds(number), status: number > 8 ? .unavailable : .ok), at: Self.start)
        }
        let row = try #require(table.rows(at: Self.start).first)
        #expect(row.key == MethodRow.Key(method: "partyline.v1.Push/Ring", service: "push", instance: "push-1"))
        #expect(row.count == 10 && row.failures == [.unavailable: 2] && row.requestBytes == 1_000)
        #expect(row.total.maximum == .milliseconds(10) && row.queue.maximum == .microseconds(100))
        #expect(row.network.maximum == .microseconds(200) && row.slack.minimum == .milliseconds(90))
    }

    @Test("the slowest are kept, slowest first, and no more than asked for")
    func slowest() {
        var table = MethodStatistics(slowest: 3)
        for (index, number) in [5, 1, 9, 7, 3, 8].enumerated() {
            table.take(Self.exchange(total: .milliseconds(number), id: UInt64(index)), at: Self.start)
        }
        #expect(table.slowest.map { $0.duration } == [.milliseconds(9), .milliseconds(8), .milliseconds(7)])
    }

    @Test("rows are sorted by what is asked for, equal ones by name")
    func order() {
        var table = MethodStatistics()
        for (instance, times, count) in [("a", 5, 1), ("b", 1, 3), ("c", 9, 1)] {
            for _ in 0..<count {
                table.take(Self.exchange(instance: instance, total: .milliseconds(times)), at: Self.start)
            }
        }
        func names(_ order: MethodStatistics.Order) -> [String] {
            table.rows(by: order, at: Self.start).map(\.key.instance)
        }
        #expect(names(.name) == ["a", "b", "c"] && names(.p99) == ["c", "a", "b"])
        #expect(names(.count) == ["b", "a", "c"] && names(.errors) == ["a", "b", "c"])
    }

    @Test("instances taken together add up")
    func combined() throws {
        var table = MethodStatistics()
        table.take(Self.exchange(instance: "a", total: .milliseconds(1)), at: Self.start)
        table.take(Self.exchange(instance: "b", total: .milliseconds(4), status: .notFound), at: Self.start)
        table.setOpen([MethodRow.Key(method: "partyline.v1.Push/Ring", service: "push", instance: "a"): 2])
        let rows = table.combined().rows(at: Self.start)
        #expect(rows.count == 1)
        #expect(rows[0].count == 2 && rows[0].inFlight == 2 && rows[0].failureCount == 1)
        #expect(rows[0].total.maximum == .milliseconds(4))
    }

    @Test("past its capacity further methods are counted together")
    func capacity() {
        var table = MethodStatistics()
        for number in 0..<MethodStatistics.capacity {
            table.take(Self.exchange("s/m\(number)"), at: Self.start)
        }
        #expect(table.rows(at: Self.start).count == MethodStatistics.capacity)
        table.take(Self.exchange("s/one"), at: Self.start)
        table.take(Self.exchange("s/two"), at: Self.start)
        let rows = table.rows(at: Self.start)
        #expect(rows.count == MethodStatistics.capacity + 1)
        #expect(rows.first { $0.key.method == "(others)" }?.count == 2)
    }

    @Test("what was missed stands below the table")
    func missed() {
        var table = MethodStatistics()
        table.take(Self.exchange(), at: Self.start)
        let lines = table.text(at: Self.start, width: 200, style: .plain, missed: MissedEvents(sampling: 4))
        #expect(lines.last == "note: only 1 call in 4 was sampled: counts are not totals")
    }

    @Test("a late answer is counted as late, not as slack")
    func late() throws {
        var table = MethodStatistics()
        table.take(Self.exchange(total: .milliseconds(120)), at: Self.start)
        let row = try #require(table.rows(at: Self.start).first)
        #expect(row.late == 1 && row.slack.isEmpty)
    }

    @Test("a rate looks back one window, forgets what is older, and grows with the first seconds")
    func rates() {
        var rate = SlidingRate(window: .seconds(10))
        #expect(rate.rate(at: Self.start) == 0)
        for number in 0..<100 { rate.record(at: Self.start + .milliseconds(100 * number)) }
        #expect(abs(rate.rate(at: Self.start + .milliseconds(9_900)) - 10) < 0.6)
        #expect(abs(rate.rate(at: Self.start + .seconds(15)) - 5) < 0.6)
        #expect(rate.rate(at: Self.start + .seconds(21)) == 0)
        var young = SlidingRate(window: .seconds(10))
        for number in 0..<10 { young.record(at: Self.start + .milliseconds(100 * number)) }
        #expect(abs(young.rate(at: Self.start + .milliseconds(999)) - 10) < 1.1)
        young.record(at: Self.start + .seconds(100))
        #expect(abs(young.rate(at: Self.start + .seconds(100)) - 0.1) < 0.01)
    }
}
