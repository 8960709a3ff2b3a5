import Synchronization
import Wire

/// The reader's end of a server stream: items come in from the I/O thread, one task takes them out.
final class StreamInbox: Sendable {
    enum Step: Sendable {
        case item([UInt8])
        /// `nil`: the stream ended well.
        case ended(RPCError?)
    }

    private struct State {
        var items = FIFO<[UInt8]>()
        var buffered = 0
        /// Read since credit was last given back.
        var unreported = 0
        var ending: Step?
        var waiter: CheckedContinuation<Step, Never>?
    }

    private let window: Int
    private let state = Mutex(State())

    init(window: Int) { self.window = window }

    /// False: the sender has overrun the window it was given.
    func deliver(_ item: [UInt8]) -> Bool {
        let cost = creditCost(of: item)
        let (isWithin, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Step, Never>?) in
            if state.ending != nil { return (true, nil) }
            if let waiter = state.waiter.take() {
                state.unreported += cost
                return (true, waiter)
            }
            // A sender with any credit left may send one item of any size.
            guard state.buffered < window + Envelope.longestPayload else { return (false, nil) }
            state.items.append(item)
            state.buffered += cost
            return (true, nil)
        }
        waiter?.resume(returning: .item(item))
        return isWithin
    }

    /// No more items. Those that came before can still be read.
    func finish(_ error: RPCError?) {
        let waiter = state.withLock { state -> CheckedContinuation<Step, Never>? in
            if state.ending != nil { return nil }
            state.ending = .ended(error)
            return state.waiter.take()
        }
        waiter?.resume(returning: .ended(error))
    }

    /// The reader gives up: what came before is gone too.
    func abandon(_ error: RPCError) {
        let waiter = state.withLock { state -> CheckedContinuation<Step, Never>? in
            state.ending = .ended(error)
            _ = state.items.takeAll()
            state.buffered = 0
            return state.waiter.take()
        }
        waiter?.resume(returning: .ended(error))
    }

    /// The next item or the end. `cancelled` runs when the waiting task is cancelled. One reader at a time.
    func next(cancelled: @escaping @Sendable () -> Void) async -> Step {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let step = state.withLock { state -> Step? in
                    if let item = state.items.popFirst() {
                        state.buffered -= creditCost(of: item)
                        state.unreported += creditCost(of: item)
                        return .item(item)
                    }
                    if let ending = state.ending { return ending }
                    precondition(state.waiter == nil, "a stream's iterator is used by two tasks")
                    state.waiter = continuation
                    return nil
                }
                if let step { continuation.resume(returning: step) }
            }
        } onCancel: {
            cancelled()
        }
    }

    /// Credit to give back now; 0 while it is not worth a message.
    func takeCredit() -> Int {
        state.withLock { state in
            guard state.unreported * 2 >= window, state.ending == nil else { return 0 }
            defer { state.unreported = 0 }
            return state.unreported
        }
    }
}
