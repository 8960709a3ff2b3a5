/// The Swift value of one message: stored properties, memberwise initialiser, and the members of `WireMessage`.
struct MessageEmitter {
    let message: SchemaMessage
    let secrets: SecretMap

    func emit(to out: inout SourceWriter) {
        out.documentation(message.comment, fallback: "Message `\(message.name)` of the contract.")
        out.block("public struct \(message.name): WireMessage") { out in
            out.line("/// `\(message.fullName)`")
            out.line("public static var fullName: String { \"\(message.fullName)\" }")
            out.line()
            for member in message.members { emitProperty(member, to: &out) }
            emitInitialisers(to: &out)
            emitCodec(to: &out)
            JSONEmitter(message: message).emit(to: &out)
            RedactionEmitter(message: message, secrets: secrets).emit(to: &out)
            for case .oneof(let oneof, let fields) in message.members { emitOneof(oneof, fields, to: &out) }
        }
    }

    private func emitProperty(_ member: SchemaMember, to out: inout SourceWriter) {
        switch member {
        case .field(let field):
            out.documentation(field.comment, fallback: "`\(field.name)`, number \(field.number).")
            if field.isSecret { out.line("/// Secret: emptied by `redacted()`, hidden by `masked(by:)`.") }
        case .oneof(let oneof, _):
            out.documentation(oneof.comment, fallback: "At most one of these.")
        }
        out.line("public var \(member.swiftName): \(member.swiftType(in: message))")
    }

    private func emitInitialisers(to out: inout SourceWriter) {
        if !message.members.isEmpty { out.line() }
        out.line("/// All fields at their defaults.")
        guard !message.members.isEmpty else {
            out.line("public init() {}")
            return
        }
        out.block("public init()") { out in
            for member in message.members { out.line("\(member.swiftName) = \(member.swiftDefault)") }
        }
        out.line()
        out.line("/// Fields in the order of the contract.")
        out.list(
            "public init(",
            message.members.map { "\($0.label): \($0.swiftType(in: message)) = \($0.swiftDefault)" },
            closing: ") {")
        for member in message.members { out.line("    self.\(member.swiftName) = \(member.swiftName)") }
        out.line("}")
    }

    private func emitCodec(to out: inout SourceWriter) {
        out.line()
        out.line("public func encoded() throws(WireError) -> [UInt8] { try unsafe ProtobufCodec.encode(self) }")
        out.line()
        out.line(
            "public init(decoding bytes: [UInt8]) throws(WireError) { self = try unsafe ProtobufCodec.decode(bytes) }")
    }

    private func emitOneof(_ oneof: SchemaOneof, _ fields: [SchemaField], to out: inout SourceWriter) {
        out.line()
        out.line("/// The alternatives of `\(oneof.name)`.")
        out.block("public enum \(Naming.upperCamel(oneof.name)): Sendable, Hashable") { out in
            for field in fields {
                out.documentation(field.comment, fallback: "`\(field.name)`, number \(field.number).")
                out.line("case \(field.swiftName)(\(field.kind.swiftType))")
            }
        }
    }
}
