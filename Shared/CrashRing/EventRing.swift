private import CCrashRing

/// The last 256 events of one thread, in memory that a crashing process can still read. Adding one costs a few
/// nanoseconds: what is kept is numbers, their names are told once (`CrashRecord.Names`).
@safe public final class EventRing {
    /// How many events are kept.
    public static let capacity = Int(CR_CAPACITY)

    /// One event.
    public struct Event: Sendable, Hashable {
        /// Before now.
        public let age: Duration
        /// Index into the names of points.
        public let point: UInt8
        /// Index into the names of kinds.
        public let kind: UInt8
        /// Index into the names of methods; 0: none.
        public let method: UInt16
        /// Unique per connection.
        public let requestID: UInt64
        /// Index into the names of statuses; `nil`: none.
        public let status: Int?
    }

    private let ring: OpaquePointer

    /// `label` says whose it is.
    public init(label: String) {
        // ENOMEM: a process that has no memory for 6 KB at its start cannot do its work.
        guard let ring = unsafe cr_make(label) else { fatalError("no memory for the ring of last events") }
        unsafe self.ring = ring
    }

    deinit { unsafe cr_free(ring) }

    /// The time of the events that follow.
    public func tick() { unsafe cr_tick(ring) }

    /// Keeps an event; forgets the oldest. `status`: negative for none.
    public func add(point: UInt8, kind: UInt8, method: UInt16, requestID: UInt64, status: Int32) {
        unsafe cr_add(ring, point, kind, method, requestID, status)
    }

    /// What is kept.
    public var newestFirst: [Event] {
        let now = cr_now()
        let events = unsafe [cr_event](unsafeUninitializedCapacity: Self.capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = unsafe cr_copy(ring, base)
        }
        return events.map { event in
            Event(
                age: .nanoseconds(Int64(now - min(now, event.instant_ns))), point: event.point, kind: event.kind,
                method: event.method, requestID: event.request_id, status: event.status < 0 ? nil : Int(event.status))
        }
    }
}
