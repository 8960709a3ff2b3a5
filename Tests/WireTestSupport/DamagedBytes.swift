package import TestSupport

/// Bytes as a fault on the way or an attacker would leave them: flipped bits, cut ends, appended bytes, extreme values.
package struct DamagedBytes {
    package var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The same bytes with one to four damages.
    package mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<generator.next(in: 1...4) {
            let position = generator.next(in: 0...max(0, bytes.count - 1))
            switch generator.next(in: 0...3) {
            case 0 where !bytes.isEmpty: bytes[position] ^= 1 << UInt8(generator.next(in: 0...7))
            case 1: bytes = Array(bytes.prefix(position))
            case 2: bytes += generator.bytes(generator.next(in: 1...8))
            default: if !bytes.isEmpty { bytes[position] = [0, 0x7f, 0x80, 0xff][generator.next(in: 0...3)] }
            }
        }
        return bytes
    }
}
