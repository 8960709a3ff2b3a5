import Wire

/// The ways in for bytes from the network, as plain functions over them: what the fuzzers call. Any bytes at all end in a
/// value or in a refusal.
package enum BusIntake {
    /// The first frame of a message; what is accepted is given back as it would be sent on.
    package static func header(_ bytes: [UInt8]) -> [UInt8]? {
        guard let header = try? EnvelopeHeader(bytes.span, methods: nil) else { return nil }
        return try? header.whole.encoded()
    }

    /// A tap's subscription; what is accepted is given back as a subscriber of ours would say it.
    package static func tapTopic(_ bytes: [UInt8]) -> [UInt8]? { TapTopic(bytes)?.bytes }
}
