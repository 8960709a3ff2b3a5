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
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in self.stream { return } }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
