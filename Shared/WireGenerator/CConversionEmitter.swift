/// The conversions between one message and the struct that protoc-c generated for it.
struct CConversionEmitter {
    let message: SchemaMessage

    private var cType: String { Naming.cType(message.fullName) }
    private var cPrefix: String { Naming.cFunctionPrefix(message.fullName) }

    func emit(to out: inout SourceWriter) {
        out.line()
        out.block("extension Proto.\(message.name): @unsafe CMessage") { out in
            out.block("static func initialize(_ c: UnsafeMutablePointer<\(cType)>)") { out in
                out.line("unsafe \(cPrefix)__init(c)")
            }
            out.line()
            out.line("static func unpack(")
            out.line(
                "    _ allocator: UnsafeMutablePointer<ProtobufCAllocator>, _ count: Int, "
                    + "_ bytes: UnsafePointer<UInt8>?")
            out.block(") -> UnsafeMutablePointer<\(cType)>?") { out in
                out.line("unsafe \(cPrefix)__unpack(allocator, count, bytes)")
            }
            out.line()
            emitStore(to: &out)
            out.line()
            emitLoad(to: &out)
        }
    }

    // MARK: Swift to C

    private func emitStore(to out: inout SourceWriter) {
        let opening =
            "func store(into c: UnsafeMutablePointer<\(cType)>, _ arena: borrowing Arena) throws(WireError)"
        guard !message.members.isEmpty else {
            out.line(opening + " {}")
            return
        }
        out.block(opening) { out in
            for member in message.members {
                switch member {
                case .field(let field): emitStore(field, to: &out)
                case .oneof(let oneof, let fields): emitStore(oneof, fields, to: &out)
                }
            }
        }
    }

    private func emitStore(_ field: SchemaField, to out: inout SourceWriter) {
        let target = "c.pointee.\(field.cName)"
        if field.isRepeated {
            out.line("unsafe c.pointee.n_\(field.name) = \(field.swiftName).count")
            out.line("unsafe \(target) = \(storing(field, field.swiftName))")
        } else {
            switch field.kind {
            case .string:
                out.line("if !\(field.swiftName).isEmpty { unsafe \(target) = \(storing(field, field.swiftName)) }")
            case .message:
                out.line("if let \(field.swiftName) { unsafe \(target) = \(storing(field, field.swiftName)) }")
            default: out.line("unsafe \(target) = \(storing(field, field.swiftName))")
            }
        }
    }

    private func emitStore(_ oneof: SchemaOneof, _ fields: [SchemaField], to out: inout SourceWriter) {
        out.block("switch \(Naming.lowerCamel(field: oneof.name))") { out in
            for field in fields {
                out.line("case .\(field.swiftName)(let value):")
                out.line("    unsafe c.pointee.\(oneof.name)_case = .init(rawValue: \(field.number))")
                out.line("    unsafe c.pointee.\(field.cName) = \(storing(field, "value"))")
            }
            out.line("case nil: break")
        }
    }

    /// The C form of a present value.
    private func storing(_ field: SchemaField, _ value: String) -> String {
        let path = "\"\(message.name).\(field.name)\""
        if field.isRepeated {
            return switch field.kind {
            case .string: "try arena.strings(\(value), \(path))"
            case .bytes: "try arena.byteStrings(\(value))"
            case .message: "try arena.messages(\(value))"
            case .enum: "try arena.enums(\(value))"
            case .bool: "try arena.bools(\(value))"
            default: "try arena.scalars(\(value))"
            }
        }
        return switch field.kind {
        case .string: "try arena.string(\(value), \(path))"
        case .bytes: "try arena.bytes(\(value))"
        case .message: "try arena.message(\(value))"
        case .enum: ".init(rawValue: .init(truncatingIfNeeded: \(value).rawValue))"
        case .bool: "\(value) ? 1 : 0"
        default: value
        }
    }

    // MARK: C to Swift

    private func emitLoad(to out: inout SourceWriter) {
        let opening = "init(loading c: UnsafePointer<\(cType)>) throws(WireError)"
        guard !message.members.isEmpty else {
            out.line(opening + " { self.init() }")
            return
        }
        out.block(opening) { out in
            for case .oneof(let oneof, let fields) in message.members { emitLoad(oneof, fields, to: &out) }
            let isUnsafe = message.members.contains { if case .field = $0 { true } else { false } }
            let canThrow = message.members.contains { member in
                if case .field(let field) = member { loadCanThrow(field) } else { false }
            }
            out.list(
                (canThrow ? "try " : "") + (isUnsafe ? "unsafe " : "") + "self.init(",
                message.members.map { "\($0.label): \(loading($0))" }, closing: ")")
        }
    }

    private func emitLoad(_ oneof: SchemaOneof, _ fields: [SchemaField], to out: inout SourceWriter) {
        let name = Naming.lowerCamel(field: oneof.name)
        out.line("let \(name): Proto.\(message.name).\(Naming.upperCamel(oneof.name))?")
        out.block("switch unsafe c.pointee.\(oneof.name)_case.rawValue") { out in
            for field in fields {
                let attempt = loadCanThrow(field) ? "try " : ""
                out.line("case \(field.number):")
                if field.kind.isMessage {
                    out.line(
                        "    let value: \(field.kind.swiftType)? = try unsafe loadMessage(c.pointee.\(field.cName))")
                    out.line("    \(name) = value.map { .\(field.swiftName)($0) }")
                } else {
                    out.line("    \(name) = \(attempt)unsafe .\(field.swiftName)(\(loading(field)))")
                }
            }
            out.line("default: \(name) = nil")
        }
    }

    private func loading(_ member: SchemaMember) -> String {
        switch member {
        case .field(let field): loading(field)
        case .oneof(let oneof, _): Naming.lowerCamel(field: oneof.name)
        }
    }

    private func loading(_ field: SchemaField) -> String {
        let source = "c.pointee.\(field.cName)"
        let path = "\"\(message.name).\(field.name)\""
        if field.isRepeated {
            let count = "c.pointee.n_\(field.name)"
            return switch field.kind {
            case .string: "loadStrings(\(count), \(source), \(path))"
            case .bytes: "loadByteStrings(\(count), \(source))"
            case .message: "loadMessages(\(count), \(source))"
            case .enum: "loadEnums(\(count), \(source))"
            case .bool: "loadBools(\(count), \(source))"
            default: "loadScalars(\(count), \(source))"
            }
        }
        return switch field.kind {
        case .string: "loadString(\(source), \(path))"
        case .bytes: "loadBytes(\(source))"
        case .message: "loadMessage(\(source))"
        case .enum: ".init(rawValue: .init(truncatingIfNeeded: \(source).rawValue))"
        case .bool: "\(source) != 0"
        default: source
        }
    }

    private func loadCanThrow(_ field: SchemaField) -> Bool { field.kind == .string || field.kind.isMessage }
}

extension SchemaField {
    /// protoc-c lower-cases field names; Swift's keywords among them need their quotes.
    fileprivate var cName: String { Naming.quoted(name.lowercased()) }
}
