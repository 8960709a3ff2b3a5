import Suspension
import Synchronization
import Wire

/// The tasks that run unary handlers. A worker takes the next call when it is done with one, so that a burst costs a few
/// wake-ups instead of a task per call.
///
/// While calls wait, one worker is always on its way to them: whoever takes a call and sees more sends for the next
/// worker. So a handler that suspends holds up nobody. A cancelled worker ends with its call: a task cannot be
/// uncancelled.
final class HandlerCrew: Sendable {
    /// Runs a call's handler to its end.
    typealias Run = @Sendable (IncomingCall) async -> Void

    fileprivate struct Worker {
        /// Tells it from others who had its place.
        let hire: Int
        var task: Task<Void, Never>?
        /// While it is idle. Whoever takes it out, under the lock, resumes it: exactly once.
        var sleep: Waiter?
        var call: IncomingCall?
        /// Sent for, and not there yet.
        var isComing = true
        /// Its task is cancelled.
        var isSpent = false
    }

    fileprivate struct State {
        var waiting = FIFO<IncomingCall>()
        var workers: [Worker] = []
        /// Places in `workers` that nobody has.
        var vacant: [Int] = []
        var idle: [Int] = []
        var hires = 0
        var isSomebodyComing = false
        var isClosed = false
    }

    /// How a worker is sent for, once the lock is released.
    fileprivate enum Summons {
        case none
        case wake(Waiter)
        case hire(Int, hire: Int)
    }

    fileprivate enum Step {
        case run(IncomingCall)
        case sleep
        case end
    }

    /// Idle workers that are kept: more were needed only because handlers suspended.
    private static let mostIdle = 64
    /// Calls after which a worker lets other tasks of the process have its thread.
    private static let callsBeforeYield = 64

    private let executor: (any TaskExecutor)?
    private let run: Run
    private let state = Mutex(State())

    /// `executor`: where the workers run; `nil` is the concurrency pool.
    init(on executor: (any TaskExecutor)? = nil, _ run: @escaping Run) {
        self.executor = executor
        self.run = run
    }

    /// Has its handler run soon.
    func add(_ call: IncomingCall) {
        let summons = state.withLock { state in
            state.waiting.append(call)
            return state.summons()
        }
        send(summons)
    }

    /// Cancels the task that runs the call. True: no task had begun to, and none will.
    func cancel(_ call: IncomingCall) -> Bool {
        let (didWait, task) = state.withLock { state -> (Bool, Task<Void, Never>?) in
            if let number = state.workers.firstIndex(where: { $0.call === call }) {
                state.workers[number].isSpent = true
                return (false, state.workers[number].task)
            }
            let before = state.waiting.count
            state.waiting.removeAll { $0 === call }
            return (state.waiting.count < before, nil)
        }
        task?.cancel()
        return didWait
    }

    /// Workers end when they are idle.
    func close() {
        let sleeps = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle.compactMap { state.workers[$0].sleep.take() }
        }
        for sleep in sleeps { sleep.resume() }
    }

    private func send(_ summons: Summons) {
        switch summons {
        case .none: break
        case .wake(let sleep): sleep.resume()
        case .hire(let number, let hire):
            let task = Task(executorPreference: executor) { [self] in await work(number) }
            let isSpent = state.withLock { state in
                // It may be over already, and its place another's.
                guard state.workers[number].hire == hire else { return false }
                state.workers[number].task = task
                return state.workers[number].isSpent
            }
            if isSpent { task.cancel() }
        }
    }

    private func work(_ number: Int) async {
        var count = 0
        while true {
            switch take(number) {
            case .run(let call):
                await run(call)
                count += 1
                if count.isMultiple(of: Self.callsBeforeYield) { await Task.yield() }
            case .sleep: await sleep(number)
            case .end: return
            }
        }
    }

    /// What a worker does next.
    private func take(_ number: Int) -> Step {
        let (step, summons) = state.withLock { state in (state.step(of: number, Self.mostIdle), state.summons()) }
        send(summons)
        return step
    }

    private func sleep(_ number: Int) async {
        await suspend { waiter in
            let mustSleep = state.withLock { state in
                guard state.waiting.isEmpty, !state.isClosed else { return false }
                state.workers[number].sleep = waiter
                state.idle.append(number)
                return true
            }
            if !mustSleep { waiter.resume() }
        }
    }
}

extension HandlerCrew.State {
    /// If calls wait and nobody is coming, somebody must.
    fileprivate mutating func summons() -> HandlerCrew.Summons {
        guard !isSomebodyComing, !waiting.isEmpty else { return .none }
        isSomebodyComing = true
        if let number = idle.popLast(), let sleep = workers[number].sleep.take() {
            workers[number].isComing = true
            return .wake(sleep)
        }
        hires += 1
        if let number = vacant.popLast() {
            workers[number] = HandlerCrew.Worker(hire: hires)
            return .hire(number, hire: hires)
        }
        workers.append(HandlerCrew.Worker(hire: hires))
        return .hire(workers.count - 1, hire: hires)
    }

    fileprivate mutating func step(of number: Int, _ mostIdle: Int) -> HandlerCrew.Step {
        workers[number].call = nil
        if workers[number].isComing {
            workers[number].isComing = false
            isSomebodyComing = false
        }
        if !workers[number].isSpent {
            if let call = waiting.popFirst() {
                workers[number].call = call
                return .run(call)
            }
            if !isClosed, idle.count < mostIdle { return .sleep }
        }
        workers[number].task = nil
        vacant.append(number)
        return .end
    }
}
