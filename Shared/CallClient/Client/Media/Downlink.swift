internal import CallModel
internal import Datagram
internal import Opus
internal import RTP
internal import SRTP

/// The receiving half of a room: protected packets in, frames of 20 ms out.
struct Downlink: ~Copyable {
    private let route: MediaRoute
    private var session: SRTPSession
    private var decoder: OpusDecoder
    private var buffer = JitterBuffer()
    private var queue = SampleQueue()
    private var scratch = [Int16](repeating: 0, count: OpusPacket.longestDuration)
    private var reception = ReceptionStatistics()
    private var refused: UInt64 = 0
    /// Arrival of the last authentic packet.
    private(set) var lastHeard: MonotonicInstant
    private(set) var roundTrip: Duration?
    private(set) var lostUpstream: Int64 = 0
    /// The room said goodbye to us.
    private(set) var isEnded = false

    init(_ route: MediaRoute, at now: MonotonicInstant) throws {
        var session = try SRTPSession()
        try session.add(ssrc: route.receiveSSRC, key: route.receiveKey)
        decoder = try OpusDecoder()
        self.session = session
        self.route = route
        lastHeard = now
    }

    // MARK: - Arrival

    /// Takes in the datagram at `index`. What is not authentic has no effect but to be counted.
    mutating func receive(_ batch: inout DatagramBatch, _ index: Int, at now: MonotonicInstant) {
        let length = batch.length(at: index)
        guard !batch.isTruncated(at: index) else {
            refused += 1
            return
        }
        do {
            switch PacketKind(batch.bytes(at: index)) {
            case .rtp: try receiveMedia(&batch, index, length, now)
            case .rtcp: try receiveReport(&batch, index, length, now)
            case .stun, .dtls, .unknown: refused += 1
            }
        } catch {
            refused += 1
        }
    }

    private mutating func receiveMedia(
        _ batch: inout DatagramBatch, _ index: Int, _ length: Int, _ now: MonotonicInstant
    ) throws {
        var slot = batch.slot(at: index)
        let count = try session.unprotectRTP(&slot, length: length)
        lastHeard = now
        let bytes = slot.span.extracting(0..<count)
        let packet = try RTPPacket(bytes)
        // Another payload type (comfort noise, events) must not reach the timing.
        guard packet.header.ssrc == route.receiveSSRC, packet.header.payloadType == route.payloadType else {
            refused += 1
            return
        }
        reception.receive(
            sequenceNumber: packet.header.sequenceNumber, timestamp: packet.header.timestamp, at: now)
        let payload = bytes.extracting(packet.payload)
        let duration = try OpusPacket.duration(payload)
        let level = route.levelExtensionID.flatMap { packet.audioLevel(id: $0, in: bytes) }
        _ = buffer.insert(
            IncomingAudio(packet.header, duration: SampleCount(duration), level: level, arrival: now),
            payload: payload)
    }

    private mutating func receiveReport(
        _ batch: inout DatagramBatch, _ index: Int, _ length: Int, _ now: MonotonicInstant
    ) throws {
        var slot = batch.slot(at: index)
        let count = try session.unprotectRTCP(&slot, length: length)
        lastHeard = now
        let bytes = slot.span.extracting(0..<count)
        var reader = try RTCPReader(bytes)
        while let item = reader.next(in: bytes) {
            switch item {
            case .sender(let ssrc, let info) where ssrc == route.receiveSSRC:
                reception.receiveSenderReport(info.ntp, at: now)
            case .reception(_, let report) where report.ssrc == route.sendSSRC:
                roundTrip = report.roundTrip(at: now) ?? roundTrip
                lostUpstream = Int64(report.cumulativeLost)
            case .goodbye(let ssrc) where ssrc == route.receiveSSRC: isEnded = true
            default: break
            }
        }
    }

    // MARK: - Playout

    /// Fills one frame with what is due at `deadline`.
    mutating func play(into frame: inout MutableSpan<Int16>, at deadline: MonotonicInstant) {
        buffer.startFrame(at: deadline)
        while let step = buffer.nextStep() {
            let count = Self.decode(step, buffer, &decoder, &scratch)
            Self.append(scratch, count, step, to: &queue)
        }
        queue.take(into: &frame)
    }

    private static func append(_ scratch: [Int16], _ count: Int, _ step: PlayoutStep, to queue: inout SampleQueue) {
        let decoded = scratch.span.extracting(0..<count)
        switch step {
        case .decode(_, let samples), .recover(_, let samples), .conceal(let samples):
            queue.append(decoded, expected: samples)
        case .skip: queue.skip(decoded)
        case .silence(let samples): queue.appendSilence(samples)
        }
    }

    /// Does what a step asks of the decoder and gives the samples that are now in `scratch`. A packet that is authentic
    /// but not Opus gives none; the queue keeps time with silence.
    private static func decode(
        _ step: PlayoutStep, _ buffer: borrowing JitterBuffer, _ decoder: inout OpusDecoder, _ scratch: inout [Int16]
    ) -> Int {
        switch step {
        case .decode(let slot, _), .skip(let slot, _):
            return buffer.withPayload(of: slot) { payload in
                var room = scratch.mutableSpan
                return (try? decoder.decode(payload, into: &room)) ?? 0
            }
        case .recover(let slot, let samples):
            return buffer.withPayload(of: slot) { payload in
                var room = scratch.mutableSpan
                var exact = room._mutatingExtracting(0..<samples)
                return (try? decoder.decodeLost(before: payload, into: &exact)) ?? 0
            }
        case .conceal(let samples):
            var room = scratch.mutableSpan
            var exact = room._mutatingExtracting(0..<samples)
            return (try? decoder.conceal(into: &exact)) ?? 0
        case .silence:
            return 0
        }
    }

    // MARK: - Reports

    /// The block for our next report.
    mutating func makeReport(at now: MonotonicInstant) -> ReceptionReport? {
        reception.makeReport(ssrc: route.receiveSSRC, at: now)
    }

    /// Writes what this half knows into `report`.
    func fill(_ report: inout MediaReport) {
        let statistics = buffer.statistics
        report.packetsReceived = reception.packetsReceived
        report.packetsLost = reception.packetsLost
        report.packetsDiscarded = refused + statistics.late + statistics.duplicates + statistics.refused
        report.packetsLostUpstream = lostUpstream
        report.jitter = reception.jitter
        report.roundTrip = roundTrip
        report.playoutDelay = buffer.queuedDelay
        report.concealed = .milliseconds(Int64(statistics.concealedSamples + statistics.recoveredSamples) / 48)
    }
}
