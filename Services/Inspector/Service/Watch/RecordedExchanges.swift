import CommandLineKit
import InspectorCore
import Schema

/// All exchanges of a recording, put together.
struct RecordedExchanges {
    let exchanges: [Exchange]
    let missed: MissedEvents

    init(_ path: String, _ arguments: Arguments) async throws {
        let shelf = try SchemaShelf(arguments, patience: .seconds(1))
        var table = ExchangeTable()
        var missed = MissedEvents()
        var finished: [Exchange] = []
        _ = try await RecordedWatch(path, shelf).run { item in
            if case .record(let record) = item {
                missed.take(record)
                table.take(record)
                table.advance(to: record.arrivedAt)
                finished += table.takeFinished()
            }
            return true
        }
        exchanges = finished + table.finishAll()
        self.missed = missed
    }
}
