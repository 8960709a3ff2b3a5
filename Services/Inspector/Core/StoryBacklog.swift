import Wire

/// The latest records that belong to nothing yet, found again by their trace and spans without looking at all of them.
struct StoryBacklog: Sendable {
    private let capacity: Int
    private var slots: [TapRecord?] = []
    /// Counts up; a record's place is this modulo the capacity.
    private var next = 0
    /// Numbers of records by trace, span and parent span, ascending.
    private var places: [[UInt8]: [Int]] = [:]

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// Keeps a record, instead of the oldest if there is no room.
    mutating func append(_ record: TapRecord) {
        guard capacity > 0 else { return }
        if slots.count < capacity {
            slots.append(record)
        } else {
            forget(next - capacity)
            slots[next % capacity] = record
        }
        for key in Self.keys(of: record) { places[key, default: []].append(next) }
        next += 1
    }

    /// Takes out the records that have one of these traces or spans.
    mutating func take(_ keys: some Sequence<[UInt8]>, where belongs: (TapRecord) -> Bool) -> [TapRecord] {
        let numbers = Set(keys.flatMap { places[$0] ?? [] }).sorted()
        return take(numbers, where: belongs)
    }

    /// Takes out whatever belongs, looking at all of them.
    mutating func take(where belongs: (TapRecord) -> Bool) -> [TapRecord] {
        take(Array(max(0, next - slots.count)..<next), where: belongs)
    }

    private mutating func take(_ numbers: [Int], where belongs: (TapRecord) -> Bool) -> [TapRecord] {
        numbers.compactMap { number in
            guard let record = slots[number % capacity], belongs(record) else { return nil }
            forget(number)
            slots[number % capacity] = nil
            return record
        }
    }

    private mutating func forget(_ number: Int) {
        guard let record = slots[number % capacity] else { return }
        for key in Self.keys(of: record) {
            guard let place = places[key]?.firstIndex(of: number) else { continue }
            places[key]?.remove(at: place)
            if places[key]?.isEmpty == true { places[key] = nil }
        }
    }

    private static func keys(of record: TapRecord) -> Set<[UInt8]> {
        Set([record.event.traceId, record.event.spanId, record.event.parentSpanId].filter { !$0.isEmpty })
    }
}
