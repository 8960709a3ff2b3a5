extension PlainTCP {
    /// Shakes hands as a socket of that type does, on a thread of its own, and returns what came after the other side's
    /// READY; `nil` if none came. Nothing may be sent before that: libzmq takes it for a wrong handshake.
    public func shakeHands(as socketType: String) async -> [UInt8]? {
        await onThread { [self] in
            guard write(ZMTPBytes.greeting + ZMTPBytes.ready(socketType)) else { return nil }
            var arrived: [UInt8] = []
            // 64 bytes of greeting, then READY: one short frame.
            while arrived.count < 66 || arrived.count < 66 + Int(arrived[65]) {
                guard case .bytes(let bytes) = read(within: .seconds(20)) else { return nil }
                arrived += bytes
            }
            return Array(arrived.dropFirst(66 + Int(arrived[65])))
        }
    }
}
