// Thread: made and freed on the control side, in between the loop's alone. Phase: mix. Rules: R1-R6, R3 by review: a
// class reference is read in place and never stored here.

internal import CallModel
package import MediaCore
internal import Mixing
internal import Opus
internal import RTP

/// One room inside a loop: its participants, its mix, its encoders. Everything is allocated before it gets there.
///
/// A tick, in this order: pull a frame from everybody; decide who is mixed; give private encoders to those who come in;
/// sum; limit and encode the shared mix, and one private mix without himself for each who is in; take encoders back.
package final class LoopRoom: @unchecked Sendable {
    package let number: RoomNumber

    /// By slot; `nil`: free.
    private(set) var participants: [LoopParticipant?]
    private(set) var population = 0
    private var selection: ContributorSelection
    private var speakers: SpeakerMeter
    private let levels = LevelScale()
    /// For everybody outside the mix.
    let shared: MixEncoder
    /// Private encoders not in use. Grows by what participants bring; has room for all of them from the start.
    private var pool: [MixEncoder] = []
    private var history = FrameHistory()
    private var total = [Int32](repeating: 0, count: RoomFormat.frame)
    private var others = [Int32](repeating: 0, count: RoomFormat.frame)
    private var ticksToPublish = 0
    private var counts = CodecCounts()

    /// Allocates everything; to be called on the control side.
    package init(number: RoomNumber, configuration: LoopConfiguration) throws(LoopError) {
        self.number = number
        let capacity = configuration.limits.participantsPerRoom
        participants = Array(repeating: nil, count: capacity)
        selection = ContributorSelection(capacity: capacity, limit: configuration.contributors)
        speakers = SpeakerMeter(capacity: capacity)
        do {
            shared = try MixEncoder(configuration)
        } catch {
            throw .opus(error)
        }
        pool.reserveCapacity(configuration.contributors + capacity)
    }

    // MARK: who is in it

    /// `false` if the room is full; the control side does not let it come to that.
    func admit(_ participant: LoopParticipant) -> Bool {
        guard let slot = participants.firstIndex(where: { $0 == nil }) else { return false }
        participants[slot] = participant
        participant.slot = slot
        population += 1
        selection.admit(slot, isMuted: participant.isMuted)
        speakers.clear(slot)
        if let spare = participant.spareEncoder {
            pool.append(spare)
            participant.spareEncoder = nil
        }
        return true
    }

    func participant(_ number: ParticipantNumber) -> LoopParticipant? {
        for case .some(let participant) in participants where participant.number == number { return participant }
        return nil
    }

    func dismiss(_ participant: LoopParticipant) {
        let slot = participant.slot
        selection.dismiss(slot)
        speakers.clear(slot)
        if let encoder = participant.encoder {
            pool.append(encoder)
            participant.encoder = nil
        }
        participants[slot] = nil
        participant.slot = -1
        population -= 1
    }

    func mute(_ participant: LoopParticipant, _ isMuted: Bool) {
        participant.isMuted = isMuted
        selection.setMuted(isMuted, participant.slot)
        speakers.clear(participant.slot)
    }

    // MARK: a tick

    /// Mix phase: from queued packets to encoded ones, one tick of 20 ms that is due at `deadline`.
    func mix(at deadline: MonotonicInstant) {
        pullFrames(at: deadline)
        let contributors = selection.select()
        speakers.decide()
        let hasReturned = changeEncoders()
        sumUp()
        let listeners = population - privateCount
        if contributors == 0 && shared.isAtRest {
            shared.processSilence(hasListeners: listeners > 0)
        } else {
            if shared.isUnheard && listeners > 0 { shared.warmUp(history) }
            shared.process(total, hasListeners: listeners > 0, hasNewListener: hasReturned)
            history.append(shared.frame, isSilent: shared.isSilent)
        }
        for case .some(let participant) in participants {
            guard let encoder = participant.encoder else { continue }
            encodePrivately(for: participant, with: encoder)
            encoder.report(to: &counts)
        }
        shared.report(to: &counts)
        publish()
    }

    /// Moves what the codecs did since the last time to `counts`.
    func report(to counts: inout CodecCounts) { counts.take(&self.counts) }

    /// Who listens to a mix of his own.
    private var privateCount: Int {
        var count = 0
        for case .some(let participant) in participants where participant.encoder != nil { count += 1 }
        return count
    }

    private func pullFrames(at deadline: MonotonicInstant) {
        for case .some(let participant) in participants {
            let slot = participant.slot
            participant.pull(at: deadline, isFadingOut: selection.contribution(of: slot) == .contributing)
            participant.source.report(to: &counts)
            let level = participant.isMuted ? Level.silence() : levels.level(of: participant.source.frame)
            let loudness = Loudness(decibelsBelowOverload: level.rawValue)
            selection.observe(loudness, slot)
            speakers.observe(loudness, slot)
        }
    }

    /// Gives a private encoder to whoever comes into the mix, takes it from whoever is out of it. Says whether somebody
    /// came back to the shared stream.
    private func changeEncoders() -> Bool {
        var hasReturned = false
        for case .some(let participant) in participants {
            if selection.contribution(of: participant.slot).hearsPrivateMix {
                guard participant.encoder == nil, let encoder = pool.popLast() else { continue }
                encoder.follow(shared, history: history)
                participant.encoder = encoder
                participant.ramp = GainRamp(gain: 0)
            } else if let encoder = participant.encoder {
                pool.append(encoder)
                participant.encoder = nil
                hasReturned = true
            }
        }
        return hasReturned
    }

    private func sumUp() {
        SampleSum.clear(&total)
        for case .some(let participant) in participants {
            let contribution = selection.contribution(of: participant.slot)
            // Without an encoder of his own he would hear himself.
            guard contribution.isInMix, participant.encoder != nil else { continue }
            participant.ramp.move(to: contribution == .contributing ? GainRamp.unity : 0)
            participant.ramp.apply(to: &participant.source.frame)
            SampleSum.add(participant.source.frame, to: &total)
        }
    }

    private func encodePrivately(for participant: LoopParticipant, with encoder: MixEncoder) {
        if selection.contribution(of: participant.slot).isInMix {
            SampleSum.remove(participant.source.frame, from: total, into: &others)
            encoder.process(others, hasListeners: true, hasNewListener: false)
        } else {
            encoder.process(total, hasListeners: true, hasNewListener: false)
        }
    }

    /// Five times a second.
    private func publish() {
        ticksToPublish -= 1
        guard ticksToPublish <= 0 else { return }
        ticksToPublish = 10
        for case .some(let participant) in participants {
            let slot = participant.slot
            let level = Level(speakers.loudness(of: slot).decibelsBelowOverload)
            participant.counts.volume = speakers.isSpeaking(slot) ? level.volume : 0
            participant.counts.isSpeaking = speakers.isSpeaking(slot)
            participant.counts.isActiveSpeaker = speakers.active == slot
            participant.publish()
        }
    }
}
