import CallModel
import ServiceKit
import Synchronization

/// Wakes one waiting task. Beats that come while nobody waits count as one and are not lost.
final class Pulse: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func beat() { continuation.yield() }

    /// Returns at the next beat, when the time is over, or when the task is cancelled.
    func wait(atMost limit: Duration, _ clock: any ServiceClock) async {
        let end = Task { [continuation] in
            // Cancelled means that a beat came first: one more would wake the next wait for nothing.
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            continuation.yield()
        }
        // Read in the waiting task itself: cancelling a child that reads would end the stream for good.
        for await _ in stream { break }
        end.cancel()
    }
}
