import CallModel
import Descriptors
public import Wire

extension SchemaPool {
    /// The bytes of a JSON object as a message of the named type. Fields by either spelling of their name, enums by name or
    /// number, bytes in base64 or as `hex:0a0b`. Stricter than the contract's own reader: what the type does not have is
    /// refused, with names that are close, because a person typed it.
    public func bytes(_ json: JSONValue, of type: String) throws(SchemaError) -> [UInt8] {
        guard let message = messages[type] else { throw .missingType(type) }
        return try PayloadEncoder(pool: self).message(json, message, "", depth: 0)
    }
}

private struct PayloadEncoder {
    let pool: SchemaPool

    func message(
        _ json: JSONValue, _ type: SchemaPool.MessageType, _ path: String, depth: Int
    ) throws(SchemaError) -> [UInt8] {
        guard depth < PayloadLimits.depth else { throw .tooDeep(path: path) }
        guard case .object(let members) = json else { throw .wrongType(path: path, expected: "an object") }
        var values: [Int: JSONValue] = [:]
        var oneofs: [Int: Int] = [:]
        for member in members {
            let inner = path.isEmpty ? member.name : path + "." + member.name
            guard let index = type.byName[member.name] else {
                throw .unknownField(path: inner, candidates: candidates(for: member.name, in: type))
            }
            guard member.value != .null else { continue }
            if let oneof = type.declaration.fields[index].oneof,
                oneofs.updateValue(index, forKey: oneof) ?? index != index
            {
                throw .oneofTwice(path: inner, oneof: type.declaration.oneofs[oneof].name)
            }
            values[index] = member.value
        }
        var output = WireWriter()
        for (index, field) in type.declaration.fields.enumerated().sorted(by: { $0.element.number < $1.element.number })
        {
            guard let value = values[index] else { continue }
            let inner = path.isEmpty ? field.jsonName : path + "." + field.jsonName
            try write(value, field, type, inner, depth, into: &output)
            guard output.bytes.count <= WireLimits.messageBytes else { throw .tooLarge(path: inner) }
        }
        return output.bytes
    }

    private func write(
        _ value: JSONValue, _ field: FieldDeclaration, _ type: SchemaPool.MessageType, _ path: String, _ depth: Int,
        into output: inout WireWriter
    ) throws(SchemaError) {
        let number = UInt32(field.number)
        if case .message(let name) = field.kind {
            guard let inner = pool.messages[name] else { throw .missingType(name) }
            guard field.isRepeated else {
                return output.write(number, .bytes(try message(value, inner, path, depth: depth + 1)[...]))
            }
            if inner.declaration.isMapEntry, case .object(let members) = value {
                for member in members {
                    let entry: JSONValue = .object([.init("key", .string(member.name)), .init("value", member.value)])
                    let bytes = try message(entry, inner, path, depth: depth + 1)
                    output.write(number, .bytes(bytes[...]))
                }
                return
            }
            for (index, element) in try elements(value, path).enumerated() {
                let bytes = try message(element, inner, "\(path)[\(index)]", depth: depth + 1)
                output.write(number, .bytes(bytes[...]))
            }
            return
        }
        guard field.isRepeated else {
            let scalar = try scalar(value, field.kind, path)
            let hasPresence = field.oneof != nil || !type.isProto3
            if hasPresence || !scalar.isDefault { output.write(number, scalar) }
            return
        }
        var packed = WireWriter()
        let isPacked = type.isProto3 && field.kind != .string && field.kind != .bytes
        for (index, element) in try elements(value, path).enumerated() {
            let scalar = try scalar(element, field.kind, "\(path)[\(index)]")
            if isPacked { packed.writeBare(scalar) } else { output.write(number, scalar) }
        }
        if isPacked, !packed.bytes.isEmpty { output.write(number, .bytes(packed.bytes[...])) }
    }

    private func elements(_ value: JSONValue, _ path: String) throws(SchemaError) -> [JSONValue] {
        guard case .array(let elements) = value else { throw .wrongType(path: path, expected: "a list") }
        return elements
    }

    // MARK: Scalars

