/// What a column holds. The five kinds that SQLite and PostgreSQL share; a truth value is the integer 0 or 1.
public enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What can be given to a statement.
public protocol ValueConvertible {
    var databaseValue: Value { get }
}

extension Value: ValueConvertible {
    public var databaseValue: Value { self }
}

extension Int64: ValueConvertible {
    public var databaseValue: Value { .integer(self) }
}

extension Int: ValueConvertible {
    public var databaseValue: Value { .integer(Int64(self)) }
}

extension Int32: ValueConvertible {
    public var databaseValue: Value { .integer(Int64(self)) }
}

extension UInt32: ValueConvertible {
    public var databaseValue: Value { .integer(Int64(self)) }
}

extension Bool: ValueConvertible {
    public var databaseValue: Value { .integer(self ? 1 : 0) }
}

extension Double: ValueConvertible {
    public var databaseValue: Value { .real(self) }
}

extension String: ValueConvertible {
    public var databaseValue: Value { .text(self) }
}

extension Array: ValueConvertible where Element == UInt8 {
    public var databaseValue: Value { .blob(self) }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
    public var databaseValue: Value { self?.databaseValue ?? .null }
}

extension String {
    /// PostgreSQL stores no such text.
    var hasNull: Bool {
        let bytes = utf8Span.span
        for index in bytes.indices where bytes[index] == 0 { return true }
        return false
    }
}
