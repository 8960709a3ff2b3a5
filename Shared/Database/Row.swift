/// One row of an answer. Columns are counted from 0 in the order of the SELECT; asking for another type than is there
/// throws `wrongColumn`.
public struct Row: Sendable, Hashable {
    /// In the order of the SELECT.
    public let values: [Value]

    /// A 64-bit integer, not null.
    public func integer(_ column: Int) throws(DatabaseError) -> Int64 {
        guard case .integer(let value) = try value(column) else { throw .wrongColumn(index: column) }
        return value
    }

    /// An integer that fits `Int`.
    public func int(_ column: Int) throws(DatabaseError) -> Int {
        guard let value = Int(exactly: try integer(column)) else { throw .wrongColumn(index: column) }
        return value
    }

    /// 0 or 1.
    public func bool(_ column: Int) throws(DatabaseError) -> Bool {
        switch try integer(column) {
        case 0: return false
        case 1: return true
        default: throw .wrongColumn(index: column)
        }
    }

    /// A floating-point number, not null.
    public func real(_ column: Int) throws(DatabaseError) -> Double {
        guard case .real(let value) = try value(column) else { throw .wrongColumn(index: column) }
        return value
    }

    /// A text, not null.
    public func text(_ column: Int) throws(DatabaseError) -> String {
        guard case .text(let value) = try value(column) else { throw .wrongColumn(index: column) }
        return value
    }

    /// Bytes, not null.
    public func blob(_ column: Int) throws(DatabaseError) -> [UInt8] {
        guard case .blob(let value) = try value(column) else { throw .wrongColumn(index: column) }
        return value
    }

    /// Whether there is no value.
    public func isNull(_ column: Int) throws(DatabaseError) -> Bool { try value(column) == .null }

    /// An integer; `nil` for null.
    public func optionalInteger(_ column: Int) throws(DatabaseError) -> Int64? {
        try isNull(column) ? nil : try integer(column)
    }

    /// A text; `nil` for null.
    public func optionalText(_ column: Int) throws(DatabaseError) -> String? {
        try isNull(column) ? nil : try text(column)
    }

    /// Bytes; `nil` for null.
    public func optionalBlob(_ column: Int) throws(DatabaseError) -> [UInt8]? {
        try isNull(column) ? nil : try blob(column)
    }

    private func value(_ column: Int) throws(DatabaseError) -> Value {
        guard values.indices.contains(column) else { throw .wrongColumn(index: column) }
        return values[column]
    }
}
