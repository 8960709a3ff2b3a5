import Synchronization
import ZeroMQ

/// How other threads hand commands to the I/O thread: appended under a lock, taken all at once. The wake-up is only
/// written when the I/O thread may be asleep.
final class Outbox<Element: Sendable>: Sendable {
    private struct State {
        var items: [Element] = []
        var isAwake = false
        var isClosed = false
    }

    let wakeup: Wakeup
    private let state = Mutex(State())

    init() throws(ZeroMQError) { wakeup = try Wakeup() }

    /// False if nobody will take it any more.
    @discardableResult
    func post(_ element: Element) -> Bool {
        let (isAccepted, mustWake) = state.withLock { state in
            if state.isClosed { return (false, false) }
            state.items.append(element)
            let mustWake = !state.isAwake
            state.isAwake = true
            return (true, mustWake)
        }
        if mustWake { wakeup.signal() }
        return isAccepted
    }

    /// Everything posted so far, in order. Swaps the arrays, so both keep their capacity.
    func takeAll(into batch: inout [Element]) {
        batch.removeAll(keepingCapacity: true)
        state.withLock { swap(&$0.items, &batch) }
    }

    /// For the I/O thread before it sleeps: from now on a post wakes it. False: something was posted meanwhile.
    func prepareToSleep() -> Bool {
        let maySleep = state.withLock { state in
            guard state.items.isEmpty else { return false }
            state.isAwake = false
            return true
        }
        return maySleep
    }

    /// For the I/O thread after it slept. `wasSignalled`: the wake-up is readable.
    func awake(wasSignalled: Bool) {
        state.withLock { $0.isAwake = true }
        if wasSignalled { wakeup.clear() }
    }

    /// Refuses every later post and returns what nobody had taken.
    func close() -> [Element] {
        state.withLock { state in
            state.isClosed = true
            defer { state.items = [] }
            return state.items
        }
    }
}
