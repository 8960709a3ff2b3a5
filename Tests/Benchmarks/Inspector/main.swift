// How many tap events the inspector's core takes per second on one core: decoding aside, everything `stats`, `grep` and
// `record` do with an event. Run: PARTYLINE_BENCH=1 swift build -c release --product inspector-bench
import Foundation
import InspectorCore
import Wire

/// Events of so many calls from gateway over signaling to presence, as three taps would interleave them.
func events(calls: Int) -> [TapRecord] {
    var records: [TapRecord] = []
    records.reserveCapacity(calls * 5)
    for call in 0..<calls {
        let start = Int64(call) * 20
        var event = Proto.TapEvent(
            kind: .request, requestId: UInt64(call + 1), method: "partyline.v1.Signaling/Call",
            traceId: bytes(UInt64(call), 16), spanId: bytes(UInt64(call), 8), shardKey: "call-\(call % 500)",
            remainingMs: 5_000, attempt: 1)
        event.payloadBytes = 200
        func say(_ point: Proto.TapPoint, _ kind: Proto.Kind, atServer: Bool, after: Int64) {
            event.point = point
            event.kind = kind
            (event.service, event.instance, event.epoch) =
                atServer ? ("signaling", "signaling-1", 2) : ("gateway", "gateway-1", 1)
            (event.peerService, event.peerInstance) = atServer ? ("gateway", "gateway-1") : ("signaling", "signaling-1")
            event.sequence += 1
            let now = start + after
            event.monotonicNs = UInt64(now + 1_000) * 1_000
            event.wallUs = UInt64(now + 1_796_043_431_000_000)
            let arrival = Moment(microseconds: now + 1_796_043_431_000_300)
            records.append(TapRecord(event, from: "tcp://host:7203", arrivedAt: arrival))
        }
        say(.clientSend, .request, atServer: false, after: 0)
        say(.serverReceive, .request, atServer: true, after: 100)
        say(.handlerStart, .request, atServer: true, after: 120)
        event.status = Proto.Status()
        say(.serverSend, .response, atServer: true, after: 600)
        say(.clientReceive, .response, atServer: false, after: 700)
    }
    return records.sorted { $0.arrivedAt < $1.arrivedAt }
}

func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: (number &* 0x9e37_79b9_7f4a_7c15) >> UInt64(8 * ($0 % 8))) }
}

/// Events per second of the best of five runs.
func rate(_ records: [TapRecord], _ body: ([TapRecord]) -> Int) -> Double {
    var best = 0.0
    for _ in 0..<5 {
        let clock = ContinuousClock()
        var checked = 0
        let span = clock.measure { checked = body(records) }
        precondition(checked > 0)
        let seconds = Double(span.components.seconds) + Double(span.components.attoseconds) / 1e18
        best = max(best, Double(records.count) / seconds)
    }
    return best
}

func figure(_ name: String, _ value: Double, goal: Double?) {
    let text = String(format: "%.0f", value)
    guard let goal else { return print("FIGURE \(name) \(text) events/s") }
    print("FIGURE \(name) \(text) events/s goal >= \(Int(goal)) \(value >= goal ? "met" : "missed")")
}

let records = events(calls: 50_000)
let join = rate(records) { records in
    var table = ExchangeTable()
    for record in records { table.take(record) }
    return table.takeFinished().count
}
figure("inspector_join", join, goal: 50_000)

let stats = rate(records) { records in
    var (table, clocks, missed, statistics) = (ExchangeTable(), ClockMap(), MissedEvents(), MethodStatistics())
    for record in records {
        clocks.observe(record)
        missed.take(record)
        table.take(record)
        for exchange in table.takeFinished() { statistics.take(exchange, at: record.arrivedAt) }
    }
    return Int(statistics.count)
}
figure("inspector_stats", stats, goal: 50_000)

let expression = try Expression(parsing: "method ~ Signaling and status != ok or latency > 50ms and key ~ call-4*")
let grep = rate(records) { records in records.reduce(1) { $0 + (expression.matches($1) ? 1 : 0) } }
figure("inspector_grep", grep, goal: 50_000)

let recording = rate(records) { records in
    var writer = RecordingWriter()
    var size = writer.begin(Recording.Header(createdAt: .zero)).count
    for record in records { size += writer.add(record).count }
    return size + writer.finish().count
}
figure("inspector_record", recording, goal: 50_000)
