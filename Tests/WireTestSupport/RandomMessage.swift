package import TestSupport
import Wire

/// Makes valid messages of any type, already encoded as a canonical encoder would: fields by number, defaults left out,
/// repeated numbers packed.
package struct RandomMessage {
    /// Stands at the start of every secret string.
    package static let secretMark = "Geheimnis"

    package var generator: SeededGenerator
    /// Leaves secret fields empty, drawing the same numbers: what `redacted()` must give.
    package var isRedacted = false

    package init(seed: UInt64, isRedacted: Bool = false) {
        generator = SeededGenerator(seed: seed)
        self.isRedacted = isRedacted
    }

    package mutating func encode(_ name: String) -> [UInt8] {
        guard let message = Contract.current.messages[name] else { preconditionFailure("no message \(name)") }
        var out = WireWriter()
        let chosen = chooseAlternatives(of: message)
        for field in message.fields.sorted(by: { $0.number < $1.number }) {
            if let oneof = field.oneof {
                if chosen[oneof] == field.number { write(field, to: &out, isPresent: true) }
            } else if field.isRepeated {
                writeRepeated(field, to: &out)
            } else {
                write(field, to: &out, isPresent: false)
            }
        }
        return out.bytes
    }

    private mutating func chooseAlternatives(of message: Contract.Message) -> [Int: Int] {
        var chosen: [Int: Int] = [:]
        for oneof in Set(message.fields.compactMap(\.oneof)).sorted() where generator.chance(percent: 80) {
            chosen[oneof] = message.fields.filter { $0.oneof == oneof }.randomElement(using: &generator)?.number
        }
        return chosen
    }

    /// `isPresent`: alternatives of a oneof travel even with their default.
    private mutating func write(_ field: Contract.Field, to out: inout WireWriter, isPresent: Bool) {
        if generator.chance(percent: 25) && !isPresent { return }
        switch field.type {
        case 9, 12, 11:
            let content = content(of: field)
            if field.isSecret && isRedacted { return }
            if content.isEmpty && field.type != 11 && !isPresent { return }
            out.tag(field.number, 2)
            out.lengthPrefixed(content)
        default:
            let value = number(of: field)
            if value == 0 && !isPresent { return }
            out.tag(field.number, wireType(of: field))
            writeNumber(value, field, to: &out)
        }
    }

    private mutating func writeRepeated(_ field: Contract.Field, to out: inout WireWriter) {
        let count = generator.next(in: 0...3)
        guard count > 0 else { return }
        switch field.type {
        case 9, 12, 11:
            for _ in 0..<count {
                let content = content(of: field)
                if field.isSecret && isRedacted { continue }
                out.tag(field.number, 2)
                out.lengthPrefixed(content)
            }
        default:
            var packed = WireWriter()
            for _ in 0..<count { writeNumber(number(of: field), field, to: &packed) }
            out.tag(field.number, 2)
            out.lengthPrefixed(packed.bytes)
        }
    }

    private mutating func content(of field: Contract.Field) -> [UInt8] {
        switch field.type {
        case 11: return encode(field.typeName)
        case 12:
            let bytes = generator.bytes(generator.next(in: 0...20))
            return field.isSecret ? Array(Self.secretMark.utf8) + bytes : bytes
        default:
            let alphabet = ["a", "Z", "0", "-", " ", "\"", "\\", "\n", "\u{1}", "é", "漢", "🎧", "\u{10ffff}"]
            let text = (0..<generator.next(in: 0...20)).map { _ in alphabet.randomElement(using: &generator) ?? "" }
            return Array(((field.isSecret ? Self.secretMark : "") + text.joined()).utf8)
        }
    }

    /// 64 bits as a varint would carry them, so negative 32-bit numbers are sign-extended.
    private mutating func number(of field: Contract.Field) -> UInt64 {
        let raw = generator.next() >> UInt64(generator.next(in: 0...63))
        switch field.type {
        case 8: return raw & 1
        case 13, 7: return UInt64(UInt32(truncatingIfNeeded: raw))
        case 5, 17, 15: return UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: raw)))
        case 14:
            // Also numbers that no build knows yet.
            let known = Contract.current.enums[field.typeName]?.randomElement(using: &generator)?.number ?? 0
            let value = generator.chance(percent: 80) ? known : Int32(truncatingIfNeeded: raw)
            return UInt64(bitPattern: Int64(value))
        default: return raw
        }
    }

    private func wireType(of field: Contract.Field) -> Int {
        switch field.type {
        case 1, 6, 16: 1
        case 2, 7, 15: 5
        default: 0
        }
    }

    private func writeNumber(_ value: UInt64, _ field: Contract.Field, to out: inout WireWriter) {
        switch wireType(of: field) {
        case 1: out.fixed(value, bytes: 8)
        case 5: out.fixed(value, bytes: 4)
        default: out.varint(value)
        }
    }
}
