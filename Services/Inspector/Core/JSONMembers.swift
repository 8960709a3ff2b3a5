import CallModel
package import Wire

/// Collects the members of a line; what is empty or zero is left out.
package struct MemberList {
    package private(set) var members: [JSONValue.Member] = []

    package init() {}

    package mutating func append(_ name: String, _ value: JSONValue) { members.append(.init(name, value)) }

    package mutating func add(_ name: String, _ text: String) {
        if !text.isEmpty { append(name, .string(text)) }
    }

    package mutating func add(_ name: String, _ number: some FixedWidthInteger) {
        if number != 0 { append(name, .integer(Int64(clamping: number))) }
    }

    package mutating func addAlways(_ name: String, _ number: some FixedWidthInteger) {
        append(name, .integer(Int64(clamping: number)))
    }

    package mutating func add(_ name: String, _ flag: Bool) { append(name, .bool(flag)) }

    package mutating func add(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { append(name, .array(texts.map { .string($0) })) }
    }

    /// Whole microseconds.
    package mutating func add(_ name: String, _ span: Duration?) {
        if let span { append(name, .integer(span.wholeMicroseconds)) }
    }
}

/// Takes a line apart; an absent member is empty or zero.
struct MemberReader {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    func text(_ name: String) throws(JSONLineError) -> String {
        guard let value = json[name] else { return "" }
        guard case .string(let text) = value else { throw .badMember(name) }
        return text
    }

    func number<Number: FixedWidthInteger>(_ name: String) throws(JSONLineError) -> Number {
        guard let value = json[name] else { return 0 }
        guard case .integer(let wide) = value, let number = Number(exactly: wide) else { throw .badMember(name) }
        return number
    }

    func flag(_ name: String) throws(JSONLineError) -> Bool {
        guard let value = json[name] else { return false }
        guard case .bool(let flag) = value else { throw .badMember(name) }
        return flag
    }

    func hex(_ name: String) throws(JSONLineError) -> [UInt8] {
        guard let bytes = Hexadecimal.decode(try text(name)) else { throw .badMember(name) }
        return bytes
    }

    func hexNumber(_ name: String) throws(JSONLineError) -> UInt64 {
        let text = try text(name)
        guard !text.isEmpty else { return 0 }
        guard let number = UInt64(text, radix: 16) else { throw .badMember(name) }
        return number
    }

    func decimal(_ name: String) throws(JSONLineError) -> UInt64 {
        let text = try text(name)
        guard !text.isEmpty else { return 0 }
        guard let number = UInt64(text) else { throw .badMember(name) }
        return number
    }

    func word<Value: WireEnum>(_ name: String) throws(JSONLineError) -> Value {
        let text = try text(name)
        guard !text.isEmpty else { return Value(rawValue: 0) }
        guard let value: Value = JSONWord.read(text) else { throw .badMember(name) }
        return value
    }
}
