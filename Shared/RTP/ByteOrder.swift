/// Network byte order over spans. Callers have checked the bounds; the span's own check stands behind them.
extension Span where Element == UInt8 {
    func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) << 16 | UInt32(uint16(at: offset + 2))
    }

    func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) << 32 | UInt64(uint32(at: offset + 4))
    }
}

extension MutableSpan where Element == UInt8 {
    mutating func put(_ value: UInt16, at offset: Int) {
        self[offset] = UInt8(truncatingIfNeeded: value >> 8)
        self[offset + 1] = UInt8(truncatingIfNeeded: value)
    }

    mutating func put(_ value: UInt32, at offset: Int) {
        put(UInt16(truncatingIfNeeded: value >> 16), at: offset)
        put(UInt16(truncatingIfNeeded: value), at: offset + 2)
    }

    mutating func put(_ value: UInt64, at offset: Int) {
        put(UInt32(truncatingIfNeeded: value >> 32), at: offset)
        put(UInt32(truncatingIfNeeded: value), at: offset + 4)
    }
}
