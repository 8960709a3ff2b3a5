/// A value of the contract. Conformances are generated; see proto/README.md. Printed, it shows no secret.
public protocol WireMessage: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// `partyline.v1.CallRequest`
    static var fullName: String { get }

    /// All fields at their proto3 defaults.
    init()

    /// protobuf bytes, through protobuf-c. Throws if a string holds a NUL byte or the result would exceed the cap.
    func encoded() throws(WireError) -> [UInt8]

    /// Reads protobuf bytes through protobuf-c. Unknown fields are dropped, unknown enum values kept.
    /// Throws on bytes that are no such message, invalid UTF-8, or more memory than the cap allows.
    init(decoding bytes: [UInt8]) throws(WireError)

    /// The JSON form: field names in lowerCamelCase, enums by name, bytes in base64, 64-bit integers as strings
    /// (protobuf JSON mapping).
    func json() -> JSONValue

    /// Reads the JSON form. Unknown members are ignored; a wrong type is refused with its path.
    init(json: JSONValue) throws(WireError)

    /// The same value with every secret field emptied, for logs.
    func redacted() -> Self

    /// The same value with every secret text or bytes replaced by its mask, for taps: equal secrets stay equal.
    func masked(by mask: SecretMask) -> Self
}

extension WireMessage {
    /// JSON without the secret fields, so that a message in a log line or a failed assertion gives nothing away.
    public var description: String { redacted().json().text }

    public var debugDescription: String { Self.fullName + description }

    public var customMirror: Mirror { Mirror(self, children: ["redacted": description]) }
}

/// Why bytes or text are no message.
public enum WireError: Error, Sendable, Hashable {
    /// protobuf-c refused them.
    case malformed
    case tooLarge(limit: Int)
    case outOfMemoryBudget(limit: Int)
    case invalidUTF8(field: String)
    /// protobuf-c strings end at NUL: one inside cannot travel.
    case embeddedNUL(field: String)
    case wrongType(path: String)
    case malformedJSON(offset: Int)
    case tooDeep(limit: Int)
    /// A message type of the contract can contain itself or nests too deep: a mistake in the .proto files.
    case unboundedNesting(message: String)
}
