private import CZeroMQ

/// Messages that are used over and over: sending leaves one empty, filling it again costs only what libzmq needs.
extension Message {
    /// Makes it a frame of `count` bytes, written by `fill` straight into libzmq's memory.
    public mutating func fill(
        _ count: Int, _ fill: (inout MutableSpan<UInt8>) -> Void
    ) throws(ZeroMQError) {
        guard let data = unsafe try renew(count) else { return }
        let bytes = unsafe UnsafeMutableBufferPointer(start: data.assumingMemoryBound(to: UInt8.self), count: count)
        // Zeroed, so that `fill` sees memory that has a value.
        unsafe bytes.initialize(repeating: 0)
        var span = unsafe MutableSpan(_unsafeElements: bytes)
        fill(&span)
    }

    /// Makes it a frame with a copy of these bytes.
    public mutating func fill(copying bytes: [UInt8]) throws(ZeroMQError) {
        guard let data = unsafe try renew(bytes.count) else { return }
        unsafe bytes.withUnsafeBytes { source in
            if let base = source.baseAddress { unsafe data.copyMemory(from: base, byteCount: source.count) }
        }
    }

    /// Memory for `count` bytes, in place of what it held; `nil` for none.
    private func renew(_ count: Int) throws(ZeroMQError) -> UnsafeMutableRawPointer? {
        let (result, data) = unsafe withStorage { storage -> (Int32, UnsafeMutableRawPointer?) in
            let message = unsafe storage.assumingMemoryBound(to: zmq_msg_t.self)
            // EFAULT (an invalid message) is excluded by construction.
            unsafe _ = zmq_msg_close(message)
            // ENOMEM only.
            guard unsafe zmq_msg_init_size(message, count) == 0 else {
                unsafe _ = zmq_msg_init(message)
                return (-1, nil)
            }
            return unsafe (0, count > 0 ? zmq_msg_data(message) : nil)
        }
        guard result == 0 else { throw .outOfMemory }
        return unsafe data
    }
}
