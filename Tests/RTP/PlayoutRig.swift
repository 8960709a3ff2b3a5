import CallModel
import RTP
import Testing

/// A packet on its way: `id` counts the sender's packets and is what the payload carries.
struct Parcel {
    var id: Int
    var sequence: UInt16
    var timestamp: UInt32
    var ssrc: UInt32 = 1
    var duration = 960
    var isQuiet = false
    var payloadCount = 40
    /// Milliseconds on the receiver's clock.
    var arrival: Double
}

/// A sender with a clock of its own, in milliseconds, and a network that is given per packet.
struct Sender {
    var id = 0
    var sequence: UInt16 = 1_000
    var timestamp: UInt32 = 70_000
    var ssrc: UInt32 = 1
    var time = 0.0
    var duration = 960
    var isQuiet = false
    var payloadCount = 40
    /// Receiver milliseconds per sender millisecond.
    var rate = 1.0
    var parcels: [Parcel] = []

    /// Sends one packet. `delay: nil` loses it.
    mutating func send(delay: Double? = 5) {
        if let delay {
            parcels.append(
                Parcel(
                    id: id, sequence: sequence, timestamp: timestamp, ssrc: ssrc, duration: duration, isQuiet: isQuiet,
                    payloadCount: payloadCount, arrival: (time + milliseconds(duration)) * rate + delay))
        }
        id += 1
        sequence &+= 1
        timestamp &+= UInt32(duration)
        time += milliseconds(duration)
    }

    mutating func send(count: Int, delay: Double = 5) {
        for _ in 0..<count { send(delay: delay) }
    }

    /// Time passes without packets; the media clock may go on or stand still.
    mutating func pause(_ length: Double, clockGoesOn: Bool = true) {
        time += length
        if clockGoesOn { timestamp &+= UInt32(truncatingIfNeeded: Int64(length * 48)) }
    }

    private func milliseconds(_ samples: Int) -> Double { Double(samples) / 48 }
}

/// What came out, in order.
struct Played {
    enum Kind: Equatable { case decoded, skipped, recovered, concealed, silent }
    var kind: Kind
    /// The packet's id; for `recovered` the packet that carries the correction.
    var id: Int?
    var samples: Int
    /// Deadline of the frame, in receiver milliseconds.
    var time: Double
    /// Output position of its first sample.
    var position: Int
}

/// Drives a buffer through deliveries and frames in virtual time and checks the laws at every step.
struct Rig: ~Copyable {
    var buffer: JitterBuffer
    var played: [Played] = []
    var insertions: [Insertion] = []
    /// Largest audio queued behind any frame.
    var largestDelay = Duration.zero
    var delays: [(time: Double, queued: Duration, target: Duration)] = []
    /// Of the first frame, in milliseconds.
    var phase: Double
    private var frames = 0
    private var produced = 0
    private var lastID = -1
    private let checksOrder: Bool

    init(
        _ configuration: JitterBufferConfiguration = JitterBufferConfiguration(), phase: Double = 3,
        checksOrder: Bool = true
    ) {
        buffer = JitterBuffer(configuration)
        self.phase = phase
        self.checksOrder = checksOrder
    }

    /// Delivers everything by arrival and pulls frames until `end` milliseconds.
    mutating func run(_ parcels: [Parcel], until end: Double) {
        let ordered = parcels.enumerated().sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
        var next = 0
        var time = phase + 20 * Double(frames)
        while time <= end {
            while next < ordered.count, ordered[next].element.arrival <= time {
                deliver(ordered[next].element)
                next += 1
            }
            pull(time)
            time = phase + 20 * Double(frames)
        }
    }

    mutating func deliver(_ parcel: Parcel) {
        var payload = [UInt8](repeating: 0, count: parcel.payloadCount)
        for index in 0..<min(8, payload.count) { payload[index] = UInt8(truncatingIfNeeded: parcel.id >> (8 * index)) }
        let audio = IncomingAudio(
            ssrc: parcel.ssrc, sequenceNumber: parcel.sequence, timestamp: parcel.timestamp,
            duration: SampleCount(parcel.duration), isQuiet: parcel.isQuiet, arrival: instant(parcel.arrival))
        insertions.append(buffer.insert(audio, payload: payload.span))
    }

    mutating func pull(_ time: Double) {
        buffer.startFrame(at: instant(time))
        var steps = 0
        while let step = buffer.nextStep() {
            record(step, time)
            steps += 1
            check(steps < 400, "a frame took too many steps")
            if steps >= 400 { return }
        }
        frames += 1
        let queued = buffer.queuedDelay
        largestDelay = max(largestDelay, queued)
        delays.append((time, queued, buffer.targetDelay))
        // Exact length: a whole frame and at most the rest of one packet.
        check(produced >= frames * 960 && produced - frames * 960 < 5_760, "frame \(frames): \(produced) samples")
    }

    /// `#expect` costs too much for every step of every walk.
    private func check(_ isHeld: Bool, _ message: @autoclosure () -> Comment) {
        if !isHeld { Issue.record(message()) }
    }

    private mutating func record(_ step: PlayoutStep, _ time: Double) {
        var item = Played(kind: .silent, id: nil, samples: step.outputSamples, time: time, position: produced)
        switch step {
        case .decode(let slot, _): (item.kind, item.id) = (.decoded, id(slot))
        case .skip(let slot, let samples): (item.kind, item.id, item.samples) = (.skipped, id(slot), samples)
        case .recover(let slot, _): (item.kind, item.id) = (.recovered, id(slot))
        case .conceal: item.kind = .concealed
        case .silence: item.kind = .silent
        }
        check(item.samples > 0 && item.samples % 120 == 0, "a step of \(item.samples) samples")
        if checksOrder, item.kind == .decoded || item.kind == .skipped, let id = item.id {
            check(id > lastID, "packet \(id) came after \(lastID)")
            lastID = id
        }
        produced += step.outputSamples
        played.append(item)
    }

    private func id(_ slot: PacketSlot) -> Int {
        buffer.withPayload(of: slot) { payload in
            var id = 0
            for index in 0..<min(8, payload.count) { id |= Int(payload[index]) << (8 * index) }
            return id
        }
    }

    private func instant(_ time: Double) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: 5_000_000_000 + Int64(time * 1_000_000))
    }

    // MARK: - Questions

    /// Ids of the packets that were heard.
    var heard: [Int] { played.filter { $0.kind == .decoded }.compactMap(\.id) }

    func samples(_ kind: Played.Kind, from: Double = -.infinity, until: Double = .infinity) -> Int {
        played.filter { $0.kind == kind && $0.time >= from && $0.time <= until }.reduce(0) { $0 + $1.samples }
    }

    /// Largest audio queued from then on.
    func largestDelay(from: Double, until: Double = .infinity) -> Duration {
        delays.filter { $0.time >= from && $0.time <= until }.map(\.queued).max() ?? .zero
    }
}
