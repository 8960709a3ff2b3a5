import CallClient
import Synchronization

/// A speaker that remembers only when it heard something: for measuring silence by the clock, without keeping sound.
final class LoadEar: AudioSink {
    private struct State {
        var lastSound: ContinuousClock.Instant?
        var longestGap = Duration.zero
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
            if let last = state.lastSound { state.longestGap = max(state.longestGap, now - last) }
            state.lastSound = now
        }
    }

    /// Forgets the call before.
    func reset() { state.withLock { $0 = State() } }

    var hasHeard: Bool { state.withLock { $0.lastSound != nil } }

    /// The longest time between two sounds, or since the last; `nil` if there was none.
    func longestSilence(until end: ContinuousClock.Instant) -> Duration? {
        state.withLock { state in state.lastSound.map { max(state.longestGap, end - $0) } }
    }
}
