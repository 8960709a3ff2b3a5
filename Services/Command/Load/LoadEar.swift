import CallClient
import Synchronization

/// A speaker that remembers only when it heard something: for measuring silence by the clock, without keeping sound.
final class LoadEar: AudioSink {
    /// Nothing was heard for so long, until then.
    struct Gap: Sendable {
        var length = Duration.zero
        var end: ContinuousClock.Instant
    }

    fileprivate struct State {
        var lastSound: ContinuousClock.Instant?
        var longest: Gap?
    }

    /// Well above what the room makes of silence, well below any tone.
    private static let threshold: Int16 = 200

    private let state = Mutex(State())

    func write(_ frame: Span<Int16>) {
        var isSound = false
        for index in frame.indices where abs(Int(frame[index])) > Int(Self.threshold) {
            isSound = true
            break
        }
        if isSound { heard(at: .now) }
    }

    private func heard(at now: ContinuousClock.Instant) {
        state.withLock { state in
            state.longest = state.longestGap(until: now)
            state.lastSound = now
        }
    }

    /// Forgets the call before.
    func reset() { state.withLock { $0 = State() } }

    var hasHeard: Bool { state.withLock { $0.lastSound != nil } }

    /// The longest time between two sounds, or since the last; `nil` if there was none.
    func longestGap(until end: ContinuousClock.Instant) -> Gap? { state.withLock { $0.longestGap(until: end) } }
}

extension LoadEar.State {
    fileprivate func longestGap(until end: ContinuousClock.Instant) -> LoadEar.Gap? {
        guard let lastSound else { return nil }
        let present = LoadEar.Gap(length: end - lastSound, end: end)
        return longest.map { $0.length >= present.length ? $0 : present } ?? present
    }
}
