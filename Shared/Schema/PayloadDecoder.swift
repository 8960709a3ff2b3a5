import Descriptors
public import Wire

extension SchemaPool {
    /// A payload of the named type as JSON.
    public func json(
        _ bytes: [UInt8], of type: String, _ style: PayloadStyle = .readable
    ) throws(SchemaError) -> JSONValue {
        guard let type = messages[type] else { throw .missingType(type) }
        var decoder = PayloadDecoder(pool: self, style: style)
        return try decoder.object(bytes[...], type, "", depth: 0)
    }
}

/// Takes one payload apart. Bounded by its length, `PayloadLimits.depth` and `PayloadLimits.values`.
private struct PayloadDecoder {
    let pool: SchemaPool
    let style: PayloadStyle
    var valuesLeft = PayloadLimits.values

    init(pool: SchemaPool, style: PayloadStyle) {
        self.pool = pool
        self.style = style
    }

    mutating func object(
        _ bytes: ArraySlice<UInt8>, _ type: SchemaPool.MessageType, _ path: String, depth: Int
    ) throws(SchemaError) -> JSONValue {
        guard depth < PayloadLimits.depth else { throw .tooDeep(path: path) }
        let found = try fields(bytes, type, path)
        var members: [JSONValue.Member] = []
        for (index, field) in type.declaration.fields.enumerated() {
            guard let values = found.known[index] else { continue }
            let inner = path.isEmpty ? field.jsonName : path + "." + field.jsonName
            if let value = try member(field, values, type, inner, depth: depth) {
                members.append(JSONValue.Member(field.jsonName, value))
            }
        }
        if case .readable = style {
            for (number, values) in found.unknown.sorted(by: { $0.key < $1.key }) {
                let shown = values.map(raw)
                members.append(JSONValue.Member("#\(number)", shown.count == 1 ? shown[0] : .array(shown)))
            }
        }
        return .object(members)
    }

    private struct Found {
        /// By index of the field; in the order of the bytes.
        var known: [Int: [WireReader.Value]] = [:]
        var unknown: [UInt32: [WireReader.Value]] = [:]
    }

    /// All occurrences. Of a oneof the member that came last is kept, as protobuf has it.
    private mutating func fields(
        _ bytes: ArraySlice<UInt8>, _ type: SchemaPool.MessageType, _ path: String
    ) throws(SchemaError) -> Found {
        var found = Found()
        var reader = WireReader(bytes)
        do throws(DescriptorError) {
            while let field = try reader.next() {
                valuesLeft -= 1
                guard valuesLeft >= 0 else { break }
                guard let index = type.byNumber[field.number],
                    fits(field.value, type.declaration.fields[index])
                else {
                    found.unknown[field.number, default: []].append(field.value)
                    continue
                }
                if let oneof = type.declaration.fields[index].oneof {
                    for other in found.known.keys
                    where other != index && type.declaration.fields[other].oneof == oneof { found.known[other] = nil }
                }
                found.known[index, default: []].append(field.value)
            }
        } catch { throw .malformed(path: path) }
        guard valuesLeft >= 0 else { throw .tooLarge(path: path) }
        return found
    }

    /// A field with another wire type than its own is unknown, as everywhere in protobuf.
    private func fits(_ value: WireReader.Value, _ field: FieldDeclaration) -> Bool {
        switch (value, field.kind) {
        case (.bytes, .string), (.bytes, .bytes), (.bytes, .message): true
        case (.bytes, .enum): field.isRepeated
        case (_, .unsupported), (_, .message), (_, .string), (_, .bytes): false
        case (.bytes, _): field.isRepeated
        case (.fixed32, .float), (.fixed32, .fixed32), (.fixed32, .sfixed32): true
        case (.fixed64, .double), (.fixed64, .fixed64), (.fixed64, .sfixed64): true
        case (.fixed32, _), (.fixed64, _): false
        case (.varint, .float), (.varint, .fixed32), (.varint, .sfixed32): false
        case (.varint, .double), (.varint, .fixed64), (.varint, .sfixed64): false
        case (.varint, _): true
        }
    }

