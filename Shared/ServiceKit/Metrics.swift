import Synchronization

/// The numbers a service counts, named `<service>_<noun>_<unit>[_total]`.
///
/// Asking twice for a name gives the same instrument. Instruments are lock-free; hold on to them instead of looking
/// them up on a hot path.
public final class Metrics: Sendable {
    private enum Instrument: Sendable {
        case counter(Counter)
        case gauge(Gauge)
        case histogram(Histogram)
    }

    private let service: String
    private let instruments = Mutex<[String: Instrument]>([:])

    /// `service` begins every name.
    public init(service: String) { self.service = service }

    /// `counter("calls_total")` of signaling is `signaling_calls_total`.
    public func counter(_ name: String) -> Counter {
        register(name) {
            .counter(Counter())
        } as: {
            if case .counter(let it) = $0 { it } else { nil }
        }
    }

    /// A level under the name `<service>_<name>`.
    public func gauge(_ name: String) -> Gauge {
        register(name) {
            .gauge(Gauge())
        } as: {
            if case .gauge(let it) = $0 { it } else { nil }
        }
    }

    /// `bounds`: the inclusive upper ends of the buckets, ascending; one more bucket takes the rest. The bounds of the
    /// first registration hold.
    public func histogram(_ name: String, bounds: [UInt64]) -> Histogram {
        register(name) {
            .histogram(Histogram(bounds: bounds))
        } as: {
            if case .histogram(let it) = $0 { it } else { nil }
        }
    }

    /// Every value now, by full name in order. A histogram gives `_count`, `_sum` and one `_le_<bound>` per bucket.
    public var snapshot: [(name: String, value: UInt64)] {
        let all = instruments.withLock { $0 }
        var values: [(name: String, value: UInt64)] = []
        for (name, instrument) in all.sorted(by: { $0.key < $1.key }) {
            switch instrument {
            case .counter(let counter): values.append((name, counter.value))
            case .gauge(let gauge): values.append((name, UInt64(clamping: gauge.value)))
            case .histogram(let histogram): values += histogram.snapshot.map { (name + $0.suffix, $0.value) }
            }
        }
        return values
    }

    private func register<Kind>(
        _ name: String, _ make: () -> Instrument, as cast: (Instrument) -> Kind?
    ) -> Kind {
        let full = name.hasPrefix(service + "_") ? name : service + "_" + name
        precondition(full.utf8.allSatisfy(isNameByte), "metric \(full) must be lower case letters, digits and _")
        let instrument = instruments.withLock { all in
            if let known = all[full] { return known }
            let new = make()
            all[full] = new
            return new
        }
        guard let typed = cast(instrument) else { preconditionFailure("metric \(full) is of another kind") }
        return typed
    }
}

private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
}

/// Only goes up.
public final class Counter: Sendable {
    // Anybody adds, snapshots read; it publishes nothing but itself, so relaxed is enough.
    private let count = Atomic<UInt64>(0)

    init() {}

    /// The count so far.
    public var value: UInt64 { count.load(ordering: .relaxed) }

    /// Counts `amount` events.
    public func add(_ amount: UInt64 = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
}

/// A level that goes up and down.
public final class Gauge: Sendable {
    // Anybody sets or adds, snapshots read; it publishes nothing but itself, so relaxed is enough.
    private let level = Atomic<Int64>(0)

    init() {}

    /// The level now.
    public var value: Int64 { level.load(ordering: .relaxed) }

    /// Replaces the level.
    public func set(_ value: Int64) { level.store(value, ordering: .relaxed) }

    /// Moves the level up, or down by a negative amount.
    public func add(_ amount: Int64) { level.wrappingAdd(amount, ordering: .relaxed) }
}

/// How often values fell below given bounds.
public final class Histogram: Sendable {
    private let bounds: [UInt64]
    private let buckets: [Counter]
    private let sum = Counter()

    init(bounds: [UInt64]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "histogram bounds must ascend")
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    /// Counts one value, in the unit of the histogram's name.
    public func record(_ value: UInt64) {
        buckets[bounds.firstIndex(where: { value <= $0 }) ?? bounds.count].add()
        sum.add(value)
    }

    /// How many values were recorded.
    public var count: UInt64 { buckets.reduce(0) { $0 + $1.value } }

    var snapshot: [(suffix: String, value: UInt64)] {
        var running: UInt64 = 0
        var values: [(suffix: String, value: UInt64)] = []
        for (bound, bucket) in zip(bounds, buckets) {
            running += bucket.value
            values.append(("_le_\(bound)", running))
        }
        running += buckets[bounds.count].value
        return values + [("_count", running), ("_sum", sum.value)]
    }
}
