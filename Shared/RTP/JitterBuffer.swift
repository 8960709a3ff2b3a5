import CallModel

/// Turns packets that arrive late, twice, out of order or not at all into frames of exact length.
///
/// It works in the timestamp domain: sequence numbers only tell loss from a pause, timestamps say where a packet belongs
/// and how long it is. Internally both are 64 bits wide and never go back; a new SSRC or a restarted timeline is
/// appended where the old one ends.
///
/// Use, once per 20 ms, by one thread:
///
///     buffer.startFrame(at: deadline)
///     while let step = buffer.nextStep() { /* decode as told, append to a SampleQueue */ }
///     queue.take(into: &frame)
///
/// Nothing is allocated after `init`. Time is a parameter; the instants must come from one monotonic clock.
public struct JitterBuffer: ~Copyable {
    public let configuration: JitterBufferConfiguration
    public internal(set) var statistics = JitterBufferStatistics()

    struct Slot {
        enum Use { case empty, waiting, played }
        var use = Use.empty
        var sequence: Int64 = 0
        var timestamp: Int64 = 0
        var duration: Int64 = 0
        var arrival: Int64 = 0
        var byteCount = 0
        var isQuiet = false

        var end: Int64 { timestamp + duration }
    }

    /// A packet that did not fit its stream, in the extra slot at the end.
    struct Held {
        var sequenceNumber: UInt16
        var timestamp: UInt32
    }

    enum Mode { case idle, playing }
    enum Adjustment { case none, remove, insert }

    // Slots by sequence number modulo capacity, then the held packet's.
    var slots: [Slot]
    @usableFromInline var payloads: [UInt8]
    @usableFromInline let payloadCapacity: Int
    var estimator: DelayEstimator

    // The stream as received.
    var hasStream = false
    var ssrc: UInt32 = 0
    var previousSSRC: UInt32?
    var highestNumber: UInt16 = 0
    var highestStamp: UInt32 = 0
    var highest: Int64 = 0
    var highestStart: Int64 = 0
    var highestEnd: Int64 = 0
    /// When the packet with the highest sequence number came, and when any did; in samples of our clock.
    var highestArrival: Int64 = 0
    var lastArrival: Int64 = 0
    var held: Held?
    /// The sender pauses between packets.
    var isInDTX = false

    // The stream as played.
    var mode = Mode.idle
    /// Everything before this sequence number is over.
    var nextSequence: Int64 = 0
    /// Something was played or given up since the stream began: earlier numbers are late.
    var hasPlayed = false
    var waitingCount = 0
    /// Timestamp of the next sample to be produced.
    var cursor: Int64 = 0
    /// Samples owed to frames that were started; negative while the rest of a packet is ahead.
    var owed: Int64 = 0
    /// Concealed while nothing had arrived, with the cursor standing still: undone if the packets turn out to be lost,
    /// kept as added delay if they were late.
    var stalled: Int64 = 0
    var concealedRun: Int64 = 0
    var lastDuration: Int64 = 960

    // Delay control.
    /// Deadline of the frame that is being made.
    var frameTime: Int64 = 0
    var target: Int64
    var adjustment = Adjustment.none
    /// Least audio seen waiting at a frame start, in this and the last quarter second.
    var leastWaiting: Int64 = .max
    var leastWaitingBefore: Int64 = .max
    var framesInWindow = 0
    /// No adjustment before this instant.
    var adjustableFrom: Int64 = 0

    public init(_ configuration: JitterBufferConfiguration = JitterBufferConfiguration()) {
        precondition(configuration.capacity >= 4 && configuration.payloadCapacity.bytes > 0)
        precondition(configuration.frame.samples > 0 && configuration.frame.samples % 120 == 0)
        self.configuration = configuration
        slots = Array(repeating: Slot(), count: configuration.capacity + 1)
        payloadCapacity = configuration.payloadCapacity.bytes
        payloads = Array(repeating: 0, count: (configuration.capacity + 1) * payloadCapacity)
        estimator = DelayEstimator(range: configuration.maximumDelay.samples)
        target = Int64(configuration.initialDelay.samples)
    }

    /// Lends the payload of a packet named by a step.
    @inlinable
    public func withPayload<Result, Failure: Error>(
        of slot: PacketSlot, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = slot.index * payloadCapacity
        return try body(payloads.span.extracting(start..<start + slot.byteCount))
    }

    /// The packet that was handed out `back` packets ago (0 is the newest), if it is still here. Lets a mixer that did
    /// not decode a participant catch up when it selects them.
    public func played(back: Int) -> PacketSlot? {
        let sequence = nextSequence - 1 - Int64(back)
        let index = slotIndex(sequence)
        guard back >= 0, slots[index].use == .played, slots[index].sequence == sequence else { return nil }
        return PacketSlot(index: index, byteCount: slots[index].byteCount)
    }

    /// Forgets what is here and goes silent; the stream itself goes on. For mute: nothing said before is heard after.
    /// Empty the `SampleQueue` with it.
    public mutating func flush() {
        for index in slots.indices { slots[index].use = .empty }
        waitingCount = 0
        held = nil
        owed = 0
        nextSequence = highest + 1
        hasPlayed = hasStream
        becomeIdle()
    }

    /// The delay aimed at.
    public var targetDelay: Duration { duration(target) }

    /// Audio between what plays now and the newest that arrived.
    public var queuedDelay: Duration { duration(waitingSpan) }

    /// Whether a sender is being played, or is waited for after a short gap.
    public var isPlaying: Bool { mode == .playing }

    // MARK: - Shared by the two sides

    func duration(_ samples: Int64) -> Duration {
        .nanoseconds(samples * 1_000_000_000 / Int64(configuration.clockRate))
    }

    func samples(_ instant: MonotonicInstant) -> Int64 {
        instant.nanoseconds / 1_000 * (Int64(configuration.clockRate) / 1_000) / 1_000
    }

    func milliseconds(_ count: Int64) -> Int64 { count * Int64(configuration.clockRate) / 1_000 }

    func slotIndex(_ sequence: Int64) -> Int {
        let capacity = Int64(configuration.capacity)
        let remainder = sequence % capacity
        return Int(remainder < 0 ? remainder + capacity : remainder)
    }

    /// Audio not yet heard, counted to the end of the newest packet. Between frames.
    var waitingSpan: Int64 {
        guard mode == .playing else {
            guard let head = nextWaiting() else { return 0 }
            return highestEnd - slots[head].timestamp
        }
        return max(0, highestEnd - cursor) + max(0, -owed)
    }

    /// The oldest packet that waits.
    func nextWaiting() -> Int? {
        guard waitingCount > 0 else { return nil }
        var sequence = nextSequence
        while sequence <= highest {
            let index = slotIndex(sequence)
            if slots[index].use == .waiting, slots[index].sequence == sequence { return index }
            sequence += 1
        }
        return nil
    }

    mutating func release(_ index: Int, as use: Slot.Use) {
        if slots[index].use == .waiting { waitingCount -= 1 }
        slots[index].use = use
    }

    mutating func becomeIdle() {
        mode = .idle
        stalled = 0
        concealedRun = 0
        adjustment = .none
    }
}
