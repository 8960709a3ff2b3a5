import Wire
import ZeroMQ

/// Who a ROUTER's message comes from or goes to: what libzmq calls the connection. Those that libzmq gives are five
/// bytes; who chooses its own is none of ours.
struct RoutingID: Hashable, Sendable {
    /// The bytes from the lowest up, their count in the highest.
    private let word: UInt64

    init?(_ bytes: Span<UInt8>) {
        guard (1...7).contains(bytes.count) else { return nil }
        var word = UInt64(bytes.count) << 56
        for index in bytes.indices { word |= UInt64(bytes[index]) << UInt64(8 * index) }
        self.word = word
    }

    var count: Int { Int(word >> 56) }

    func write(to target: inout MutableSpan<UInt8>) {
        for index in target.indices { target[index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }
    }
}

/// Why an envelope could not be handed over.
enum EnvelopeFailure: Error {
    /// A key or an identity that cannot travel, for example with a NUL byte in it.
    case unencodable(WireError)
    case socket(ZeroMQError)
}

/// Reads and writes envelopes, with frames that are used over and over: a message costs no memory but its payload.
struct EnvelopeFrames: ~Copyable {
    /// A message came.
    struct Arrival {
        /// Of a ROUTER; `nil` if it has no name that we would answer to.
        let sender: RoutingID?
        let content: Result<Envelope, EnvelopeRefusal>
    }

    private var routing = Message()
    private var header = Message()
    private var payload = Message()

    /// The next message; `nil` if there is none. `methods`: those that this process answers.
    mutating func receive(
        from socket: borrowing Socket, methods: MethodTable<HandlerTable.Entry>?
    ) throws(ZeroMQError) -> Arrival? {
        var sender: RoutingID?
        if socket.type == .router {
            guard try socket.receive(into: &routing) else { return nil }
            sender = routing.withBytes { RoutingID($0) }
        }
        // libzmq delivers all frames of a message or none.
        guard try socket.receive(into: &header) else { return nil }
        var frames = 1
        while payload(follows: frames) {
            guard try socket.receive(into: &payload) else { break }
            frames += 1
        }
        return Arrival(sender: sender, content: read(frames, methods))
    }

    /// What the connection of the last arrival is known by, see `Message.property`.
    func property(_ name: String) -> String? { payload.property(name) }

    private func payload(follows frames: Int) -> Bool { frames == 1 ? header.hasMore : payload.hasMore }

    private func read(
        _ frames: Int, _ methods: MethodTable<HandlerTable.Entry>?
    ) -> Result<Envelope, EnvelopeRefusal> {
        guard frames == 2 else { return .failure(.wrongFrameCount) }
        guard payload.count <= Envelope.longestPayload else { return .failure(.payloadTooLarge) }
        do throws(EnvelopeRefusal) {
            let header = try header.withBytes { bytes throws(EnvelopeRefusal) in
                try EnvelopeHeader(bytes, methods: methods)
            }
            return .success(Envelope(header, payload.copyBytes()))
        } catch {
            return .failure(error)
        }
    }

    /// Sends all frames or none. `receiver`: on a ROUTER.
    mutating func send(
        _ envelope: borrowing Envelope, to receiver: RoutingID? = nil, on socket: borrowing Socket
    ) throws(EnvelopeFailure) -> Socket.SendOutcome {
        let encoded: EnvelopeHeader.Encoded
        do { encoded = try envelope.header.encoded() } catch { throw .unencodable(error) }
        do throws(ZeroMQError) {
            // Only the first frame can be refused: libzmq counts whole messages against the high-water mark.
            if let receiver {
                try routing.fill(receiver.count) { receiver.write(to: &$0) }
                let outcome = try socket.send(routing, more: true)
                if outcome != .sent { return outcome }
            }
            try fillHeader(encoded, of: envelope)
            let outcome = try socket.send(header, more: true)
            if outcome != .sent { return outcome }
            try payload.fill(copying: envelope.payload)
            return try socket.send(payload)
        } catch {
            throw .socket(error)
        }
    }

    private mutating func fillHeader(
        _ encoded: EnvelopeHeader.Encoded, of envelope: borrowing Envelope
    ) throws(ZeroMQError) {
        switch encoded {
        case .bytes(let bytes): try header.fill(copying: bytes)
        case .plain(let plain):
            let path = envelope.header.descriptor?.pathBytes ?? []
            let key = envelope.header.shardKey
            try header.fill(plain.size(path, shardKey: key)) { plain.write(path, shardKey: key, to: &$0) }
        }
    }
}
