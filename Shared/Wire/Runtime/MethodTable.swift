/// Finds what belongs to a method by the bytes of its path, as they came, without making a string of them.
public struct MethodTable<Value: Sendable>: Sendable {
    @usableFromInline struct Entry: Sendable {
        @usableFromInline let path: [UInt8]
        @usableFromInline let value: Value

        init(path: [UInt8], value: Value) {
            self.path = path
            self.value = value
        }
    }

    /// A power of two, at most half full, so that a search ends soon.
    @usableFromInline private(set) var slots: [Entry?] = []

    public init(_ values: [(method: MethodDescriptor, value: Value)]) {
        var size = 8
        while size < 2 * values.count { size *= 2 }
        slots = Array(repeating: nil, count: size)
        for (method, value) in values {
            let path = method.pathBytes
            var slot = pathHash(path.span) & (size - 1)
            while slots[slot] != nil { slot = (slot + 1) & (size - 1) }
            slots[slot] = Entry(path: path, value: value)
        }
    }

    /// `nil`: no such method.
    @inlinable public func find(_ path: Span<UInt8>) -> Value? {
        let mask = slots.count - 1
        var slot = pathHash(path) & mask
        while let entry = slots[slot] {
            if isSamePath(entry.path, path) { return entry.value }
            slot = (slot + 1) & mask
        }
        return nil
    }
}

/// FNV-1a over words. The keys are the contract's, so nobody can choose them to collide.
@usableFromInline func pathHash(_ path: Span<UInt8>) -> Int {
    unsafe path.withUnsafeBytes { bytes in
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = (hash ^ word) &* 0x100_0000_01B3
            hash ^= hash >> 29
            offset += 8
        }
        while offset < bytes.count {
            let byte = unsafe bytes[offset]
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            offset += 1
        }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) >> 1)
    }
}

@usableFromInline func isSamePath(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in unsafe left.elementsEqual(right) }
    }
}
