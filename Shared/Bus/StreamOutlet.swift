import Synchronization
import Wire

/// The sender's end of a server stream: hands items to the I/O thread while the reader has given credit for them.
final class StreamOutlet: RPCResponder {
    private struct State {
        var credit: Int
        var sequence: UInt32 = 0
        var ending: RPCError?
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    /// A reader cannot make a sender owe it more than this.
    static let mostCredit = 16 << 20

    private let post: @Sendable (_ item: [UInt8], _ sequence: UInt32) -> Void
    private let state: Mutex<State>

    init(credit: UInt32, post: @escaping @Sendable (_ item: [UInt8], _ sequence: UInt32) -> Void) {
        state = Mutex(State(credit: min(Int(credit), Self.mostCredit)))
        self.post = post
    }

    func send(_ item: [UInt8]) async throws(RPCError) {
        guard item.count <= Envelope.longestPayload else {
            throw RPCError(.resourceExhausted, reason: .tooLarge, "item of \(item.count) bytes")
        }
        while true {
            if Task.isCancelled { throw RPCError(.cancelled, "stream cancelled") }
            let outcome = state.withLock { state -> Result<Bool, RPCError> in
                if let ending = state.ending { return .failure(ending) }
                guard state.credit > 0 else { return .success(false) }
                state.credit -= creditCost(of: item)
                state.sequence &+= 1
                // Under the lock, so that items leave in the order of their numbers.
                post(item, state.sequence)
                return .success(true)
            }
            if try outcome.get() { return }
            await waitForCredit()
        }
    }

    /// What the reader still takes; below zero after an item that was larger than what was left.
    var credit: Int { state.withLock { $0.credit } }

    /// The reader can take more.
    func add(credit: UInt32) {
        wake { $0.credit = min($0.credit + Int(credit), Self.mostCredit) }
    }

    /// The reader is gone, or the node is: every later and waiting send throws.
    func close(_ error: RPCError) {
        wake { $0.ending = $0.ending ?? error }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            guard state.credit > 0 || state.ending != nil else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    private func waitForCredit() async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.credit <= 0, state.ending == nil, !Task.isCancelled else { return false }
                    state.waiters[number] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume()
        }
    }
}
