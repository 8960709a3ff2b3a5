/// One way into the project for bytes from strangers. Its body takes any bytes and returns, or traps: then there is
/// something to mend. `make fuzz` looks for such bytes; the ordinary tests replay those in Tests/Fuzz/Seeds.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A header of the bus, by both of its readers.
    case header
    /// A header of the bus, as a node takes it.
    case envelope
    /// Every message of the contract: bytes, JSON form, redaction and back.
    case message
    /// Text that should be JSON, and the contract's messages made of it.
    case json
    /// A subscription at a tap.
    case tapTopic
    /// What libzmq asks about a stranger who wants to connect.
    case authentication
    /// A recording of `zmqinspect record`.
    case recording
    /// What a person typed after `zmqinspect grep`.
    case expression
    /// One line of `zmqinspect --json`.
    case tapLine
    /// The schema a foreign service says it has, and a payload read by it.
    case schema

    /// Runs it once.
    public func run(_ bytes: [UInt8]) {
        switch self {
        case .header: fuzzHeader(bytes)
        case .envelope: fuzzEnvelope(bytes)
        case .message: fuzzMessage(bytes)
        case .json: fuzzJSON(bytes)
        case .tapTopic: fuzzTapTopic(bytes)
        case .authentication: fuzzAuthentication(bytes)
        case .recording: fuzzRecording(bytes)
        case .expression: fuzzExpression(bytes)
        case .tapLine: fuzzTapLine(bytes)
        case .schema: fuzzSchema(bytes)
        }
    }
}

/// Cuts the bytes into pieces: each begins with its length in one byte.
func pieces(_ bytes: [UInt8], atMost limit: Int) -> [[UInt8]] {
    var rest = bytes[...]
    var found: [[UInt8]] = []
    while let length = rest.first, found.count < limit {
        rest = rest.dropFirst()
        found.append(Array(rest.prefix(Int(length))))
        rest = rest.dropFirst(Int(length))
    }
    return found
}
