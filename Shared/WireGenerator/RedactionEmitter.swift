/// Which messages hold a secret, themselves or in a message they contain.
struct SecretMap {
    private let holders: Set<String>

    init(_ schema: Schema) {
        var holders = Set(schema.messages.filter { $0.fields.contains(where: \.isSecret) }.map(\.name))
        var size = -1
        while size != holders.count {
            size = holders.count
            for message in schema.messages where message.fields.contains(where: { $0.isHeld(in: holders) }) {
                holders.insert(message.name)
            }
        }
        self.holders = holders
    }

    func isHolder(_ message: String) -> Bool { holders.contains(message) }

    /// The field is a message that holds a secret.
    func leadsToSecret(_ field: SchemaField) -> Bool { field.isHeld(in: holders) }
}

extension SchemaField {
    fileprivate func isHeld(in holders: Set<String>) -> Bool {
        if case .message(let name) = kind { holders.contains(name) } else { false }
    }
}

/// `redacted()` of one message.
struct RedactionEmitter {
    let message: SchemaMessage
    let secrets: SecretMap

    func emit(to out: inout SourceWriter) {
        out.line()
        guard secrets.isHolder(message.name) else {
            out.line("public func redacted() -> Self { self }")
            return
        }
        out.block("public func redacted() -> Self") { out in
            out.line("var copy = self")
            for member in message.members { emit(member, to: &out) }
            out.line("return copy")
        }
    }

    private func emit(_ member: SchemaMember, to out: inout SourceWriter) {
        switch member {
        case .field(let field) where field.isSecret:
            out.line("copy.\(field.swiftName) = \(field.swiftDefault)")
        case .field(let field) where secrets.leadsToSecret(field):
            let call = field.isRepeated ? ".map { $0.redacted() }" : "?.redacted()"
            out.line("copy.\(field.swiftName) = \(field.swiftName)\(call)")
        case .oneof(_, let fields) where fields.contains(where: { $0.isSecret || secrets.leadsToSecret($0) }):
            out.block("switch \(member.swiftName)") { out in
                for field in fields where field.isSecret {
                    let empty = field.kind.isMessage ? field.kind.swiftType + "()" : field.kind.swiftDefault
                    out.line("case .\(field.swiftName): copy.\(member.swiftName) = .\(field.swiftName)(\(empty))")
                }
                for field in fields where !field.isSecret && secrets.leadsToSecret(field) {
                    out.line(
                        "case .\(field.swiftName)(let value): "
                            + "copy.\(member.swiftName) = .\(field.swiftName)(value.redacted())")
                }
                out.line("default: break")
            }
        default: break
        }
    }
}
