internal import CDatagram
private import Glibc

/// A non-blocking UDP socket of one address family. Receiving and sending allocate nothing. Belongs to one thread at a
/// time.
public struct DatagramSocket: ~Copyable {
    let descriptor: Int32

    /// Binds to `address`; port 0 takes a free one. Buffer sizes in bytes, 0 for the system's default; the system
    /// caps them silently (net.core.rmem_max), see `bufferSizes`.
    public init(
        binding address: SocketAddress, receiveBuffer: Int = 0, sendBuffer: Int = 0
    ) throws(DatagramError) {
        let opened = try DatagramError.check(
            unsafe withUnsafePointer(to: address.raw) { unsafe cd_open($0) })
        let result = cd_set_buffers(opened, Int32(clamping: receiveBuffer), Int32(clamping: sendBuffer))
        guard result >= 0 else {
            cd_close(opened)
            throw DatagramError(negative: result)
        }
        descriptor = opened
    }

    deinit { cd_close(descriptor) }

    /// The address with the port that was really taken.
    public var localAddress: SocketAddress {
        var raw = cd_address()
        // getsockname on a bound socket of ours fails only by EBADF and the like: a bug here.
        let result = unsafe cd_local_address(descriptor, &raw)
        precondition(result == 0, "getsockname: \(result)")
        return SocketAddress(raw)
    }

    /// Sizes as the system reports them: on Linux twice what was asked for, as it counts its own bookkeeping.
    public var bufferSizes: (receive: Int, send: Int) {
        var receive: Int32 = 0
        var send: Int32 = 0
        let result = unsafe cd_buffers(descriptor, &receive, &send)
        precondition(result == 0, "getsockopt: \(result)")
        return (Int(receive), Int(send))
    }

    /// Takes what has arrived, at most the batch's capacity, replacing its content. 0 if nothing is there.
    /// A full batch means there may be more.
    public func receive(into batch: inout DatagramBatch) throws(DatagramError) -> Int {
        while true {
            let result = unsafe cd_receive(descriptor, batch.batch)
            if result >= 0 {
                batch.count = Int(result)
                return batch.count
            }
            switch -result {
            case EINTR, ECONNREFUSED: continue  // a refused datagram of an earlier send says nothing about this read
            case EAGAIN:
                batch.count = 0
                return 0
            default: throw DatagramError(negative: result)
            }
        }
    }

    /// What became of a batch's datagrams.
    public struct Sent: Equatable, Sendable {
        /// Taken by the system.
        public var taken = 0
        /// Dropped here because the send buffer was full.
        public var blocked = 0
        /// Refused for their own sake: no route, too long for the path, forbidden.
        public var refused = 0

        public init(taken: Int = 0, blocked: Int = 0, refused: Int = 0) {
            self.taken = taken
            self.blocked = blocked
            self.refused = refused
        }
    }

    /// Hands every datagram to the system and empties the batch. One that cannot leave now is dropped and counted,
    /// as late audio is worth nothing.
    public func send(_ batch: inout DatagramBatch) -> Sent {
        var outcome = Sent()
        var first = 0
        defer { batch.removeAll() }
        while first < batch.count {
            let result = unsafe cd_send(descriptor, batch.batch, UInt32(first), UInt32(batch.count - first))
            if result > 0 {
                outcome.taken += Int(result)
                first += Int(result)
                continue
            }
            switch -result {
            case EINTR: continue
            case EAGAIN, ENOBUFS, ENOMEM:
                outcome.blocked += batch.count - first
                return outcome
            default:  // sendmmsg fails only for its first datagram: pass over it
                outcome.refused += 1
                first += 1
            }
        }
        return outcome
    }
}
