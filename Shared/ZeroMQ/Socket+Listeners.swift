private import CZeroMQ

extension Socket {
    /// Listens once more on the port of one of this socket's listeners, with other keys, and gives the new listener's
    /// descriptor. From then on new connections are met with the new keys while those that are there live on:
    /// unbinding, by contrast, ends all connections that came in through the listener (libzmq #3317). The former
    /// listener stays until the socket closes, but gets nobody any more.
    ///
    /// - Parameters:
    ///   - descriptor: of the latest listener, told by `SocketEvent.Kind.listening`.
    ///   - count: how many listeners share the port by now.
    public borrowing func bindAgain(
        besides descriptor: Int32, count: Int, _ options: SocketOptions
    ) throws(ZeroMQError) -> Int32 {
        let shared = cx_share_listener(descriptor, Int32(clamping: count), options.backlog)
        // ENOTSOCK, EBADF: no listener of this process. ENOPROTOOPT, EINVAL: the kernel cannot steer. EADDRINUSE, EMFILE.
        guard shared >= 0 else { throw ZeroMQError.last }
        do {
            try options.security.apply(to: handle)
            try handle.set(ZMQ_USE_FD, shared)
            // libzmq reads the endpoint only for its transport: where it listens is the descriptor's.
            try bind("tcp://127.0.0.1:0")
        } catch {
            _ = close(shared)
            throw error
        }
        return shared
    }
}

extension Message {
    /// Something the transport knows about the sender, for example `User-Id`: its authenticated name. `nil` if there is
    /// none.
    public func property(_ name: String) -> String? {
        // EINVAL: no such property.
        guard
            let text = unsafe withStorage({ storage in
                unsafe zmq_msg_gets(storage.assumingMemoryBound(to: zmq_msg_t.self), name)
            })
        else { return nil }
        return unsafe String(cString: text)
    }
}
