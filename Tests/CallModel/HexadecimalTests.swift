import CallModel
import Testing

@Suite("Hexadecimal")
struct HexadecimalTests {
    @Test("every byte is two lower-case digits, and comes back from digits in either case")
    func roundTrip() {
        let all = (0...255).map { UInt8($0) }
        let text = Hexadecimal.encode(all)
        #expect(text.hasPrefix("000102030405060708090a0b0c0d0e0f10") && text.hasSuffix("fdfeff"))
        #expect(Hexadecimal.decode(text) == all)
        #expect(Hexadecimal.decode(text.uppercased()) == all)
        #expect(Hexadecimal.encode([]).isEmpty && Hexadecimal.decode("") == [])
    }

    @Test("a number is sixteen digits, with its zeros")
    func numbers() {
        #expect(Hexadecimal.encode(UInt64.zero) == "0000000000000000")
        #expect(Hexadecimal.encode(UInt64.max) == "ffffffffffffffff")
        #expect(Hexadecimal.encode(0x1a as UInt64) == "000000000000001a")
    }

    @Test(
        "what is no pairs of digits is refused",
        arguments: ["0", "abc", "0g", "g0", " 00", "00 ", "0x00", "-1", "½0", "/0", ":0", "@0", "`0", "\u{0}0"])
    func refusals(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }
}
