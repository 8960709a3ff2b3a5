/// The types that a `Value` may become or come from, by their OIDs in pg_type, which never change.
enum PGType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let varchar: UInt32 = 1_043
}

extension Value {
    /// From the server's binary form, which is big-endian.
    init(binary bytes: UnsafeRawBufferPointer, type: UInt32) throws(DatabaseError) {
        switch (type, bytes.count) {
        case (PGType.int8, 8): self = .integer(Int64(truncatingIfNeeded: unsafe number(bytes)))
        case (PGType.int4, 4): self = .integer(Int64(Int32(truncatingIfNeeded: unsafe number(bytes))))
        case (PGType.int2, 2): self = .integer(Int64(Int16(truncatingIfNeeded: unsafe number(bytes))))
        case (PGType.bool, 1): self = .integer(unsafe bytes[0] == 0 ? 0 : 1)
        case (PGType.float8, 8): self = .real(Double(bitPattern: unsafe number(bytes)))
        case (PGType.float4, 4):
            self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: unsafe number(bytes)))))
        case (PGType.text, _), (PGType.varchar, _), (PGType.name, _):
            self = .text(unsafe String(decoding: bytes, as: UTF8.self))
        case (PGType.bytea, _): self = .blob(unsafe Array(bytes))
        default: throw .unsupportedType(oid: type)
        }
    }
}

private func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    unsafe bytes.reduce(0) { $0 << 8 | UInt64($1) }
}

/// A statement's values in the server's binary form, in one piece of memory.
struct PGParameters {
    /// libpq's limit for a message is 2^31 bytes; a value's in the server is half of that.
    private static let sizeLimit = 1 << 30

    private(set) var bytes: [UInt8] = []
    /// Where each value begins; `nil` for null.
    private(set) var offsets: [Int?] = []
    private(set) var lengths: [Int32] = []

    /// For a statement without parameters.
    init() {}

    /// For a statement that the server has parsed.
    init(_ values: [Value], of statement: PGPipeline.Prepared) throws(DatabaseError) {
        guard statement.parameterTypes.count == values.count else {
            throw .wrongParameterCount(expected: statement.parameterTypes.count, given: values.count)
        }
        try self.init(values, types: statement.parameterTypes)
    }

    /// `types` are those that the statement was described with, as many as there are values.
    init(_ values: [Value], types: [UInt32]) throws(DatabaseError) {
        for (index, (value, type)) in zip(values, types).enumerated() {
            let start = bytes.count
            switch (value, type) {
            case (.null, _): break
            case (.integer(let number), PGType.int8): append(number)
            case (.integer(let number), PGType.int4): append(try fitting(number, Int32.self))
            case (.integer(let number), PGType.int2): append(try fitting(number, Int16.self))
            case (.integer(let number), PGType.bool) where number == 0 || number == 1: append(UInt8(number))
            case (.integer(let number), PGType.float8): append(Double(number).bitPattern)
            case (.real(let number), PGType.float8): append(number.bitPattern)
            case (.real(let number), PGType.float4): append(Float(number).bitPattern)
            case (.text(let text), PGType.text), (.text(let text), PGType.varchar), (.text(let text), PGType.name):
                guard !text.hasNull else { throw .textWithNull }
                bytes.append(contentsOf: text.utf8)
            case (.blob(let blob), PGType.bytea): bytes.append(contentsOf: blob)
            default: throw .wrongParameterType(number: index + 1)
            }
            guard bytes.count < Self.sizeLimit else { throw .tooLarge }
            offsets.append(value == .null ? nil : start)
            lengths.append(Int32(bytes.count - start))
        }
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private func fitting<Number: FixedWidthInteger>(_ number: Int64, _: Number.Type) throws(DatabaseError) -> Number {
        guard let fitting = Number(exactly: number) else { throw .tooLarge }
        return fitting
    }
}
