public import CallModel

/// The playing side: what comes next, and is the delay right?
extension JitterBuffer {
    /// Begins the next frame. `instant` is the frame's deadline on the receiver's clock.
    public mutating func startFrame(at instant: MonotonicInstant) {
        frameTime = samples(instant)
        adjustment = .none
        defer { owed += Int64(configuration.frame.samples) }
        estimator.refresh(coverage: configuration.coverage)
        if estimator.isSettled {
            let least = Int64(configuration.minimumDelay.samples)
            let most = Int64(configuration.maximumDelay.samples)
            target = min(max(estimator.coveringDelay, least), most)
        }
        guard mode == .playing else { return }
        skipWhatIsTooOld()
        chooseAdjustment()
    }

    /// The next order for this frame, or `nil` once it has all its samples.
    public mutating func nextStep() -> PlayoutStep? {
        guard owed > 0 else { return nil }
        let step = mode == .idle ? idleStep() : playingStep()
        owed -= Int64(step.outputSamples)
        count(step)
        return step
    }

    private mutating func count(_ step: PlayoutStep) {
        switch step {
        case .decode: break
        case .skip(_, let samples): statistics.removedSamples += UInt64(samples)
        case .recover(_, let samples): statistics.recoveredSamples += UInt64(samples)
        case .conceal(let samples): statistics.concealedSamples += UInt64(samples)
        case .silence(let samples): statistics.silentSamples += UInt64(samples)
        }
    }

    // MARK: - Idle

    private mutating func idleStep() -> PlayoutStep {
        guard let head = nextWaiting(), isDue(head) else { return .silence(samples: Int(owed)) }
        let first = slots[head]
        pass(to: first.sequence)
        cursor = first.timestamp
        mode = .playing
        hasPlayed = true
        forgetWaiting()
        skipWhatIsTooOld()
        return playingStep()
    }

    /// After a start or a pause the first packet waits for the target delay, or until that much audio is queued
    /// behind it (it came late itself, with others on its heels).
    private func isDue(_ head: Int) -> Bool {
        let enough = min(target + slots[head].duration, Int64(configuration.maximumDelay.samples))
        return frameTime - slots[head].arrival >= target || waitingSpan >= enough
    }

    // MARK: - Playing

    private mutating func playingStep() -> PlayoutStep {
        if adjustment == .insert {
            adjustment = .none
            statistics.insertedSamples += UInt64(configuration.frame.samples)
            return .conceal(samples: configuration.frame.samples)
        }
        // Bounded by the number of slots: every turn passes a packet or returns.
        while let head = nextWaiting() {
            let packet = slots[head]
            if packet.end <= cursor {
                // An overlapping timestamp; its time is over.
                abandon(head)
                continue
            }
            if stalled > 0 {
                cursor += min(stalled, max(0, packet.timestamp - cursor))
                stalled = 0
            }
            let gap = packet.timestamp - cursor
            let missing = packet.sequence - nextSequence
            if gap < 120 {
                pass(to: packet.sequence)
            } else if missing == 0 {
                return pauseStep(gap)
            } else {
                return lossStep(head, missing: missing, gap: gap)
            }
            return play(head)
        }
        return underrunStep()
    }

    private mutating func play(_ head: Int) -> PlayoutStep {
        let packet = slots[head]
        cursor = packet.end
        nextSequence = packet.sequence + 1
        concealedRun = 0
        lastDuration = packet.duration
        release(head, as: .played)
        let slot = PacketSlot(index: head, byteCount: packet.byteCount)
        if adjustment == .remove {
            adjustment = .none
            return .skip(slot, samples: Int(packet.duration))
        }
        return .decode(slot, samples: Int(packet.duration))
    }

    /// The next sequence number with a later timestamp: the sender was silent.
    private mutating func pauseStep(_ gap: Int64) -> PlayoutStep {
        let length = min(gap / 120 * 120, owed)
        cursor += length
        return .silence(samples: Int(length))
    }

    /// A later packet is here and the time of an earlier one has come.
    private mutating func lossStep(_ head: Int, missing: Int64, gap: Int64) -> PlayoutStep {
        let next = slots[head]
        var length = gap / missing / 120 * 120
        if length < 120 {
            pass(to: next.sequence)
            return pauseStep(gap)
        }
        if length > 5_760 { length = lastDuration }
        if playoutDelay(ahead: Int64(configuration.frame.samples) - owed) + length <= target {
            // It may only be late, and the delay should grow anyway.
            statistics.insertedSamples += UInt64(length)
            return conceal(length)
        }
        statistics.lost += 1
        nextSequence += 1
        cursor += length
        let isAdjacent = missing == 1 && gap - length < 120
        if isAdjacent, next.byteCount > 2 {
            concealedRun = 0
            return .recover(PacketSlot(index: head, byteCount: next.byteCount), samples: Int(length))
        }
        return conceal(length)
    }

