import Crypto
import TestSupport
import Testing

@Suite("Base64 and hexadecimal")
struct TextEncodingTests {
    @Test("base64 agrees with RFC 4648")
    func encodes() {
        let pairs = [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
        for (plain, text) in pairs {
            #expect(base64(Array(plain.utf8)) == text)
            #expect(base64Decoded(text) == Array(plain.utf8))
        }
        #expect(base64([0xFB, 0xFF, 0xBF]) == "+/+/")
    }

    @Test("any bytes come back from either form", arguments: 0..<4)
    func roundTrips(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for length in 0..<300 {
            let bytes = random.bytes(length)
            #expect(base64Decoded(base64(bytes)) == bytes, "seed \(seed)")
            #expect(hexDecoded(hex(bytes)) == bytes, "seed \(seed)")
            #expect(hexDecoded(hex(bytes).uppercased()) == bytes, "seed \(seed)")
        }
    }

    @Test("text has no line ends, however long")
    func staysOnOneLine() { #expect(!base64([UInt8](repeating: 1, count: 1_000)).contains("\n")) }

    @Test(
        "what is no base64 is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zm9v\n", " Zm9v", "Zm9vZg==Zm9v", "Z===", "====", "Zm-v", "Zm_v", "Zh==", "Zm9=", "Zm9é",
        ])
    func refusesBase64(text: String) { #expect(base64Decoded(text) == nil) }

    @Test("what is no hexadecimal is refused", arguments: ["0", "0g", "zz", "0x", " 0", "é"])
    func refusesHex(text: String) { #expect(hexDecoded(text) == nil) }
}
