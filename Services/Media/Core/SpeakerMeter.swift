// Thread: the loop's. Phase: mix. Rules: R1, R2, R4-R6. Everything is sized at creation.

/// Who is speaking, how loud, and who is the active speaker, from decoded energy in media time: one observation per tick,
/// silence when there was no audio. Nobody is a possible answer.
package struct SpeakerMeter: Sendable {
    /// The quietest frame that counts as speech.
    package static let speech = Loudness(decibelsBelowOverload: 50)
    /// Frames of speech before somebody counts as speaking: a click is no word.
    package static let onset = 3
    /// Frames without speech after which he no longer does.
    package static let release = 20
    /// A new active speaker must be louder by this much, in 1/256 dB, for so many frames.
    private static let advantage: Int32 = 3 * 256
    private static let takeover = 15

    private struct Meter: Sendable {
        var smoothed: Int32 = 0
        var loudFrames = 0
        var quietFrames = 0
        var isSpeaking = false
    }

    private var meters: [Meter]
    private var challenger: Int?
    private var challengeFrames = 0
    /// The slot of the active speaker; `nil`: nobody speaks.
    package private(set) var active: Int?

    package init(capacity: Int) {
        meters = Array(repeating: Meter(), count: capacity)
    }

    /// Joined, left, muted or unmuted: whatever was measured is over.
    package mutating func clear(_ slot: Int) {
        meters[slot] = Meter()
        if active == slot { active = nil }
        if challenger == slot { challenger = nil }
    }

    /// Once per tick and participant.
    package mutating func observe(_ loudness: Loudness, _ slot: Int) {
        let fine = loudness.fine
        meters[slot].smoothed += (fine - meters[slot].smoothed) / (fine > meters[slot].smoothed ? 2 : 8)
        if loudness >= SpeakerMeter.speech {
            meters[slot].loudFrames = min(meters[slot].loudFrames + 1, SpeakerMeter.onset)
            meters[slot].quietFrames = 0
            if meters[slot].loudFrames == SpeakerMeter.onset { meters[slot].isSpeaking = true }
        } else {
            meters[slot].loudFrames = max(meters[slot].loudFrames - 1, 0)
            meters[slot].quietFrames = min(meters[slot].quietFrames + 1, SpeakerMeter.release)
            if meters[slot].quietFrames == SpeakerMeter.release { meters[slot].isSpeaking = false }
        }
    }

    /// Once per tick, after everybody was observed.
    package mutating func decide() {
        let loudest = loudestSpeaking()
        guard let current = active, meters[current].isSpeaking else {
            active = loudest
            challenger = nil
            return
        }
        guard let loudest, loudest != current,
            meters[loudest].smoothed > meters[current].smoothed + SpeakerMeter.advantage
        else {
            challenger = nil
            return
        }
        challengeFrames = challenger == loudest ? challengeFrames + 1 : 1
        challenger = loudest
        guard challengeFrames >= SpeakerMeter.takeover else { return }
        active = loudest
        challenger = nil
    }

    /// Since the last `decide`.
    package func isSpeaking(_ slot: Int) -> Bool { meters[slot].isSpeaking }

    /// Smoothed over about 100 ms.
    package func loudness(of slot: Int) -> Loudness { Loudness(fine: meters[slot].smoothed) }

    private func loudestSpeaking() -> Int? {
        var best: Int?
        for slot in meters.indices where meters[slot].isSpeaking {
            if let known = best, meters[known].smoothed >= meters[slot].smoothed { continue }
            best = slot
        }
        return best
    }
}