    private func scalar(
        _ value: JSONValue, _ kind: FieldDeclaration.Kind, _ path: String
    ) throws(SchemaError) -> WireReader.Value {
        switch kind {
        case .int32: return .varint(UInt64(bitPattern: Int64(try integer(value, path) as Int32)))
        case .int64: return .varint(UInt64(bitPattern: try integer(value, path)))
        case .uint32: return .varint(UInt64(try integer(value, path) as UInt32))
        case .uint64: return .varint(try integer(value, path))
        case .sint32: return .varint(zigzag(Int64(try integer(value, path) as Int32)))
        case .sint64: return .varint(zigzag(try integer(value, path)))
        case .fixed32: return .fixed32(try integer(value, path))
        case .sfixed32: return .fixed32(UInt32(bitPattern: try integer(value, path)))
        case .fixed64: return .fixed64(try integer(value, path))
        case .sfixed64: return .fixed64(UInt64(bitPattern: try integer(value, path)))
        case .double: return .fixed64(try double(value, path).bitPattern)
        case .float: return .fixed32(Float(try double(value, path)).bitPattern)
        case .bool: return .varint(try bool(value, path) ? 1 : 0)
        case .string:
            guard let text = value.stringValue else { throw .wrongType(path: path, expected: "a string") }
            return .bytes(Array(text.utf8)[...])
        case .bytes: return .bytes(try bytes(value, path)[...])
        case .enum(let name): return .varint(UInt64(bitPattern: Int64(try enumeration(value, name, path))))
        case .message, .unsupported: throw .wrongType(path: path, expected: "nothing that JSON could say")
        }
    }

    private func zigzag(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

    private func integer<Number: FixedWidthInteger>(
        _ value: JSONValue, _ path: String
    ) throws(SchemaError) -> Number {
        let number: Number? =
            switch value {
            case .integer(let number): Number(exactly: number)
            case .double(let number): Number(exactly: number)
            case .string(let text): Number(text)
            default: nil
            }
        guard let number else {
            throw .wrongType(path: path, expected: "a whole number from \(Number.min) to \(Number.max)")
        }
        return number
    }

    private func double(_ value: JSONValue, _ path: String) throws(SchemaError) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .double(let number): return number
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        case .string(let text):
            if let number = Double(text) { return number }
        default: break
        }
        throw .wrongType(path: path, expected: "a number")
    }

    /// The keys of a map are strings in JSON, whatever they are in the message.
    private func bool(_ value: JSONValue, _ path: String) throws(SchemaError) -> Bool {
        switch value {
        case .bool(let bool): return bool
        case .string("true"): return true
        case .string("false"): return false
        default: throw .wrongType(path: path, expected: "true or false")
        }
    }

    private func bytes(_ value: JSONValue, _ path: String) throws(SchemaError) -> [UInt8] {
        if let text = value.stringValue {
            let decoded = text.hasPrefix("hex:") ? Hexadecimal.decode(text.dropFirst(4)) : Base64.decode(text)
            if let decoded { return decoded }
        }
        throw .wrongType(path: path, expected: "base64, or hex: and pairs of digits")
    }

    private func enumeration(_ value: JSONValue, _ name: String, _ path: String) throws(SchemaError) -> Int32 {
        let values = pool.enums[name]?.values ?? []
        if let word = value.stringValue {
            if let match = values.first(where: { $0.name == word }) { return match.number }
            if let number = Int32(word) { return number }
        } else if let number = try? integer(value, path) as Int32 {
            return number
        }
        let names = values.prefix(12).map(\.name).joined(separator: ", ") + (values.count > 12 ? ", ..." : "")
        throw .wrongType(path: path, expected: "one of \(names), or a number")
    }

    /// Names of the type that share a beginning or differ in case; all of a small type.
    private func candidates(for name: String, in type: SchemaPool.MessageType) -> [String] {
        let names = type.declaration.fields.map(\.jsonName)
        let plain = name.lowercased().filter { $0 != "_" }
        let close = names.filter { candidate in
            let other = candidate.lowercased()
            return other.hasPrefix(plain) || plain.hasPrefix(other) || other.commonPrefix(with: plain).count >= 4
        }
        return close.isEmpty && names.count <= 8 ? names : close
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> Substring {
        zip(indices, other).first { self[$0] != $1 }.map { self[..<$0.0] } ?? prefix(other.count)
    }
}

extension WireReader.Value {
    fileprivate var isDefault: Bool {
        switch self {
        case .varint(let bits): bits == 0
        case .fixed64(let bits): bits == 0
        case .fixed32(let bits): bits == 0
        case .bytes(let slice): slice.isEmpty
        }
    }
}

/// Puts protobuf bytes together.
private struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt32, _ value: WireReader.Value) {
        let wireType: UInt64 =
            switch value {
            case .varint: 0
            case .fixed64: 1
            case .bytes: 2
            case .fixed32: 5
            }
        varint(UInt64(number) << 3 | wireType)
        if case .bytes(let slice) = value { varint(UInt64(slice.count)) }
        writeBare(value)
    }

    /// Without number and type: an element of a packed field.
    mutating func writeBare(_ value: WireReader.Value) {
        switch value {
        case .varint(let bits): varint(bits)
        case .fixed64(let bits):
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * shift))) }
        case .fixed32(let bits):
            for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(8 * shift))) }
        case .bytes(let slice): bytes += slice
        }
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
