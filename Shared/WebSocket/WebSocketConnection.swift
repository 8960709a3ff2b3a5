import Synchronization

/// One open WebSocket, of a server or a client. Safe to use from any task; everything that touches the library
/// happens on its service thread.
///
/// Sending never waits: what the peer does not take is queued up to `WebSocketLimits.outgoingBytes`, then the
/// connection is closed. Reading has backpressure: a consumer that lags stops the socket from being read.
public final class WebSocketConnection: Sendable {
    /// Unique in this process's server or client.
    public let id: UInt64
    /// The peer's IP address.
    public let remoteAddress: String
    /// Request path without its query.
    public let path: String
    /// The bounds it was opened with.
    public let limits: WebSocketLimits

    private let state = Mutex(State())
    private let mailbox: Mailbox

    fileprivate struct State {
        var phase = Phase.open
        var outgoing = Fifo<WebSocketMessage>()
        var outgoingBytes = 0
        var isWriteRequested = false
        var incoming = Fifo<WebSocketMessage>()
        var incomingBytes = 0
        var isReadingPaused = false
        var reader: CheckedContinuation<WebSocketMessage?, Never>?
        var closeWaiters: [CheckedContinuation<WebSocketClosure, Never>] = []
    }

    fileprivate enum Phase {
        case open
        /// Local close asked for; the close frame goes out after what is queued.
        case closing(WebSocketClosure)
        case closed(WebSocketClosure)
    }

    /// Memory a queued message costs beyond its payload, so that a flood of empty messages is bounded too.
    fileprivate static let overhead = 64

    init(id: UInt64, remoteAddress: String, path: String, limits: WebSocketLimits, mailbox: Mailbox) {
        self.id = id
        self.remoteAddress = remoteAddress
        self.path = path
        self.limits = limits
        self.mailbox = mailbox
    }

    // MARK: Sending

    /// Queues a message. Throws `.closed` on a connection that is not open, `.messageTooLarge` without sending, and
    /// `.outgoingQueueFull` after starting to close the connection with 1013.
    public func send(_ message: WebSocketMessage) throws(WebSocketError) {
        let size = message.byteCount
        guard size <= limits.messageBytes else { throw .messageTooLarge(limit: limits.messageBytes) }
        let (refusal, mustWake) = state.withLock { state -> (WebSocketError?, Bool) in
            guard case .open = state.phase else { return (.closed, false) }
            let cost = size + Self.overhead
            if state.outgoingBytes + cost > limits.outgoingBytes {
                state.phase = .closing(
                    WebSocketClosure(.tryAgainLater, reason: "reader too slow", initiator: .local))
                state.outgoing.removeAll()
                state.outgoingBytes = 0
                state.isWriteRequested = true
                return (.outgoingQueueFull(limit: limits.outgoingBytes), true)
            }
            state.outgoing.append(message)
            state.outgoingBytes += cost
            defer { state.isWriteRequested = true }
            return (nil, !state.isWriteRequested)
        }
        if mustWake { mailbox.post(.write(id)) }
        if let refusal { throw refusal }
    }

    /// Queues a text message.
    public func send(_ text: String) throws(WebSocketError) { try send(.text(text)) }

    /// Queues a binary message.
    public func send(_ bytes: [UInt8]) throws(WebSocketError) { try send(.binary(bytes)) }

    /// Unsent bytes, the queue's own cost included: what a sender that wants to pace itself looks at.
    public var outgoingBytes: Int { state.withLock { $0.outgoingBytes } }

    // MARK: Receiving

