/// `json()` and `init(json:)` of one message.
struct JSONEmitter {
    let message: SchemaMessage

    func emit(to out: inout SourceWriter) {
        out.line()
        guard !message.members.isEmpty else {
            out.line("public func json() -> JSONValue { .object([]) }")
            out.line()
            out.block("public init(json: JSONValue) throws(WireError)") { $0.line("_ = try JSONReader(json)") }
            return
        }
        out.block("public func json() -> JSONValue") { out in
            out.line("var object = JSONBuilder()")
            for member in message.members { emitWriting(member, to: &out) }
            out.line("return object.value")
        }
        out.line()
        out.block("public init(json: JSONValue) throws(WireError)") { out in
            out.line("let object = try JSONReader(json)")
            out.line("self.init()")
            for member in message.members { emitReading(member, to: &out) }
        }
    }

    private func emitWriting(_ member: SchemaMember, to out: inout SourceWriter) {
        switch member {
        case .field(let field):
            out.line("object.add(\"\(field.jsonName)\", \(field.swiftName))")
        case .oneof(_, let fields):
            out.block("switch \(member.swiftName)") { out in
                for field in fields {
                    out.line(
                        "case .\(field.swiftName)(let value): object.addPresent(\"\(field.jsonName)\", value)")
                }
                out.line("case nil: break")
            }
        }
    }

    private func emitReading(_ member: SchemaMember, to out: inout SourceWriter) {
        switch member {
        case .field(let field):
            out.line("try object.read(\(keys(field)), into: &\(field.swiftName))")
        case .oneof(_, let fields):
            for field in fields {
                out.block("if let value: \(field.kind.swiftType) = try object.readPresent(\(keys(field)))") { out in
                    out.line("\(member.swiftName) = .\(field.swiftName)(value)")
                }
            }
        }
    }

    /// The protobuf JSON mapping also takes the name as the .proto file spells it.
    private func keys(_ field: SchemaField) -> String {
        field.jsonName == field.name ? "\"\(field.name)\"" : "\"\(field.jsonName)\", \"\(field.name)\""
    }
}
