/// How loud a frame is: decibels below overload, as RFC 6464 counts, 0 (loudest) to 127 (silence).
package struct Loudness: Hashable, Sendable, Comparable {
    package let decibelsBelowOverload: UInt8

    package init(decibelsBelowOverload: UInt8) { self.decibelsBelowOverload = min(decibelsBelowOverload, 127) }

    /// No sound at all.
    package static var silence: Loudness { Loudness(decibelsBelowOverload: 127) }

    package static func < (quieter: Loudness, louder: Loudness) -> Bool {
        quieter.decibelsBelowOverload > louder.decibelsBelowOverload
    }

    /// Grows with loudness, in 1/256 dB above silence, so that it can be smoothed in integers.
    var fine: Int32 { Int32(127 - decibelsBelowOverload) * 256 }

    /// The nearest loudness to a smoothed value.
    init(fine: Int32) {
        self.init(decibelsBelowOverload: UInt8(clamping: 127 - (fine + 128) / 256))
    }
}
