import Wire

/// Why a message from the network is no envelope. Counted by name, answered by nothing: whoever sends such frames does
/// not speak this protocol.
enum EnvelopeRefusal: String, Error, CaseIterable {
    case wrongFrameCount = "wrong_frame_count"
    case headerTooLarge = "header_too_large"
    case payloadTooLarge = "payload_too_large"
    case malformedHeader = "malformed_header"
    case unsupportedVersion = "unsupported_version"
    case metadataTooLarge = "metadata_too_large"
    case badIdentifiers = "bad_identifiers"

    /// What it is counted under.
    var counter: String { "bus_refused_\(rawValue)_total" }
}

/// A message of the bus: two frames, header and payload.
struct Envelope: Sendable {
    /// Of the protocol, in every header.
    static let version: UInt32 = 1
    static let longestHeader = 64 << 10
    static let longestPayload = WireLimits.messageBytes
    static let longestMetadata = RPCMetadata.mostBytes
    /// What libzmq lets through: a payload and some room, so that we refuse what is slightly too large ourselves.
    static let longestFrame = Int64(longestPayload + (64 << 10))

    var header: Proto.Header
    var payload: [UInt8]

    init(_ header: Proto.Header, _ payload: [UInt8] = []) {
        self.header = header
        self.header.version = Self.version
        self.payload = payload
    }

    /// Reads what came after the routing id.
    init(frames: ArraySlice<[UInt8]>, discarded: Int = 0) throws(EnvelopeRefusal) {
        guard frames.count == 2, discarded == 0, let head = frames.first, let payload = frames.last else {
            throw .wrongFrameCount
        }
        guard head.count <= Self.longestHeader else { throw .headerTooLarge }
        guard payload.count <= Self.longestPayload else { throw .payloadTooLarge }
        let header: Proto.Header
        do { header = try Proto.Header(decoding: head) } catch { throw .malformedHeader }
        guard header.version == Self.version else { throw .unsupportedVersion }
        let metadataBytes = header.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
        guard metadataBytes <= Self.longestMetadata else { throw .metadataTooLarge }
        guard header.traceId.isEmpty || header.traceId.count == 16, header.spanId.isEmpty || header.spanId.count == 8
        else { throw .badIdentifiers }
        self.header = header
        self.payload = payload
    }

    func frames() throws(WireError) -> [[UInt8]] { [try header.encoded(), payload] }
}

extension RPCError {
    /// The error a status stands for; `nil` for OK.
    init?(_ status: Proto.Status?) {
        guard let status else {
            self.init(.unknown, "answer without a status")
            return
        }
        if status.code == .ok { return nil }
        self.init(
            status.code, reason: status.reason, status.message,
            retryAfter: status.retryAfterMs == 0 ? nil : .milliseconds(Int64(status.retryAfterMs)),
            isFinal: status.isFinal)
    }

    var status: Proto.Status {
        Proto.Status(
            code: code, reason: reason, message: String(message.prefix(1_024)),
            retryAfterMs: retryAfter.map(\.clampedMilliseconds) ?? 0, isFinal: isFinal)
    }
}

extension Duration {
    /// Whole milliseconds that fit the header: never negative, rounded down.
    var clampedMilliseconds: UInt32 {
        let (seconds, attoseconds) = components
        if seconds < 0 || attoseconds < 0 { return 0 }
        if seconds > 4_000_000 { return 4_000_000_000 }
        return UInt32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    var wholeMicroseconds: UInt64 {
        let (seconds, attoseconds) = components
        return seconds < 0 ? 0 : UInt64(seconds) * 1_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000_000)
    }
}
