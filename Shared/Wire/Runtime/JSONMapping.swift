// The protobuf JSON mapping, used by generated code: what each field type looks like and how messages are taken apart.

/// A field type with a JSON form.
protocol JSONField {
    /// Not written, and what an absent member means.
    var isJSONDefault: Bool { get }
    var jsonForm: JSONValue { get }

    /// `nil` if the value has the wrong type. `.wrongType` with a path inside it is thrown by messages.
    static func fromJSON(_ value: JSONValue) throws(WireError) -> Self?
}

extension Bool: JSONField {
    var isJSONDefault: Bool { !self }
    var jsonForm: JSONValue { .bool(self) }
    static func fromJSON(_ value: JSONValue) -> Bool? { value.boolValue }
}

extension String: JSONField {
    var isJSONDefault: Bool { isEmpty }
    var jsonForm: JSONValue { .string(self) }
    static func fromJSON(_ value: JSONValue) -> String? { value.stringValue }
}

/// Bytes travel as base64.
extension [UInt8]: JSONField {
    var isJSONDefault: Bool { isEmpty }
    var jsonForm: JSONValue { .string(Base64.encode(self)) }
    static func fromJSON(_ value: JSONValue) -> [UInt8]? { value.stringValue.flatMap(Base64.decode) }
}

extension JSONField where Self: FixedWidthInteger {
    var isJSONDefault: Bool { self == 0 }

    /// JavaScript's numbers hold 53 bits, so 64-bit integers travel as strings.
    var jsonForm: JSONValue { Self.bitWidth > 32 ? .string(String(self)) : .integer(Int64(self)) }

    /// Numbers and strings of digits, whatever the width; a double if it is exactly that integer.
    static func fromJSON(_ value: JSONValue) -> Self? {
        switch value {
        case .integer(let number): Self(exactly: number)
        case .double(let number): Self(exactly: number)
        case .string(let text): Self(text)
        default: nil
        }
    }
}

extension Int32: JSONField {}
extension UInt32: JSONField {}
extension Int64: JSONField {}
extension UInt64: JSONField {}

extension JSONField where Self: BinaryFloatingPoint & LosslessStringConvertible {
    var isJSONDefault: Bool { self == 0 && sign == .plus }
    var jsonForm: JSONValue { .double(Double(self)) }

    static func fromJSON(_ value: JSONValue) -> Self? {
        switch value {
        case .integer(let number): Self(number)
        case .double(let number): Self(number)
        case .string("NaN"): .nan
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        case .string(let text): Self(text)
        default: nil
        }
    }
}

extension Float: JSONField {}
extension Double: JSONField {}

extension JSONField where Self: WireEnum {
    var isJSONDefault: Bool { rawValue == 0 }

    /// By name; a value this build does not know by its number.
    var jsonForm: JSONValue {
        let name = name
        return name.utf8.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } == true
            ? .string(name) : .integer(Int64(rawValue))
    }

    static func fromJSON(_ value: JSONValue) -> Self? {
        if case .string(let name) = value { return Self(name: name) }
        return Int32.fromJSON(value).map { Self(rawValue: $0) }
    }
}

extension JSONField where Self: WireMessage {
    var isJSONDefault: Bool { false }
    var jsonForm: JSONValue { json() }
    static func fromJSON(_ value: JSONValue) throws(WireError) -> Self? { try Self(json: value) }
}

// MARK: Objects

/// Collects the members of a message's JSON form.
struct JSONBuilder {
    private var members: [JSONValue.Member] = []

    var value: JSONValue { .object(members) }

    /// Adds the member unless it has its default.
    mutating func add(_ name: String, _ field: some JSONField) {
        if !field.isJSONDefault { addPresent(name, field) }
    }

    mutating func add(_ name: String, _ field: (some JSONField)?) {
        if let field { addPresent(name, field) }
    }

    mutating func add(_ name: String, _ fields: [some JSONField]) {
        if !fields.isEmpty { members.append(.init(name, .array(fields.map(\.jsonForm)))) }
    }

    /// Adds the member whatever its value: for the alternatives of a oneof.
    mutating func addPresent(_ name: String, _ field: some JSONField) {
        members.append(.init(name, field.jsonForm))
    }
}

/// Takes the JSON form of a message apart. Members it is not asked for are ignored.
struct JSONReader {
    private let json: JSONValue

    init(_ json: JSONValue) throws(WireError) {
        guard case .object = json else { throw .wrongType(path: "") }
        self.json = json
    }

    /// Absent and `null` leave the field as it is.
    func read<Field: JSONField>(_ names: String..., into field: inout Field) throws(WireError) {
        if let value: Field = try present(names) { field = value }
    }

    func read<Field: JSONField>(_ names: String..., into field: inout Field?) throws(WireError) {
        if let value: Field = try present(names) { field = value }
    }

    func read<Field: JSONField>(_ names: String..., into fields: inout [Field]) throws(WireError) {
        guard let (name, value) = member(names) else { return }
        guard case .array(let elements) = value else { throw .wrongType(path: name) }
        fields = []
        fields.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            fields.append(try convert(element, "\(name)[\(index)]"))
        }
    }

    /// The value of one alternative of a oneof, if it is there.
    func readPresent<Field: JSONField>(_ names: String...) throws(WireError) -> Field? { try present(names) }

    private func present<Field: JSONField>(_ names: [String]) throws(WireError) -> Field? {
        guard let (name, value) = member(names) else { return nil }
        return try convert(value, name)
    }

    private func member(_ names: [String]) -> (String, JSONValue)? {
        for name in names {
            if let value = json[name], value != .null { return (name, value) }
        }
        return nil
    }

    private func convert<Field: JSONField>(_ value: JSONValue, _ path: String) throws(WireError) -> Field {
        do {
            if let field = try Field.fromJSON(value) { return field }
        } catch .wrongType(let inner) {
            throw .wrongType(path: inner.isEmpty ? path : path + "." + inner)
        }
        throw .wrongType(path: path)
    }
}
