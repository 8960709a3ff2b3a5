import Foundation

/// Runs `body` on a thread of its own and returns what it returns. For code that belongs to one thread or must not share
/// the pool of tasks: two of these really run side by side.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = 1 << 20
        thread.start()
    }
}

/// Lets another thread run, for tests that spin on one core.
public func yieldProcessor() { sched_yield() }
