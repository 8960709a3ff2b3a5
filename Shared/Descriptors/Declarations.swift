/// One .proto file.
public struct FileDeclaration: Sendable, Hashable {
    /// `partyline/v1/envelope.proto`
    public var path: String
    /// `partyline.v1`
    public var package: String
    /// `proto3`; files of before say `proto2` or nothing.
    public var syntax: String
    public var messages: [MessageDeclaration] = []
    public var enums: [EnumDeclaration] = []
    public var services: [ServiceDeclaration] = []
    /// Fields that the file adds to messages of others: the declarations of custom options.
    public var extensions: [ExtensionDeclaration] = []
}

/// A message type.
public struct MessageDeclaration: Sendable, Hashable {
    public var name: String
    /// `partyline.v1.Header`, without a leading dot.
    public var fullName: String
    /// In the order of the file.
    public var fields: [FieldDeclaration] = []
    public var oneofs: [OneofDeclaration] = []
    public var nestedMessages: [MessageDeclaration] = []
    public var nestedEnums: [EnumDeclaration] = []
    /// What protoc makes of `map<K, V>`: fields `key` and `value`.
    public var isMapEntry = false
    public var comment = Comment()
}

/// A group of fields of which at most one is set.
public struct OneofDeclaration: Sendable, Hashable {
    public var name: String
    public var comment = Comment()
}

/// A field of a message.
public struct FieldDeclaration: Sendable, Hashable {
    /// The type, with the full name of what it refers to.
    public enum Kind: Sendable, Hashable {
        case double, float, int32, int64, uint32, uint64, sint32, sint64, fixed32, fixed64, sfixed32, sfixed64
        case bool, string, bytes
        case `enum`(String)
        case message(String)
        /// A group, or a number that descriptor.proto does not have.
        case unsupported(Int)
    }

    /// `call_id`
    public var name: String
    /// `callId`
    public var jsonName: String
    public var number: Int32
    public var kind: Kind
    public var isRepeated = false
    /// Index into the message's oneofs.
    public var oneof: Int?
    /// The word `optional` in a proto3 file: presence is told even for a default. Written with a oneof of its own.
    public var isProto3Optional = false
    public var options = DeclaredOptions()
    public var comment = Comment()
}

/// A field that a file adds to a message of another.
public struct ExtensionDeclaration: Sendable, Hashable {
    public var name: String
    /// Full name of the message it is added to: `google.protobuf.MethodOptions`.
    public var extendee: String
    public var number: UInt32
}

/// An enum type.
public struct EnumDeclaration: Sendable, Hashable {
    public var name: String
    public var fullName: String
    public var values: [EnumValueDeclaration] = []
    public var comment = Comment()
}

/// A name of an enum.
public struct EnumValueDeclaration: Sendable, Hashable {
    /// `STATUS_CODE_OK`
    public var name: String
    public var number: Int32
    public var comment = Comment()
}

/// A service.
public struct ServiceDeclaration: Sendable, Hashable {
    public var name: String
    public var fullName: String
    public var methods: [MethodDeclaration] = []
    public var comment = Comment()
}

/// A method of a service.
public struct MethodDeclaration: Sendable, Hashable {
    /// What the contract promises about executing it twice.
    public enum Idempotency: Sendable, Hashable {
        case unknown, noSideEffects, idempotent
    }

    public var name: String
    /// Full names of the messages.
    public var request: String
    public var response: String
    public var isClientStreaming = false
    public var isServerStreaming = false
    public var idempotency = Idempotency.unknown
    public var options = DeclaredOptions()
    public var comment = Comment()
}

/// Custom options of a declaration by number. protobuf-c knows no extensions, so they arrive as unknown fields.
public struct DeclaredOptions: Sendable, Hashable {
    /// Those whose value is a bool, an integer or an enum; others are of no use here.
    public var numbers: [UInt32: UInt64] = [:]

    public init() {}

    /// Whether a bool option is there and true.
    public func isSet(_ number: UInt32) -> Bool { numbers[number, default: 0] != 0 }
}

/// The comment above a declaration and the one behind it.
public struct Comment: Sendable, Hashable {
    public var leading = ""
    public var trailing = ""

    public init(leading: String = "", trailing: String = "") {
        self.leading = leading
        self.trailing = trailing
    }

    /// The lines without the space that follows the slashes.
    public var lines: [String] {
        [leading, trailing].flatMap { text in
            text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.hasPrefix(" ") ? String(line.dropFirst()) : String(line)
            }
        }.filter { !$0.isEmpty }
    }
}
