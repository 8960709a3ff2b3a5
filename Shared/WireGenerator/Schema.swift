import Descriptors

/// The contract as the emitters see it: what `DescriptorReader` found in the FileDescriptorSet, names resolved.
struct Schema {
    var files: [SchemaFile]

    var messages: [SchemaMessage] { files.flatMap(\.messages) }
    var services: [SchemaService] { files.flatMap(\.services) }

    /// Each method's place in the contract, from 1.
    mutating func numberMethods() {
        var number = 0
        for file in files.indices {
            for service in files[file].services.indices {
                for method in files[file].services[service].methods.indices {
                    number += 1
                    files[file].services[service].methods[method].number = number
                }
            }
        }
    }

    func message(named name: String) -> SchemaMessage? { messages.first { $0.name == name } }
}

/// One .proto file that declares messages, enums or services.
struct SchemaFile {
    /// `partyline/v1/envelope.proto`
    let path: String
    /// `partyline.v1`
    let package: String
    var enums: [SchemaEnum] = []
    var messages: [SchemaMessage] = []
    var services: [SchemaService] = []

    /// `envelope`
    var stem: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }

    var isEmpty: Bool { enums.isEmpty && messages.isEmpty && services.isEmpty }
}

struct SchemaEnum {
    let name: String
    let comment: Comment
    var values: [SchemaEnumValue] = []
}

struct SchemaEnumValue {
    /// `STATUS_CODE_OK`
    let name: String
    let number: Int32
    let comment: Comment
}

struct SchemaMessage {
    let name: String
    let package: String
    let comment: Comment
    /// In the order of the file.
    var fields: [SchemaField] = []
    var oneofs: [SchemaOneof] = []

    var fullName: String { package + "." + name }

    /// Fields and oneofs in the order of the file; a oneof stands where its first field stands.
    var members: [SchemaMember] {
        var seen: Set<Int> = []
        return fields.compactMap { field in
            guard let index = field.oneof else { return .field(field) }
            return seen.insert(index).inserted ? .oneof(oneofs[index], fields.filter { $0.oneof == index }) : nil
        }
    }
}

enum SchemaMember {
    case field(SchemaField)
    case oneof(SchemaOneof, [SchemaField])
}

struct SchemaOneof {
    let name: String
    let comment: Comment
}

struct SchemaField {
    /// `call_id`
    let name: String
    /// `callId`
    let jsonName: String
    let number: Int32
    let kind: FieldKind
    let isRepeated: Bool
    /// Index into the message's oneofs.
    let oneof: Int?
    /// `option (secret)`
    let isSecret: Bool
    let comment: Comment
}

enum FieldKind: Equatable {
    case int32, int64, uint32, uint64, float, double, bool, string, bytes
    /// Name within the package.
    case `enum`(String)
    case message(String)
}

struct SchemaService {
    let name: String
    let package: String
    let comment: Comment
    var methods: [SchemaMethod] = []

    var fullName: String { package + "." + name }
}

struct SchemaMethod {
    let name: String
    let request: String
    let response: String
    let isServerStreaming: Bool
    /// `idempotency_level` is IDEMPOTENT or NO_SIDE_EFFECTS.
    let isIdempotent: Bool
    /// `option (public_to_clients)`
    let isPublicToClients: Bool
    /// `option (dangerous)`
    let isDangerous: Bool
    /// `idempotency_level` is NO_SIDE_EFFECTS.
    let isReadOnly: Bool
    let comment: Comment
    /// Its place in the contract, see `Schema.numberMethods`.
    var number = 0
}

/// Why a contract cannot be generated.
struct SchemaError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
