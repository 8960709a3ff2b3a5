// Thread: the loop's. Phase: mix. Rules: R1-R6.

/// What the codec stage did. Gathered upwards tick by tick: encoder and decoder, room, loop.
struct CodecCounts: Equatable {
    /// Packets decoded, recovered or concealed.
    var decodes: UInt64 = 0
    var encodes: UInt64 = 0
    /// Encodes whose packets were thrown away, to prepare an encoder for its listener.
    var warmUps: UInt64 = 0
    /// Calls that the codec refused.
    var errors: UInt64 = 0

    /// Moves everything from `other` here.
    mutating func take(_ other: inout CodecCounts) {
        decodes &+= other.decodes
        encodes &+= other.encodes
        warmUps &+= other.warmUps
        errors &+= other.errors
        other = CodecCounts()
    }
}
