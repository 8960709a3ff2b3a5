internal import Datagram
internal import Foundation
internal import Synchronization

/// What a media engine's callers share with its thread. Both sides hold it, so an engine that is dropped can still end its
/// thread. Every access is a few instructions long.
final class MediaControl: Sendable {
    struct State {
        /// The room to enter next.
        var nextRoute: MediaRoute?
        var isStopping = false
        /// There is a thread, and it will look at `nextRoute` again.
        var isRunning = false
        var waker: Waker?
        var ending: DispatchSemaphore?
        var isMicrophoneOpen = true
        /// In percent.
        var inputGain = 100
        var outputGain = 100
        var report = MediaReport()

        /// Lets the thread look at what was asked.
        func wake() { waker?.wake() }

        /// The thread ends. Whoever starts next makes a new one.
        mutating func finish() {
            isRunning = false
            isStopping = false
            waker = nil
            ending?.signal()
            ending = nil
        }
    }

    private let state = Mutex(State())

    func withState<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
        state.withLock(body)
    }
}