    private mutating func conceal(_ length: Int64) -> PlayoutStep {
        concealedRun += length
        if concealedRun > Int64(configuration.longestConcealment.samples) { return .silence(samples: Int(length)) }
        return .conceal(samples: Int(length))
    }

    /// Nothing waits. The cursor stands still: whether this is loss, delay or a pause, the next packet will tell.
    private mutating func underrunStep() -> PlayoutStep {
        let newest = slots[slotIndex(nextSequence - 1)]
        let wasComfort = newest.use == .played && newest.byteCount <= 2
        guard !isInDTX, !wasComfort, concealedRun < Int64(configuration.longestConcealment.samples) else {
            becomeIdle()
            return .silence(samples: Int(owed))
        }
        let length = owed
        stalled += length
        return conceal(length)
    }

    /// Counts the packets before `sequence` as lost; before a stream's first playout there is nothing to lose.
    mutating func pass(to sequence: Int64) {
        guard sequence > nextSequence else { return }
        if hasPlayed { statistics.lost += UInt64(sequence - nextSequence) }
        nextSequence = sequence
    }

    /// Leaves out a packet that is here but whose time is over.
    mutating func abandon(_ index: Int) {
        pass(to: slots[index].sequence)
        nextSequence += 1
        statistics.skipped += 1
        release(index, as: .played)
    }

    // MARK: - Delay control

    /// How long after an undelayed packet's arrival its first sample plays, if `ahead` samples were produced since the
    /// frame's beginning or before.
    private func playoutDelay(ahead: Int64) -> Int64 {
        guard let base = estimator.base else { return target }
        return frameTime - base - (cursor - ahead)
    }

    /// Holds the largest delay: plays on from where the target delay would be.
    private mutating func skipWhatIsTooOld() {
        let most = Int64(configuration.maximumDelay.samples)
        guard waitingSpan > most, let first = nextWaiting() else { return }
        cursor = slots[first].timestamp
        while let head = nextWaiting(), slots[head].sequence < highest,
            waitingSpan > most || waitingSpan - slots[head].duration >= target
        {
            abandon(head)
            if let next = nextWaiting() { cursor = slots[next].timestamp }
        }
        if let head = nextWaiting() { pass(to: slots[head].sequence) }
        stalled = 0
        forgetWaiting()
    }

    private mutating func forgetWaiting() {
        leastWaiting = .max
        leastWaitingBefore = .max
        framesInWindow = 0
    }

    private mutating func chooseAdjustment() {
        leastWaiting = min(leastWaiting, waitingSpan)
        framesInWindow += 1
        let isWindowFull = leastWaitingBefore != .max
        if framesInWindow == 12 {
            leastWaitingBefore = leastWaiting
            leastWaiting = waitingSpan
            framesInWindow = 0
        }
        guard frameTime >= adjustableFrom, let head = nextWaiting(), slots[head].sequence == nextSequence,
            slots[head].timestamp - cursor < 120
        else { return }
        let packet = slots[head]
        let margin = milliseconds(10)
        let delay = playoutDelay(ahead: -owed)
        let surplus = delay - packet.duration - target
        let unused = min(leastWaiting, leastWaitingBefore)
        if surplus >= margin, isWindowFull, unused >= packet.duration + margin {
            adjustment = .remove
            forget(packet.duration)
            let pace: Int64 = packet.isQuiet ? 2 : surplus >= milliseconds(100) ? 5 : 10
            adjustableFrom = frameTime + packet.duration * pace
        } else if delay + (packet.isQuiet ? margin : Int64(configuration.frame.samples)) <= target {
            adjustment = .insert
            adjustableFrom = frameTime + milliseconds(packet.isQuiet ? 40 : 200)
        }
    }

    /// The window's smallest queue shrinks with what is removed now.
    private mutating func forget(_ removed: Int64) {
        leastWaiting -= min(removed, leastWaiting)
        if leastWaitingBefore != .max { leastWaitingBefore -= min(removed, leastWaitingBefore) }
    }
}
