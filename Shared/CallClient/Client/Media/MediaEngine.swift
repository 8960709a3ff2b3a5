internal import Foundation

/// Carries the sound of one call at a time: captures, encodes and sends, receives, decodes and plays, on a thread of its
/// own with a tick of 20 ms.
///
/// All methods may be called from any thread and return at once, but for `stop`, which waits a moment for the goodbye
/// to leave.
final class MediaEngine: Sendable {
    /// What an engine tells of itself, on the media thread.
    enum Event: Equatable, Sendable {
        /// The first sound above silence was played, so long after the grant.
        case firstAudio(after: Duration)
        /// Nothing authentic has come from this room for the timeout, or it said goodbye.
        case lost(era: UInt32)
        /// Own microphone and what is heard, 0 to 100.
        case volumes(input: Int, output: Int)
        /// The room cannot be used; the text is for the log.
        case failed(String)
    }

    private let control = MediaControl()
    private let source: any AudioSource
    private let sink: any AudioSink
    private let policy: MediaPolicy
    private let onEvent: @Sendable (Event) -> Void

    init(
        source: any AudioSource, sink: any AudioSink, policy: MediaPolicy = MediaPolicy(),
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.source = source
        self.sink = sink
        self.policy = policy
        self.onEvent = onEvent
    }

    deinit { requestStop() }

    /// Enters a room; if the engine is in another one already, it leaves that, and the sink hears silence until the new
    /// room is heard.
    func start(_ route: MediaRoute) {
        let mustSpawn = control.withState { state in
            state.nextRoute = route
            state.isStopping = false
            state.wake()
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard mustSpawn else { return }
        let (control, source, sink, policy, onEvent) = (control, source, sink, policy, onEvent)
        let thread = Thread {
            MediaLoop(control: control, source: source, sink: sink, policy: policy, onEvent: onEvent).run()
        }
        thread.name = "media"
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    /// Leaves the room. Waits until the goodbye is sent, 200 ms at most.
    func stop() {
        _ = requestStop()?.wait(timeout: .now() + .milliseconds(200))
    }

    /// A grant that makes no sense: the room it was for cannot be entered.
    func refuse(_ era: UInt32, _ reason: MediaRouteError) {
        onEvent(.failed("media grant: \(reason)"))
        onEvent(.lost(era: era))
    }

    @discardableResult
    private func requestStop() -> DispatchSemaphore? {
        control.withState { state in
            state.nextRoute = nil
            guard state.isRunning else { return nil }
            state.isStopping = true
            let ending = state.ending ?? DispatchSemaphore(value: 0)
            state.ending = ending
            state.wake()
            return ending
        }
    }

    /// A closed microphone sends nothing audible, only enough to keep the path open.
    func setMicrophone(isOpen: Bool) { control.withState { $0.isMicrophoneOpen = isOpen } }

    /// In percent, 0 to 100 each.
    func setVolumes(input: Int, output: Int) {
        control.withState { state in
            state.inputGain = min(max(input, 0), 100)
            state.outputGain = min(max(output, 0), 100)
        }
    }

    /// Of the present room, or of the last one.
    var report: MediaReport { control.withState { $0.report } }
}
