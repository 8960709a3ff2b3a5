/// A suspended task. Resume it exactly once: not at all leaves it asleep for ever, twice is a mistake that nothing
/// catches. That is what a checked continuation would add, at an allocation per suspension; it belongs on paths that are
/// taken a hundred thousand times a second, behind one owner that gives it out once.
@safe public struct Waiter: Sendable {
    @usableFromInline let continuation: UnsafeContinuation<Void, Never>

    @inlinable init(_ continuation: UnsafeContinuation<Void, Never>) { unsafe self.continuation = continuation }

    /// The task goes on.
    @inlinable public func resume() { unsafe continuation.resume() }
}

/// Suspends the task until the waiter that `body` is given is resumed.
@inlinable nonisolated(nonsending) public func suspend(_ body: (Waiter) -> Void) async {
    await unsafe withUnsafeContinuation { unsafe body(Waiter($0)) }
}
