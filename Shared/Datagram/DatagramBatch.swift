internal import CDatagram

/// A fixed number of datagrams with their addresses, in memory taken once: what one batched receive fills and one
/// batched send empties. Packets are read and rewritten in place. Belongs to one thread at a time.
@safe
public struct DatagramBatch: ~Copyable {
    /// How many datagrams fit.
    public let capacity: Int
    /// Longest datagram in bytes. A longer one arrives truncated.
    public let datagramSize: Int
    /// How many are in it: the received ones, or those appended for sending.
    public internal(set) var count = 0
    let batch: OpaquePointer

    public init(capacity: Int, datagramSize: Int = 1_500) {
        precondition(capacity > 0 && capacity <= 1_024 && datagramSize > 0 && datagramSize <= 65_535)
        self.capacity = capacity
        self.datagramSize = datagramSize
        guard let batch = unsafe cd_batch_make(UInt32(capacity), UInt32(datagramSize)) else {
            fatalError("out of memory for \(capacity) datagrams")
        }
        unsafe self.batch = unsafe batch
    }

    deinit { unsafe cd_batch_free(batch) }

    /// Peer of the datagram: sender of a received one, receiver of one to be sent.
    public func address(at index: Int) -> SocketAddress {
        precondition(index >= 0 && index < count)
        var raw = cd_address()
        unsafe cd_batch_address(batch, UInt32(index), &raw)
        return SocketAddress(raw)
    }

    /// Bytes of the datagram, as received or as set.
    public func length(at index: Int) -> Int {
        precondition(index >= 0 && index < count)
        return Int(unsafe cd_batch_length(batch, UInt32(index)))
    }

    /// The received datagram was longer than `datagramSize`: its tail is lost.
    public func isTruncated(at index: Int) -> Bool {
        precondition(index >= 0 && index < count)
        return unsafe cd_batch_is_truncated(batch, UInt32(index)) != 0
    }

    /// The datagram's bytes.
    @_lifetime(borrow self)
    public func bytes(at index: Int) -> Span<UInt8> {
        let length = length(at: index)
        let span = unsafe Span(_unsafeStart: cd_batch_bytes(batch, UInt32(index)), count: length)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// The whole slot of the datagram, `datagramSize` bytes, whatever its length: room for a trailer.
    @_lifetime(&self)
    public mutating func slot(at index: Int) -> MutableSpan<UInt8> {
        precondition(index >= 0 && index < count)
        let span = unsafe MutableSpan(_unsafeStart: cd_batch_bytes(batch, UInt32(index)), count: datagramSize)
        return unsafe _overrideLifetime(span, mutating: &self)
    }

    /// States how many bytes of a slot are the datagram, after it was rewritten.
    public mutating func setLength(_ length: Int, at index: Int) {
        precondition(index >= 0 && index < count && length >= 0 && length <= datagramSize)
        unsafe cd_batch_set_length(batch, UInt32(index), UInt32(length))
    }

    /// Adds an empty datagram for `address` and gives its index: write into its slot, then set its length.
    /// `nil` if the batch is full.
    public mutating func append(to address: SocketAddress) -> Int? {
        guard count < capacity else { return nil }
        unsafe withUnsafePointer(to: address.raw) { unsafe cd_batch_set_address(batch, UInt32(count), $0) }
        unsafe cd_batch_set_length(batch, UInt32(count), 0)
        count += 1
        return count - 1
    }

    /// Adds a copy of `bytes` for `address`. `false` if the batch is full; longer than a slot is a programming error.
    public mutating func append(_ bytes: Span<UInt8>, to address: SocketAddress) -> Bool {
        precondition(bytes.count <= datagramSize)
        guard let index = append(to: address) else { return false }
        let target = unsafe cd_batch_bytes(batch, UInt32(index))
        unsafe bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { unsafe target?.update(from: base, count: source.count) }
        }
        unsafe cd_batch_set_length(batch, UInt32(index), UInt32(bytes.count))
        return true
    }

    /// Takes back the datagram appended last, for a packet that could not be built.
    public mutating func removeLast() {
        precondition(count > 0)
        count -= 1
    }

    /// Empties the batch; its memory stays.
    public mutating func removeAll() { count = 0 }
}
