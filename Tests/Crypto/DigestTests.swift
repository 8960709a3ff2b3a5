import Crypto
import TestSupport
import Testing

@Suite("Digests and comparison")
struct DigestTests {
    @Test("the library is the version these tests were written against")
    func version() { #expect(cryptoLibraryVersion.hasPrefix("OpenSSL 3.")) }

    @Test(
        "SHA-256 agrees with the standard's examples (FIPS 180-4)",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func digests(text: String, expected: String) { #expect(hex(sha256(Array(text.utf8))) == expected) }

    @Test("HMAC-SHA256 agrees with RFC 4231")
    func authenticates() {
        let cases: [(key: [UInt8], data: [UInt8], expected: String)] = [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ]
        for entry in cases { #expect(hex(hmacSHA256(key: entry.key, entry.data)) == entry.expected) }
        // An empty key must not mean the key of the call before.
        #expect(hmacSHA256(key: [], [1]) == hmacSHA256(key: [], [1]))
        #expect(hmacSHA256(key: [1], [1]) != hmacSHA256(key: [], [1]))
    }

    @Test("equality needs the same length and the same bytes")
    func compares() {
        #expect(isEqualInConstantTime([], []))
        #expect(isEqualInConstantTime([1, 2, 3], [1, 2, 3]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2, 4]))
        #expect(!isEqualInConstantTime([1, 2, 3], [0, 2, 3]))
        #expect(!isEqualInConstantTime([1, 2], [1, 2, 3]))
    }

    @Test("random bytes have the asked length and do not repeat")
    func randomness() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(SecureRandom.bytes(30).count == 30)
        #expect(Set((0..<1_000).map { _ in SecureRandom.integer() }).count == 1_000)
        var generator = SecureRandomGenerator()
        #expect(generator.next() != generator.next())
    }

    @Test("a UUID has the form, version and variant of a random one")
    func uuids() {
        for _ in 0..<100 {
            let uuid = Array(SecureRandom.uuid())
            #expect(uuid.count == 36)
            for position in [8, 13, 18, 23] { #expect(uuid[position] == "-") }
            #expect(uuid[14] == "4")
            #expect("89ab".contains(uuid[19]))
            #expect(uuid.allSatisfy { $0 == "-" || $0.isHexDigit && !$0.isUppercase })
        }
        #expect(Set((0..<1_000).map { _ in SecureRandom.uuid() }).count == 1_000)
    }
}