    // MARK: Fields

    private mutating func member(
        _ field: FieldDeclaration, _ values: [WireReader.Value], _ type: SchemaPool.MessageType, _ path: String,
        depth: Int
    ) throws(SchemaError) -> JSONValue? {
        if case .message(let name) = field.kind {
            guard let inner = pool.messages[name] else { throw .missingType(name) }
            if inner.declaration.isMapEntry, field.isRepeated { return try map(values, inner, path, depth: depth) }
            guard field.isRepeated else {
                return try object(joined(values), inner, path, depth: depth + 1)
            }
            var elements: [JSONValue] = []
            for (index, value) in values.enumerated() {
                elements.append(try object(joined([value]), inner, "\(path)[\(index)]", depth: depth + 1))
            }
            return .array(elements)
        }
        if field.isRepeated {
            var elements: [JSONValue] = []
            for value in values { elements += try scalars(value, field, path) }
            return elements.isEmpty ? nil : .array(elements)
        }
        guard let last = values.last else { return nil }
        let hasPresence = field.oneof != nil || !type.isProto3
        return !hasPresence && isDefault(last, field.kind) ? nil : scalar(last, field.kind)
    }

    /// A message that occurs several times is the merge of all of them, which is what their bytes in a row say.
    private func joined(_ values: [WireReader.Value]) -> ArraySlice<UInt8> {
        let slices = values.compactMap { value in if case .bytes(let slice) = value { slice } else { nil } }
        return slices.count == 1 ? slices[0] : Array(slices.joined())[...]
    }

    private mutating func map(
        _ values: [WireReader.Value], _ entry: SchemaPool.MessageType, _ path: String, depth: Int
    ) throws(SchemaError) -> JSONValue? {
        var members: [JSONValue.Member] = []
        var positions: [String: Int] = [:]
        for value in values {
            let pair = try object(joined([value]), entry, path, depth: depth + 1)
            let key = pair["key"].map(text) ?? defaultKey(entry)
            let shown = pair["value"] ?? defaultValue(entry)
            if let position = positions[key] {
                members[position].value = shown
            } else {
                positions[key] = members.count
                members.append(JSONValue.Member(key, shown))
            }
        }
        return members.isEmpty ? nil : .object(members)
    }

    private func text(_ key: JSONValue) -> String { key.stringValue ?? key.text }

    private func defaultKey(_ entry: SchemaPool.MessageType) -> String {
        switch entry.declaration.fields.first?.kind {
        case .string: ""
        case .bool: "false"
        default: "0"
        }
    }

    private func defaultValue(_ entry: SchemaPool.MessageType) -> JSONValue {
        guard let field = entry.declaration.fields.last else { return .null }
        switch field.kind {
        case .message: return .object([])
        case .string, .bytes: return scalar(.bytes([]), field.kind)
        case .double, .fixed64, .sfixed64: return scalar(.fixed64(0), field.kind)
        case .float, .fixed32, .sfixed32: return scalar(.fixed32(0), field.kind)
        default: return scalar(.varint(0), field.kind)
        }
    }

    // MARK: Scalars

    /// One value, or those of a packed field.
    private mutating func scalars(
        _ value: WireReader.Value, _ field: FieldDeclaration, _ path: String
    ) throws(SchemaError) -> [JSONValue] {
        guard case .bytes(let slice) = value, field.kind != .string, field.kind != .bytes else {
            return [scalar(value, field.kind)]
        }
        var reader = WireReader(slice)
        var elements: [JSONValue] = []
        do throws(DescriptorError) {
            while !reader.isAtEnd {
                valuesLeft -= 1
                guard valuesLeft >= 0 else { break }
                switch field.kind {
                case .double, .fixed64, .sfixed64: elements.append(scalar(.fixed64(try reader.fixed(8)), field.kind))
                case .float, .fixed32, .sfixed32:
                    elements.append(scalar(.fixed32(UInt32(truncatingIfNeeded: try reader.fixed(4))), field.kind))
                default: elements.append(scalar(.varint(try reader.varint()), field.kind))
                }
            }
        } catch { throw .malformed(path: path) }
        guard valuesLeft >= 0 else { throw .tooLarge(path: path) }
        return elements
    }

