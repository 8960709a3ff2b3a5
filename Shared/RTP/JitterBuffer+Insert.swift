import CallModel

/// The arriving side: where does a packet belong in the stream?
extension JitterBuffer {
    /// A step in sequence numbers beyond this is a jump, not loss.
    private static let largestStep: Int64 = 1_000

    /// Takes a packet in. The payload is copied.
    public mutating func insert(_ packet: IncomingAudio, payload: Span<UInt8>) -> Insertion {
        let length = packet.duration.samples
        guard length >= 120, length <= 5_760, length % 120 == 0, payload.count <= payloadCapacity else {
            statistics.refused += 1
            return .refused
        }
        let arrival = samples(packet.arrival)
        defer { lastArrival = max(lastArrival, arrival) }
        guard hasStream else {
            hasStream = true
            ssrc = packet.ssrc
            begin(packet, arrival)
            return store(packet, payload, sequence: highest, timestamp: highestStart, arrival)
        }
        guard packet.ssrc == ssrc else { return changeSource(packet, payload, arrival) }
        let step = Int64(Int16(bitPattern: packet.sequenceNumber &- highestNumber))
        let distance = Int64(Int32(bitPattern: packet.timestamp &- highestStamp))
        if step == 0, distance == 0 {
            statistics.duplicates += 1
            return .duplicate
        }
        if continues(step, distance, arrival) {
            held = nil
            return place(packet, payload, step: step, distance: distance, arrival)
        }
        return resync(packet, payload, arrival)
    }

    /// Whether a packet so far from the newest one can be of the same timeline.
    private func continues(_ step: Int64, _ distance: Int64, _ arrival: Int64) -> Bool {
        if step > 0, step <= Self.largestStep {
            // A pause moves the timestamp by as much as passes on our clock; anything far ahead of that is a new clock.
            return distance > 0 && distance <= max(0, arrival - highestArrival) + milliseconds(2_000)
        }
        return step < 0 && step >= -Int64(configuration.capacity) && distance < 0 && distance >= -milliseconds(30_000)
    }

    private mutating func place(
        _ packet: IncomingAudio, _ payload: Span<UInt8>, step: Int64, distance: Int64, _ arrival: Int64
    ) -> Insertion {
        let sequence = highest + step
        let timestamp = highestStart + distance
        if arrival - lastArrival >= milliseconds(2_000) {
            // The clocks drifted unseen meanwhile.
            estimator.reset()
        }
        if step > 0 {
            if step == 1 { isInDTX = timestamp - highestEnd >= milliseconds(60) }
            advance(to: packet, sequence, timestamp, arrival)
        }
        return store(packet, payload, sequence: sequence, timestamp: timestamp, arrival)
    }

    private mutating func advance(
        to packet: IncomingAudio, _ sequence: Int64, _ timestamp: Int64, _ arrival: Int64
    ) {
        highestNumber = packet.sequenceNumber
        highestStamp = packet.timestamp
        highest = sequence
        highestStart = timestamp
        highestEnd = timestamp + Int64(packet.duration.samples)
        highestArrival = arrival
        makeRoom()
    }

    /// Gives up what is further back than the slots reach.
    private mutating func makeRoom() {
        let oldest = highest - Int64(configuration.capacity) + 1
        guard nextSequence < oldest else { return }
        while let index = nextWaiting(), slots[index].sequence < oldest { abandon(index) }
        pass(to: oldest)
    }

    private mutating func store(
        _ packet: IncomingAudio, _ payload: Span<UInt8>, sequence: Int64, timestamp: Int64, _ arrival: Int64
    ) -> Insertion {
        let index = slotIndex(sequence)
        if slots[index].use != .empty, slots[index].sequence == sequence {
            statistics.duplicates += 1
            return .duplicate
        }
        estimator.add(arrival: arrival, timestamp: timestamp)
        if sequence < nextSequence {
            guard !hasPlayed, highest - sequence < Int64(configuration.capacity) else {
                statistics.late += 1
                return .late
            }
            nextSequence = sequence
        }
        write(packet, payload, to: index, arrival)
        slots[index].use = .waiting
        slots[index].sequence = sequence
        slots[index].timestamp = timestamp
        waitingCount += 1
        statistics.accepted += 1
        return .accepted
    }

