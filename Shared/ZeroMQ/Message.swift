private import CZeroMQ

/// One frame. Owns a `zmq_msg_t` at a fixed address (libzmq keeps small bodies inside it) and releases it once.
@safe public struct Message: ~Copyable {
    private let storage: UnsafeMutablePointer<zmq_msg_t>

    /// Empty: something to receive into.
    public init() {
        unsafe storage = .allocate(capacity: 1)
        // Never fails.
        unsafe _ = zmq_msg_init(storage)
    }

    /// A frame with a copy of these bytes.
    public init(copying bytes: [UInt8]) throws(ZeroMQError) {
        let message = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)
        unsafe storage = message
        // ENOMEM only.
        guard unsafe zmq_msg_init_size(message, bytes.count) == 0 else {
            unsafe _ = zmq_msg_init(message)
            throw .outOfMemory
        }
        guard let data = unsafe zmq_msg_data(message) else { return }
        unsafe bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            unsafe data.copyMemory(from: base, byteCount: source.count)
        }
    }

    deinit {
        // EFAULT (an invalid message) is excluded by construction.
        unsafe _ = zmq_msg_close(storage)
        unsafe storage.deallocate()
    }

    /// Bytes.
    public var count: Int { unsafe zmq_msg_size(storage) }

    /// More frames of the same message follow.
    public var hasMore: Bool { unsafe zmq_msg_more(storage) != 0 }

    /// Lends the bytes for the duration of `body`.
    @inlinable public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeElements: content))
    }

    /// Valid until the message changes.
    @usableFromInline var content: UnsafeBufferPointer<UInt8> {
        let count = self.count
        guard count > 0, let data = unsafe zmq_msg_data(storage) else {
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeBufferPointer(start: data.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// The bytes as a value of their own.
    public func copyBytes() -> [UInt8] { unsafe [UInt8](content) }

    /// For `zmq_msg_send` and `zmq_msg_recv`, which empty or fill it.
    func withStorage<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
        unsafe body(UnsafeMutableRawPointer(storage))
    }
}
