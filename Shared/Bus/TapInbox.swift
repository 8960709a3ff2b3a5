import Synchronization

/// Between the I/O thread, which must always read a tap, and the task that looks at it. Bounded: what does not fit is
/// missing, as the next event's number tells.
final class TapInbox: Sendable {
    enum Entry: Sendable {
        case connected
        case frame([UInt8])
        case lost(PeerLossCause)
    }

    static let mostFrames = 100_000
    static let mostBytes = 64 << 20

    private struct State {
        var entries = FIFO<Entry>()
        var bytes = 0
        var isClosed = false
        var waiter: CheckedContinuation<Entry?, Never>?
    }

    private let state = Mutex(State())

    func deliver(_ entry: Entry) {
        let waiter = state.withLock { state -> CheckedContinuation<Entry?, Never>? in
            if state.isClosed { return nil }
            if let waiter = state.waiter.take() { return waiter }
            if case .frame(let frame) = entry {
                guard state.entries.count < Self.mostFrames, state.bytes + frame.count <= Self.mostBytes else {
                    return nil
                }
                state.bytes += frame.count
            }
            state.entries.append(entry)
            return nil
        }
        waiter?.resume(returning: entry)
    }

    /// No more entries; those that came can still be read.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            return state.waiter.take()
        }
        waiter?.resume(returning: nil)
    }

    /// The next entry; `nil` when the tap is closed or the waiting task is cancelled. One reader at a time.
    func next() async -> Entry? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isReady, entry) = state.withLock { state -> (Bool, Entry?) in
                    if let entry = state.entries.popFirst() {
                        if case .frame(let frame) = entry { state.bytes -= frame.count }
                        return (true, entry)
                    }
                    if state.isClosed || Task.isCancelled { return (true, nil) }
                    precondition(state.waiter == nil, "a tap's iterator is used by two tasks")
                    state.waiter = continuation
                    return (false, nil)
                }
                if isReady { continuation.resume(returning: entry) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(returning: nil)
        }
    }
}
