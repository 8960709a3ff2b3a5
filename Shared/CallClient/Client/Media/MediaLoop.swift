internal import CallModel
internal import Datagram
internal import Foundation

/// The media thread: waits for packets and for the next tick, and moves one frame in each direction per tick.
///
/// The tick is absolute, so lateness does not add up; the sink gets exactly one frame per 20 ms of its life, whatever room
/// the engine is in.
final class MediaLoop {
    private static let tick = Duration.milliseconds(20)
    private static let frameSamples = 960

    private let control: MediaControl
    private let source: any AudioSource
    private let sink: any AudioSink
    private let policy: MediaPolicy
    private let onEvent: @Sendable (MediaEngine.Event) -> Void
    /// Names this device to the room and to nobody else (RFC 7022: short-term, random).
    private let cname = (0..<16).map { _ in "0123456789abcdef".utf8.randomElement() ?? 0x30 }

    private var session: MediaSession?
    private var sessionCount = 0
    private var captured = [Int16](repeating: 0, count: frameSamples)
    private var playing = [Int16](repeating: 0, count: frameSamples)
    private var loudestInput = 0
    private var loudestOutput = 0
    private var nextVolumes = MonotonicInstant.zero

    init(
        control: MediaControl, source: any AudioSource, sink: any AudioSink, policy: MediaPolicy,
        onEvent: @escaping @Sendable (MediaEngine.Event) -> Void
    ) {
        self.control = control
        self.source = source
        self.sink = sink
        self.policy = policy
        self.onEvent = onEvent
    }

    /// Runs until the engine is stopped.
    func run() {
        do {
            var waiter = try PacketWaiter()
            let waker = waiter.waker
            control.withState { $0.waker = waker }
            try turn(&waiter)
        } catch {
            // No descriptor or no memory for waiting: there is no media on this device now.
            onEvent(.failed("media thread: \(error)"))
            control.withState { $0.finish() }
        }
    }

    private func turn(_ waiter: inout PacketWaiter) throws {
        var deadline = now
        while true {
            guard followControl(&waiter) else { return }
            let wake = try waiter.wait(until: MonotonicDeadline(nanoseconds: deadline.nanoseconds))
            if wake.readable != 0 { session?.receive(at: now) }
            var made = 0
            while deadline <= now, made < policy.catchUp {
                runTick(at: deadline)
                deadline = deadline + Self.tick
                made += 1
            }
            deadline = skipTicks(from: deadline)
        }
    }

    /// The thread was held up for longer than is made up for (a suspended laptop): what is played keeps time all the
    /// same.
    private func skipTicks(from deadline: MonotonicInstant) -> MonotonicInstant {
        var deadline = deadline
        // An hour of missing frames is written, more is not worth the disk.
        var remaining = 180_000
        while deadline <= now, remaining > 0 {
            for index in playing.indices { playing[index] = 0 }
            sink.write(playing.span)
            deadline = deadline + Self.tick
            remaining -= 1
        }
        return remaining > 0 ? deadline : now
    }

    private var now: MonotonicInstant { MonotonicInstant(nanoseconds: MonotonicDeadline.now.nanoseconds) }

    // MARK: - Rooms

    /// Enters and leaves rooms as asked. `false` ends the thread.
    private func followControl(_ waiter: inout PacketWaiter) -> Bool {
        let (next, isStopping) = control.withState { state in
            defer { state.nextRoute = nil }
            return (state.nextRoute, state.isStopping)
        }
        if isStopping {
            leave()
            sink.flush()
            // A start that came since then is seen under the same lock that ends the thread.
            return control.withState { state in
                guard state.isStopping else { return true }
                state.finish()
                return false
            }
        }
        if let next { enter(next, &waiter) }
        return true
    }

    private func enter(_ route: MediaRoute, _ waiter: inout PacketWaiter) {
        // A repeated join gives the same grant. Its stream must go on: begun anew under the same key it would use the same
        // key stream twice (RFC 3711, 9.1), and the room would refuse it.
        if let session, session.route == route { return session.expectNews(at: now) }
        leave()
        do {
            let entered = try MediaSession(route, policy: policy, cname: cname, at: now)
            sessionCount += 1
            try entered.watch(by: &waiter, token: sessionCount % PacketWaiter.socketLimit)
            session = entered
            publish()
        } catch {
            onEvent(.failed("media session: \(error)"))
            onEvent(.lost(era: route.era))
        }
    }

    private func leave() {
        guard let session else { return }
        session.leave(at: now)
        publish()
        self.session = nil
    }

    private func publish() {
        guard let session else { return }
        var report = session.report
        report.inputVolume = loudestInput
        report.outputVolume = loudestOutput
        control.withState { $0.report = report }
    }

    // MARK: - Tick

    private func runTick(at deadline: MonotonicInstant) {
        let (isOpen, inputGain, outputGain) = control.withState { state in
            (state.isMicrophoneOpen, state.inputGain, state.outputGain)
        }
        var frame = captured.mutableSpan
        source.read(into: &frame)
        Self.scale(&captured, percent: isOpen ? inputGain : 0)
        let input = AudioMeter(captured.span)
        session?.send(captured.span, isMicrophoneOpen: isOpen, at: deadline)

        if let session {
            var output = playing.mutableSpan
            session.play(into: &output, at: deadline)
        } else {
            for index in playing.indices { playing[index] = 0 }
        }
        let output = AudioMeter(playing.span)
        Self.scale(&playing, percent: outputGain)
        sink.write(playing.span)
        tell(input, output, at: deadline)
    }

    private func tell(_ input: AudioMeter, _ output: AudioMeter, at deadline: MonotonicInstant) {
        loudestInput = max(loudestInput, input.volume)
        loudestOutput = max(loudestOutput, output.volume)
        if let session {
            if let delay = session.heard(output, at: now) { onEvent(.firstAudio(after: delay)) }
            if session.isNewlyLost(at: deadline) { onEvent(.lost(era: session.route.era)) }
        }
        guard deadline >= nextVolumes else { return }
        nextVolumes = deadline + policy.volumeInterval
        publish()
        onEvent(.volumes(input: loudestInput, output: loudestOutput))
        loudestInput = 0
        loudestOutput = 0
    }

    private static func scale(_ samples: inout [Int16], percent: Int) {
        guard percent != 100 else { return }
        for index in samples.indices { samples[index] = Int16(Int(samples[index]) * percent / 100) }
    }
}
