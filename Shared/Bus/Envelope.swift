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

    var header: EnvelopeHeader
    var payload: [UInt8]

    init(_ header: EnvelopeHeader, _ payload: [UInt8] = []) {
        self.header = header
        self.payload = payload
    }
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
