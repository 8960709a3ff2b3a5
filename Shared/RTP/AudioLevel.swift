/// The level a sender states for its packet (RFC 6464): a hint, never proof.
public struct AudioLevel: Hashable, Sendable {
    /// 0 is the loudest, 127 is silence.
    public let decibelsBelowFullScale: UInt8
    /// The sender's own voice activity bit.
    public let isVoice: Bool

    /// Clamps to 127.
    public init(decibelsBelowFullScale: UInt8, isVoice: Bool) {
        self.decibelsBelowFullScale = min(decibelsBelowFullScale, 127)
        self.isVoice = isVoice
    }

    init(byte: UInt8) {
        decibelsBelowFullScale = byte & 0x7F
        isVoice = byte & 0x80 != 0
    }

    var byte: UInt8 { decibelsBelowFullScale | (isVoice ? 0x80 : 0) }
}
