import Synchronization

/// Items on their way to the one reader of a watch. Why the watch is over stands beside them: a full buffer drops what
/// comes last, and that must not be the end.
final class WatchMailbox: Sendable {
    /// For one reader, who looks at `end` before each item.
    let items: AsyncStream<WatchItem>
    private let continuation: AsyncStream<WatchItem>.Continuation
    private let reason = Mutex<WatchEnd?>(nil)

    init(capacity: Int = 200_000) {
        (items, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(capacity))
    }

    /// Drops the item if the reader is far behind: the sequence numbers of those that come later tell how many.
    func put(_ item: WatchItem) { continuation.yield(item) }

    /// The first reason counts.
    func stop(_ why: WatchEnd) {
        reason.withLock { $0 = $0 ?? why }
        continuation.finish()
    }

    /// Set once there is nothing more to read, whatever is still in the buffer.
    var end: WatchEnd? { reason.withLock { $0 } }
}
