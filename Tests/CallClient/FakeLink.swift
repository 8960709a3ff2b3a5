import Synchronization

@testable import CallClient

/// One side of a connection in memory.
final class FakeLink: MessageLink, Sendable {
    private struct State {
        var queue: [LinkMessage] = []
        var isClosed = false
        var reader: CheckedContinuation<LinkMessage?, Never>?
    }

    struct Closed: Error {}

    private let onSend: @Sendable (LinkMessage, FakeLink) throws -> Void
    private let onClose: @Sendable (FakeLink) -> Void
    private let state = Mutex(State())

    init(
        onSend: @escaping @Sendable (LinkMessage, FakeLink) throws -> Void,
        onClose: @escaping @Sendable (FakeLink) -> Void = { _ in }
    ) {
        self.onSend = onSend
        self.onClose = onClose
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func send(_ message: LinkMessage) throws {
        guard !state.withLock({ $0.isClosed }) else { throw Closed() }
        try onSend(message, self)
    }

    func push(_ message: LinkMessage) {
        let reader = state.withLock { state -> CheckedContinuation<LinkMessage?, Never>? in
            guard !state.isClosed else { return nil }
            guard let reader = state.reader else {
                state.queue.append(message)
                return nil
            }
            state.reader = nil
            return reader
        }
        reader?.resume(returning: message)
    }

    func receive() async -> LinkMessage? {
        await withCheckedContinuation { continuation in
            let (isReady, message) = state.withLock { state -> (Bool, LinkMessage?) in
                if !state.queue.isEmpty { return (true, state.queue.removeFirst()) }
                if state.isClosed { return (true, nil) }
                state.reader = continuation
                return (false, nil)
            }
            if isReady { continuation.resume(returning: message) }
        }
    }

    func close() {
        let (wasOpen, reader) = state.withLock { state in
            defer {
                state.isClosed = true
                state.reader = nil
            }
            return (!state.isClosed, state.reader)
        }
        reader?.resume(returning: nil)
        if wasOpen { onClose(self) }
    }
}
