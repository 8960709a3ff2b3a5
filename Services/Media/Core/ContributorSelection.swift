// Thread: the loop's. Phase: mix. Rules: R1, R2, R4-R6. Everything is sized at creation.

/// A participant's part in a room's mix.
package enum Contribution: Sendable, Hashable {
    /// Not in the mix: hears the shared stream.
    case outside
    /// In the mix: hears a private one, without himself.
    case contributing
    /// In the mix for the last time, fading out.
    case leaving
    /// No longer in the mix, but the limiter's delay line still holds the end of his part: one more private frame.
    case lingering

    /// Whether he must not be given the shared stream.
    package var hearsPrivateMix: Bool { self != .outside }
    /// Whether his frame goes into the sum.
    package var isInMix: Bool { self == .contributing || self == .leaving }
}

/// Decides tick by tick whose audio is mixed.
///
/// Whoever is audible is, as long as there are seats. The cap keeps the number of private encodes small: when more are
/// audible than there are seats, the loudest sit, and somebody outside takes a seat only if he is clearly louder for a
/// while than the quietest inside, who in turn has had his time. Pinned participants have a seat whenever they are
/// audible, beyond the cap. A seat is free again only when its last holder is completely outside, so that never more than
/// `limit` unpinned participants need a private mix.
package struct ContributorSelection: Sendable {
    /// Frames somebody counts as audible after his last audible one: the pauses between words.
    package static let hangover = 20
    /// The quietest frame that counts as audible; well below quiet speech.
    package static let audible = Loudness(decibelsBelowOverload: 70)
    /// A challenger must be louder by this much, in 1/256 dB ...
    private static let advantage: Int32 = 6 * 256
    /// ... for so many frames ...
    private static let challengeFrames = 5
    /// ... than somebody who has contributed for so many.
    private static let leastTenure = 25

    private struct Seat: Sendable {
        var isPresent = false
        var isPinned = false
        var isMuted = false
        var contribution = Contribution.outside
        var score: Int32 = 0
        var audibleFrames = 0
        var tenure = 0
        var challenge = 0

        var isAudible: Bool { isPresent && !isMuted && audibleFrames > 0 }
    }

    /// How many unpinned participants can contribute at once.
    package let limit: Int
    private var seats: [Seat]

    /// `capacity`: participants of the room.
    package init(capacity: Int, limit: Int) {
        precondition(capacity > 0 && limit > 0, "selection sizes")
        self.limit = limit
        seats = Array(repeating: Seat(), count: capacity)
    }

    /// Somebody takes the slot, outside the mix at first. `isPinned`: has a seat
    /// whenever he is audible, beyond the limit.
    package mutating func admit(_ slot: Int, isMuted: Bool = false, isPinned: Bool = false) {
        seats[slot] = Seat(isPresent: true, isPinned: isPinned, isMuted: isMuted)
    }

    /// Gone at once; nothing of his is mixed any more.
    package mutating func dismiss(_ slot: Int) { seats[slot] = Seat() }

    /// A muted contributor leaves with the next tick.
    package mutating func setMuted(_ isMuted: Bool, _ slot: Int) {
        seats[slot].isMuted = isMuted
        seats[slot].audibleFrames = 0
        if isMuted { seats[slot].score = 0 }
    }

    /// Takes effect with the next tick.
    package mutating func setPinned(_ isPinned: Bool, _ slot: Int) { seats[slot].isPinned = isPinned }

    /// How he takes part since the last `select`.
    package func contribution(of slot: Int) -> Contribution { seats[slot].contribution }

    /// Once per tick and participant: how loud his decoded frame is. Silence when there was none.
    package mutating func observe(_ loudness: Loudness, _ slot: Int) {
        let fine = loudness.fine
        let score = seats[slot].score
        // Up at once, so that an onset counts from its first frame; down by half in some 200 ms.
        seats[slot].score = fine > score ? fine : score - (score - fine) / 16
        if loudness >= ContributorSelection.audible {
            seats[slot].audibleFrames = ContributorSelection.hangover
        } else if seats[slot].audibleFrames > 0 {
            seats[slot].audibleFrames -= 1
        }
    }

    /// Once per tick, after everybody was observed. Gives how many are in the mix.
    package mutating func select() -> Int {
        moveOn()
        fillSeats()
        challenge()
        var inMix = 0
        for slot in seats.indices where seats[slot].contribution.isInMix { inMix += 1 }
        return inMix
    }

    /// Those who are leaving get one step further; those no longer audible begin to leave.
    private mutating func moveOn() {
        for slot in seats.indices {
            switch seats[slot].contribution {
            case .outside: break
            case .leaving: seats[slot].contribution = .lingering
            case .lingering: seats[slot].contribution = .outside
            case .contributing:
                seats[slot].tenure += 1
                if !seats[slot].isAudible { seats[slot].contribution = .leaving }
            }
        }
    }

    private mutating func fillSeats() {
        for slot in seats.indices where seats[slot].isPinned && waits(slot) { enter(slot) }
        while taken < limit, let slot = loudestWaiting() { enter(slot) }
    }

    /// At most one seat changes hands per tick.
    private mutating func challenge() {
        guard let challenger = loudestWaiting() else {
            for slot in seats.indices { seats[slot].challenge = 0 }
            return
        }
        for slot in seats.indices where slot != challenger { seats[slot].challenge = 0 }
        guard let weakest = quietestContributing(),
            seats[challenger].score > seats[weakest].score + ContributorSelection.advantage
        else { return seats[challenger].challenge = 0 }
        seats[challenger].challenge += 1
        guard seats[challenger].challenge >= ContributorSelection.challengeFrames,
            seats[weakest].tenure >= ContributorSelection.leastTenure
        else { return }
        seats[weakest].contribution = .leaving
    }

    private mutating func enter(_ slot: Int) {
        seats[slot].contribution = .contributing
        seats[slot].tenure = 0
        seats[slot].challenge = 0
    }

    private func waits(_ slot: Int) -> Bool { seats[slot].contribution == .outside && seats[slot].isAudible }

    private var taken: Int {
        var count = 0
        for slot in seats.indices where seats[slot].contribution.hearsPrivateMix && !seats[slot].isPinned { count += 1 }
        return count
    }

    private func loudestWaiting() -> Int? {
        var best: Int?
        for slot in seats.indices where waits(slot) && !seats[slot].isPinned {
            if let known = best, seats[known].score >= seats[slot].score { continue }
            best = slot
        }
        return best
    }

    private func quietestContributing() -> Int? {
        var best: Int?
        for slot in seats.indices where seats[slot].contribution == .contributing && !seats[slot].isPinned {
            if let known = best, seats[known].score <= seats[slot].score { continue }
            best = slot
        }
        return best
    }
}
