import Bus
import InspectorCore

/// Events of a watch made into exchanges, with the clocks and the count of what is missing.
struct Pairing {
    private var table = ExchangeTable()
    private(set) var clocks = ClockMap()
    private(set) var missed: MissedEvents
    private(set) var eventCount: UInt64 = 0

    init(_ watch: TapWatch) { missed = MissedEvents(sampling: UInt32(clamping: watch.filter.sampling)) }

    /// Takes one item; gives the exchanges that ended by it.
    mutating func take(_ item: WatchItem) -> [Exchange] {
        switch item {
        case .record(let record):
            eventCount += 1
            missed.take(record)
            clocks.observe(record)
            table.take(record)
        case .aside(let record): missed.take(record)
        case .clock(let reading): clocks.take(reading)
        case .tick(let moment): table.advance(to: moment)
        default: return []
        }
        return table.takeFinished()
    }

    /// The watch is over: everything comes out.
    mutating func finish() -> [Exchange] { table.takeFinished() + table.finishAll() }

    var openCounts: [MethodRow.Key: Int] { table.openCounts }

    mutating func takeLooseDrops() -> [TapRecord] { table.takeLooseDrops() }
}
