public import CallModel

/// Loss, jitter and report timing of one received stream (RFC 3550, A.1, A.3 and A.8).
///
/// Feed it every authenticated packet of the stream. The packets are authenticated, so there is no probation; a jump
/// is believed when a second packet continues it.
public struct ReceptionStatistics: Hashable, Sendable {
    /// Beyond these a sequence number is a jump, not loss or reordering.
    private static let maximumDropout = 3_000
    private static let maximumMisorder = 100

    /// Every packet counted here, duplicates included.
    public private(set) var packetsReceived: UInt64 = 0
    private let clockRate: Int
    private var hasStarted = false
    private var base: Int64 = 0
    private var highest: Int64 = 0
    private var receivedSinceBase: Int64 = 0
    /// Loss before the last restart of the sequence.
    private var settledLoss: Int64 = 0
    private var jumpedTo: UInt16?
    private var expectedPrior: Int64 = 0
    private var receivedPrior: Int64 = 0
    private var transit: Int64?
    /// Sixteen times the jitter.
    private var scaledJitter: Int64 = 0
    private var lastSenderReport: UInt32 = 0
    private var lastSenderReportAt = MonotonicInstant.zero

    public init(clockRate: Int = 48_000) { self.clockRate = clockRate }

    /// Counts a packet.
    public mutating func receive(sequenceNumber: UInt16, timestamp: UInt32, at arrival: MonotonicInstant) {
        guard update(sequenceNumber) else { return }
        updateJitter(timestamp, arrival)
    }

    /// Remembers what the next report has to echo.
    public mutating func receiveSenderReport(_ ntp: NTPTimestamp, at arrival: MonotonicInstant) {
        lastSenderReport = ntp.middle
        lastSenderReportAt = arrival
    }

    /// Packets that should have come and did not; negative with duplicates.
    public var packetsLost: Int64 { settledLoss + expected - receivedSinceBase }

    /// Interarrival jitter.
    public var jitter: Duration { .nanoseconds((scaledJitter >> 4) * 1_000_000_000 / Int64(clockRate)) }

    /// The report block for this stream, and the start of the next report interval. `nil` before the first packet.
    public mutating func makeReport(ssrc: UInt32, at now: MonotonicInstant) -> ReceptionReport? {
        guard hasStarted else { return nil }
        let expectedInterval = expected - expectedPrior
        let lostInterval = expectedInterval - (receivedSinceBase - receivedPrior)
        expectedPrior = expected
        receivedPrior = receivedSinceBase
        let fraction = expectedInterval > 0 && lostInterval > 0 ? min(255, lostInterval * 256 / expectedInterval) : 0
        return ReceptionReport(
            ssrc: ssrc, fractionLost: UInt8(fraction),
            cumulativeLost: Int32(min(max(packetsLost, -0x80_0000), 0x7F_FFFF)),
            extendedHighestSequence: UInt32(truncatingIfNeeded: highest), jitter: UInt32(clamping: scaledJitter >> 4),
            lastSenderReport: lastSenderReport,
            delaySinceLastSenderReport: lastSenderReport == 0 ? 0 : (now - lastSenderReportAt).ntpUnits)
    }

    private var expected: Int64 { hasStarted ? highest - base + 1 : 0 }

    private mutating func update(_ sequenceNumber: UInt16) -> Bool {
        packetsReceived += 1
        guard hasStarted else {
            start(at: sequenceNumber)
            return true
        }
        let step = Int(Int16(truncatingIfNeeded: Int(sequenceNumber) - Int(highest & 0xFFFF)))
        if step > 0, step < Self.maximumDropout {
            highest += Int64(step)
        } else if step < -Self.maximumMisorder || step >= Self.maximumDropout {
            guard jumpedTo == sequenceNumber else {
                jumpedTo = sequenceNumber &+ 1
                return false
            }
            settledLoss = packetsLost
            start(at: sequenceNumber)
            return true
        }
        jumpedTo = nil
        receivedSinceBase += 1
        return true
    }

    private mutating func start(at sequenceNumber: UInt16) {
        hasStarted = true
        base = Int64(sequenceNumber)
        highest = base
        receivedSinceBase = 1
        expectedPrior = 0
        receivedPrior = 0
        jumpedTo = nil
        transit = nil
    }

    private mutating func updateJitter(_ timestamp: UInt32, _ arrival: MonotonicInstant) {
        let (seconds, rest) = arrival.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let units = seconds &* Int64(clockRate) &+ rest * Int64(clockRate) / 1_000_000_000
        let now = Int64(UInt32(truncatingIfNeeded: units) &- timestamp)
        defer { transit = now }
        guard let transit else { return }
        let difference = abs(Int64(Int32(truncatingIfNeeded: now - transit)))
        // A step of more than ten seconds is a new timeline of the sender, not jitter.
        guard difference < Int64(clockRate) * 10 else { return }
        scaledJitter += difference - ((scaledJitter + 8) >> 4)
    }
}
