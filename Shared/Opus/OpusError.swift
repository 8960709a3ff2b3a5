internal import COpus

/// What libopus refuses with. One case for each of its codes.
public enum OpusError: Error, Equatable, Sendable {
    /// OPUS_BAD_ARG: a value out of its range, or a frame length that Opus does not have.
    case badArgument
    /// OPUS_BUFFER_TOO_SMALL: the caller's buffer does not hold the packet or the decoded frame.
    case bufferTooSmall
    /// OPUS_INTERNAL_ERROR
    case internalError
    /// OPUS_INVALID_PACKET: the bytes are no Opus packet.
    case invalidPacket
    /// OPUS_UNIMPLEMENTED
    case unimplemented
    /// OPUS_INVALID_STATE
    case invalidState
    /// OPUS_ALLOC_FAIL
    case outOfMemory
    /// A code that opus_defines.h does not list.
    case unlisted(code: Int32)

    init(code: Int32) {
        self =
            switch code {
            case OPUS_BAD_ARG: .badArgument
            case OPUS_BUFFER_TOO_SMALL: .bufferTooSmall
            case OPUS_INTERNAL_ERROR: .internalError
            case OPUS_INVALID_PACKET: .invalidPacket
            case OPUS_UNIMPLEMENTED: .unimplemented
            case OPUS_INVALID_STATE: .invalidState
            case OPUS_ALLOC_FAIL: .outOfMemory
            default: .unlisted(code: code)
            }
    }

    /// Every call of libopus reports failure by a negative number.
    static func check(_ result: Int32) throws(OpusError) -> Int {
        guard result >= 0 else { throw OpusError(code: result) }
        return Int(result)
    }
}

/// The library this was linked with, as it names itself: `libopus 1.3.1`.
public var opusLibraryVersion: String { unsafe String(cString: opus_get_version_string()) }

/// How sound is laid out in a codec. 48 kHz mono throughout a call; other rates for tools.
public struct OpusFormat: Hashable, Sendable {
    /// 8000, 12000, 16000, 24000 or 48000.
    public let sampleRate: Int
    /// 1, or 2 with interleaved samples.
    public let channels: Int

    public init(sampleRate: Int = 48_000, channels: Int = 1) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    public static let call = OpusFormat()

    /// A function, not a table: a table would be a lazy global on the packet path.
    static func isSampleRate(_ rate: Int) -> Bool {
        switch rate {
        case 8_000, 12_000, 16_000, 24_000, 48_000: true
        default: false
        }
    }
}
