/// An open enum: a number that keeps values this build does not know.
struct EnumEmitter {
    let schema: SchemaEnum

    func emit(to out: inout SourceWriter) {
        out.documentation(schema.comment, fallback: "Enum `\(schema.name)` of the contract.")
        out.block("public struct \(schema.name): WireEnum") { out in
            for value in schema.values {
                out.documentation(value.comment, fallback: "`\(value.name)`")
                out.line("public static let \(caseName(value)) = \(schema.name)(rawValue: \(value.number))")
            }
            out.line()
            out.line("/// Every value this build knows.")
            out.list(
                "public static let allCases: [\(schema.name)] = [", schema.values.map { "." + caseName($0) },
                closing: "]")
            out.line()
            out.line("/// The number on the wire; any number is kept.")
            out.line("public let rawValue: Int32")
            out.line()
            out.line("public init(rawValue: Int32) { self.rawValue = rawValue }")
            out.line()
            emitNames(to: &out)
        }
    }

    private func emitNames(to out: inout SourceWriter) {
        out.line("/// The value's name in the contract; the number itself for a value this build does not know.")
        out.block("public var name: String") { out in
            out.block("switch rawValue") { out in
                for value in schema.values { out.line("case \(value.number): \"\(value.name)\"") }
                out.line("default: String(rawValue)")
            }
        }
    }

    private func caseName(_ value: SchemaEnumValue) -> String { Naming.enumCase(value.name, of: schema.name) }
}