    private mutating func write(
        _ packet: IncomingAudio, _ payload: Span<UInt8>, to index: Int, _ arrival: Int64
    ) {
        slots[index].duration = Int64(packet.duration.samples)
        slots[index].arrival = arrival
        slots[index].byteCount = payload.count
        slots[index].isQuiet = packet.isQuiet || payload.count <= 2
        let start = index * payloadCapacity
        for offset in 0..<payload.count { payloads[start + offset] = payload[offset] }
    }

    // MARK: - New timelines

    /// Starts a timeline with this packet: in front of nothing, or behind what is still to be played.
    private mutating func begin(_ packet: IncomingAudio, _ arrival: Int64) {
        let start = mode == .playing ? max(highestEnd, cursor) : highestEnd
        let isFresh = mode == .idle && waitingCount == 0
        // A fresh timeline leaves room for packets that were overtaken by its first one.
        let sequence = highest + (isFresh ? Int64(configuration.capacity) : 1)
        estimator.reset()
        isInDTX = false
        held = nil
        if isFresh {
            hasPlayed = false
            nextSequence = sequence
        }
        advance(to: packet, sequence, start, arrival)
    }

    private mutating func changeSource(
        _ packet: IncomingAudio, _ payload: Span<UInt8>, _ arrival: Int64
    ) -> Insertion {
        // Stragglers of the source that was just left must not take the stream back.
        if packet.ssrc == previousSSRC, arrival - highestArrival < milliseconds(200) {
            statistics.refused += 1
            return .refused
        }
        previousSSRC = ssrc
        ssrc = packet.ssrc
        statistics.sourceChanges += 1
        begin(packet, arrival)
        _ = store(packet, payload, sequence: highest, timestamp: highestStart, arrival)
        return .sourceChanged
    }

    /// A packet that does not continue its stream. One may be a stray, two that continue each other are the truth; after a
    /// second of nothing one is enough.
    private mutating func resync(
        _ packet: IncomingAudio, _ payload: Span<UInt8>, _ arrival: Int64
    ) -> Insertion {
        let spare = configuration.capacity
        let isStarved = arrival - lastArrival >= milliseconds(1_000)
        let isConfirmed = held.map { Self.follows(packet, $0) } ?? false
        guard isStarved || isConfirmed else {
            held = Held(sequenceNumber: packet.sequenceNumber, timestamp: packet.timestamp)
            write(packet, payload, to: spare, arrival)
            return .held
        }
        statistics.resyncs += 1
        if let held, isConfirmed {
            let first = IncomingAudio(
                ssrc: ssrc, sequenceNumber: held.sequenceNumber, timestamp: held.timestamp,
                duration: SampleCount(Int(slots[spare].duration)), isQuiet: slots[spare].isQuiet,
                arrival: packet.arrival)
            begin(first, slots[spare].arrival)
            storeHeld()
            let step = Int64(packet.sequenceNumber &- held.sequenceNumber)
            let distance = Int64(packet.timestamp &- held.timestamp)
            _ = place(packet, payload, step: step, distance: distance, arrival)
        } else {
            begin(packet, arrival)
            _ = store(packet, payload, sequence: highest, timestamp: highestStart, arrival)
        }
        return .resynced
    }

    private static func follows(_ packet: IncomingAudio, _ held: Held) -> Bool {
        let step = packet.sequenceNumber &- held.sequenceNumber
        let distance = packet.timestamp &- held.timestamp
        return (1...16).contains(step) && distance > 0 && distance <= 96_000
    }

    private mutating func storeHeld() {
        let spare = configuration.capacity
        let index = slotIndex(highest)
        let arrival = slots[spare].arrival
        slots[index] = slots[spare]
        slots[index].use = .waiting
        slots[index].sequence = highest
        slots[index].timestamp = highestStart
        let from = spare * payloadCapacity
        let to = index * payloadCapacity
        for offset in 0..<slots[index].byteCount { payloads[to + offset] = payloads[from + offset] }
        waitingCount += 1
        statistics.accepted += 1
        estimator.add(arrival: arrival, timestamp: highestStart)
    }
}