    /// The next message; `nil` once the connection is closed and everything received was taken, or when the task is
    /// cancelled. One task at a time may wait.
    public func receive() async -> WebSocketMessage? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let taken = state.withLock { state -> Taken in
                    precondition(state.reader == nil, "one reader at a time")
                    if let message = state.incoming.popFirst() {
                        return .message(message, mustResume: state.release(message, limits))
                    }
                    if case .closed = state.phase { return .end }
                    if Task.isCancelled { return .end }
                    state.reader = continuation
                    return .wait
                }
                switch taken {
                case .message(let message, let mustResume):
                    if mustResume { mailbox.post(.read(id)) }
                    continuation.resume(returning: message)
                case .end: continuation.resume(returning: nil)
                case .wait: break
                }
            }
        } onCancel: {
            state.withLock { $0.takeReader() }?.resume(returning: nil)
        }
    }

    private enum Taken {
        case message(WebSocketMessage, mustResume: Bool)
        case end
        case wait
    }

    /// Incoming messages in order, to be iterated by one task. Ends when the connection is closed.
    public var messages: Messages { Messages(connection: self) }

    /// See `messages`.
    public struct Messages: AsyncSequence, Sendable {
        public typealias Element = WebSocketMessage
        public typealias Failure = Never

        fileprivate let connection: WebSocketConnection

        public func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }

        public struct Iterator: AsyncIteratorProtocol {
            public typealias Failure = Never

            fileprivate let connection: WebSocketConnection

            public mutating func next() async -> WebSocketMessage? { await connection.receive() }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> WebSocketMessage? {
                await connection.receive()
            }
        }
    }

    // MARK: Closing

    /// Sends what is queued, then a close frame, and lets go after at most five seconds. `reason` is cut to 123
    /// bytes. Does nothing on a connection that is closing already.
    public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") {
        let mustWake = state.withLock { state -> Bool in
            guard case .open = state.phase else { return false }
            state.phase = .closing(
                WebSocketClosure(code.isSendable ? code : .normal, reason: reason, initiator: .local))
            state.isWriteRequested = true
            return true
        }
        if mustWake { mailbox.post(.write(id)) }
    }

    /// Drops the connection without a close frame.
    public func abort() { mailbox.post(.abort(id)) }

    /// How the connection ended; `nil` while it is open or closing.
    public var closure: WebSocketClosure? {
        state.withLock { state in
            guard case .closed(let closure) = state.phase else { return nil }
            return closure
        }
    }

    /// Waits until the connection is closed.
    public func closed() async -> WebSocketClosure {
        await withCheckedContinuation { continuation in
            let closure = state.withLock { state -> WebSocketClosure? in
                if case .closed(let closure) = state.phase { return closure }
                state.closeWaiters.append(continuation)
                return nil
            }
            if let closure { continuation.resume(returning: closure) }
        }
    }
}

// What the service thread does with a connection.
extension WebSocketConnection {
    /// What to put on the socket next.
    enum Outgoing {
        case message(WebSocketMessage)
        case close(WebSocketClosure)
        case nothing
    }

    /// Takes the next thing to write. After `.nothing` the next `send` posts a wake-up again.
    func nextOutgoing() -> Outgoing {
        state.withLock { state in
            if let message = state.outgoing.popFirst() {
                state.outgoingBytes -= message.byteCount + Self.overhead
                return .message(message)
            }
            if case .closing(let closure) = state.phase { return .close(closure) }
            state.isWriteRequested = false
            return .nothing
        }
    }

    /// A close was asked for and not carried out yet.
    var isClosing: Bool {
        state.withLock { state in
            if case .closing = state.phase { return true }
            return false
        }
    }

    /// Hands over a received message. `true`: the consumer lags, stop reading the socket.
    func deliver(_ message: WebSocketMessage) -> Bool {
        let (reader, mustPause) = state.withLock { state -> (CheckedContinuation<WebSocketMessage?, Never>?, Bool) in
            if let reader = state.takeReader() { return (reader, false) }
            state.incoming.append(message)
            state.incomingBytes += message.byteCount + Self.overhead
            guard state.incomingBytes > limits.incomingBytes, !state.isReadingPaused else { return (nil, false) }
            state.isReadingPaused = true
            return (nil, true)
        }
        reader?.resume(returning: message)
        return mustPause
    }

    /// The socket is gone. What was received stays readable. A close that was asked for here names the outcome
    /// unless the peer's own code says more.
    func finish(_ observed: WebSocketClosure) {
        let (reader, waiters, closure) = state.withLock { state in
            let closure: WebSocketClosure =
                switch state.phase {
                case .open: observed
                case .closing(let asked): observed.initiator == .peer ? observed : asked
                case .closed(let known): known
                }
            state.phase = .closed(closure)
            state.outgoing.removeAll()
            state.outgoingBytes = 0
            let waiters = state.closeWaiters
            state.closeWaiters = []
            return (state.takeReader(), waiters, closure)
        }
        reader?.resume(returning: nil)
        for waiter in waiters { waiter.resume(returning: closure) }
    }
}

extension WebSocketConnection.State {
    fileprivate mutating func takeReader() -> CheckedContinuation<WebSocketMessage?, Never>? {
        defer { reader = nil }
        return reader
    }

    /// Accounts for a message that was taken. `true`: the socket may be read again.
    fileprivate mutating func release(_ message: WebSocketMessage, _ limits: WebSocketLimits) -> Bool {
        incomingBytes -= message.byteCount + WebSocketConnection.overhead
        guard isReadingPaused, incomingBytes <= limits.incomingBytes / 2 else { return false }
        isReadingPaused = false
        return true
    }
}