    private func isDefault(_ value: WireReader.Value, _ kind: FieldDeclaration.Kind) -> Bool {
        switch value {
        case .varint(let number):
            switch kind {
            // What the type does not hold of a longer number is cut off.
            case .int32, .uint32, .sint32, .enum: UInt32(truncatingIfNeeded: number) == 0
            default: number == 0
            }
        case .fixed64(let bits): bits == 0
        case .fixed32(let bits): bits == 0
        case .bytes(let slice): slice.isEmpty
        }
    }

    private func scalar(_ value: WireReader.Value, _ kind: FieldDeclaration.Kind) -> JSONValue {
        switch (value, kind) {
        case (.varint(let bits), .bool): .bool(bits != 0)
        case (.varint(let bits), .enum(let name)): enumeration(Int32(truncatingIfNeeded: bits), name)
        case (.varint(let bits), .int32): .integer(Int64(Int32(truncatingIfNeeded: bits)))
        case (.varint(let bits), .uint32): .integer(Int64(UInt32(truncatingIfNeeded: bits)))
        case (.varint(let bits), .sint32):
            .integer(Int64(Int32(truncatingIfNeeded: zigzag(bits & 0xffff_ffff))))
        case (.varint(let bits), .sint64): wide(zigzag(bits))
        case (.varint(let bits), .uint64): wide(bits)
        case (.varint(let bits), _): wide(Int64(bitPattern: bits))
        case (.fixed64(let bits), .double): .double(Double(bitPattern: bits))
        case (.fixed64(let bits), .sfixed64): wide(Int64(bitPattern: bits))
        case (.fixed64(let bits), _): wide(bits)
        case (.fixed32(let bits), .float): .double(Double(Float(bitPattern: bits)))
        case (.fixed32(let bits), .sfixed32): .integer(Int64(Int32(bitPattern: bits)))
        case (.fixed32(let bits), _): .integer(Int64(bits))
        case (.bytes(let slice), .string): string(slice)
        case (.bytes(let slice), _): bytes(slice)
        }
    }

    private func zigzag(_ bits: UInt64) -> Int64 { Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1) }

    private func wide(_ number: some FixedWidthInteger) -> JSONValue {
        if case .readable = style, let small = Int64(exactly: number) { return .integer(small) }
        return .string(String(number))
    }

    private func enumeration(_ number: Int32, _ name: String) -> JSONValue {
        guard let value = pool.enums[name]?.values.first(where: { $0.number == number }) else {
            return .integer(Int64(number))
        }
        return .string(value.name)
    }

    /// Text that is none is shown as bytes rather than repaired.
    private func string(_ slice: ArraySlice<UInt8>) -> JSONValue {
        String(validating: slice, as: UTF8.self).map(JSONValue.string) ?? bytes(slice)
    }

    private func bytes(_ slice: ArraySlice<UInt8>) -> JSONValue {
        switch style {
        case .exact: .string(Base64.encode(Array(slice)))
        case .readable(let head): .string(HexText.summary(slice, head: head))
        }
    }

    /// A field that the schema does not have.
    private func raw(_ value: WireReader.Value) -> JSONValue {
        switch value {
        case .varint(let bits): wide(bits)
        case .fixed64(let bits): wide(bits)
        case .fixed32(let bits): .integer(Int64(bits))
        case .bytes(let slice): .string(HexText.summary(slice, head: 16))
        }
    }
}
