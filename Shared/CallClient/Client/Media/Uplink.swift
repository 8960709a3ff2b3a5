internal import CallModel
internal import Datagram
internal import Opus
internal import RTP
internal import SRTP

/// The sending half of a room: frames in, protected packets out.
struct Uplink: ~Copyable {
    /// Silent frames sent after the microphone closed, so that the others' decoders fade instead of guessing.
    private static let closingFrames = 5
    private static let complexity = 6

    private let route: MediaRoute
    private let keepAliveSamples: Int
    private var encoder: OpusEncoder
    private var session: SRTPSession
    private var pending: [Int16] = []
    private let packetSamples: Int
    private var sequenceNumber: UInt16
    private var timestamp: UInt32
    private var hasPause = true
    /// Samples since the microphone closed; `nil` while it is open.
    private var closedFor: Int?
    private var sinceKeepAlive = 0
    private(set) var packetsSent: UInt64 = 0
    private(set) var bytesSent: UInt64 = 0
    private var sentAtLastReport: UInt64 = 0

    init(_ route: MediaRoute, policy: MediaPolicy) throws {
        var encoder = try OpusEncoder()
        try encoder.setBitRate(bitsPerSecond: route.bitRate.bitsPerSecond)
        try encoder.setComplexity(Self.complexity)
        try encoder.setSignalIsVoice(true)
        try encoder.setForwardErrorCorrection(true)
        try encoder.setExpectedLoss(percent: 5)
        var session = try SRTPSession()
        try session.add(ssrc: route.sendSSRC, key: route.sendKey)
        self.encoder = encoder
        self.session = session
        self.route = route
        keepAliveSamples = Int(policy.reportInterval.wholeMilliseconds) * 48
        packetSamples = route.packetMilliseconds * 48
        pending.reserveCapacity(packetSamples)
        // RFC 3550, 5.1: both start at random. The upper half of the numbers is left out, so that a receiver that misses
        // the first packets cannot miss the first wrap with them (RFC 3711, 3.3.1).
        sequenceNumber = UInt16.random(in: 0..<0x8000)
        timestamp = UInt32.random(in: 0 ... .max)
    }

    /// Takes 20 ms of sound and appends what is to be sent to `batch`.
    mutating func send(_ frame: Span<Int16>, isMicrophoneOpen: Bool, into batch: inout DatagramBatch) {
        for index in frame.indices { pending.append(isMicrophoneOpen ? frame[index] : 0) }
        if isMicrophoneOpen {
            closedFor = nil
        } else {
            closedFor = (closedFor ?? 0) + frame.count
        }
        guard pending.count >= packetSamples else { return }
        if isPacketDue() { sendPacket(into: &batch) } else { hasPause = true }
        pending.removeAll(keepingCapacity: true)
        // The media clock counts samples, sent or not.
        timestamp &+= UInt32(packetSamples)
    }

    private mutating func isPacketDue() -> Bool {
        sinceKeepAlive += packetSamples
        let isDue =
            closedFor.map { $0 <= Self.closingFrames * packetSamples || sinceKeepAlive >= keepAliveSamples } ?? true
        if isDue { sinceKeepAlive = 0 }
        return isDue
    }

    private mutating func sendPacket(into batch: inout DatagramBatch) {
        guard let index = batch.append(to: route.address) else { return }
        do {
            let length = try write(into: &batch, index)
            batch.setLength(length, at: index)
            packetsSent += 1
            bytesSent += UInt64(length)
        } catch {
            // An encoder that fails on a frame it was made for, or a key used up: the packet is missing, the room hears
            // a gap, and the report shows that nothing is sent.
            batch.removeLast()
        }
        sequenceNumber &+= 1
        hasPause = false
    }

    private mutating func write(into batch: inout DatagramBatch, _ index: Int) throws -> Int {
        let header = RTPHeader(
            payloadType: route.payloadType, hasMarker: hasPause, sequenceNumber: sequenceNumber, timestamp: timestamp,
            ssrc: route.sendSSRC)
        let level = route.levelExtensionID.map { _ in AudioMeter(pending.span).level }
        var slot = batch.slot(at: index)
        let start = try header.write(into: &slot, level: level, levelExtensionID: route.levelExtensionID ?? 1)
        let length = try Self.encode(pending, &encoder, into: &slot, start)
        return try session.protectRTP(&slot, length: start + length)
    }

    private static func encode(
        _ samples: [Int16], _ encoder: inout OpusEncoder, into slot: inout MutableSpan<UInt8>, _ start: Int
    ) throws -> Int {
        var room = slot._mutatingExtracting(start..<slot.count - SRTPSession.rtpTrailer)
        return try encoder.encode(samples.span, into: &room)
    }

    /// Appends a compound report to `batch`.
    mutating func report(
        _ reception: ReceptionReport?, isGoodbye: Bool, cname: [UInt8], at now: MonotonicInstant,
        into batch: inout DatagramBatch
    ) {
        guard let index = batch.append(to: route.address) else { return }
        let sender = SenderInfo(
            ntp: NTPTimestamp(now), rtpTimestamp: timestamp, packetCount: UInt32(truncatingIfNeeded: packetsSent),
            octetCount: UInt32(truncatingIfNeeded: bytesSent))
        let hasSent = packetsSent > sentAtLastReport
        sentAtLastReport = packetsSent
        let report = RTCPReport(
            ssrc: route.sendSSRC, sender: hasSent ? sender : nil, reception: reception, isGoodbye: isGoodbye)
        do {
            var slot = batch.slot(at: index)
            let length = try report.write(into: &slot, cname: cname.span)
            batch.setLength(try session.protectRTCP(&slot, length: length), at: index)
        } catch {
            batch.removeLast()
        }
    }
}
