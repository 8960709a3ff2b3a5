import TestSupport
import Testing
import Zlib

@Suite("zlib streams")
struct ZlibTests {
    @Test("the library is the version these tests were written against")
    func version() { #expect(zlibLibraryVersion.hasPrefix("1.")) }

    @Test("bytes come back, whatever their length", arguments: [0, 1, 2, 100, 65_535, 65_536, 65_537, 200_000])
    func roundTrips(length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        for bytes in [random.bytes(length), [UInt8](repeating: 7, count: length)] {
            let packed = try zlibCompressed(bytes)
            #expect(packed.first == 0x78)
            #expect(try zlibDecompressed(packed, limit: length) == bytes)
        }
    }

    @Test("exactly the limit is taken, one byte more is not", arguments: [1, 1_000, 65_536, 65_537, 131_073])
    func holdsTheLimit(length: Int) throws {
        let packed = try zlibCompressed([UInt8](repeating: 1, count: length))
        #expect(try zlibDecompressed(packed, limit: length).count == length)
        #expect(throws: ZlibError.tooLarge(limit: length - 1)) { try zlibDecompressed(packed, limit: length - 1) }
    }

    @Test("a bomb is refused at the limit")
    func refusesABomb() throws {
        let bomb = try zlibCompressed([UInt8](repeating: 0, count: 50_000_000))
        #expect(bomb.count < 60_000)
        #expect(throws: ZlibError.tooLarge(limit: 8_192)) { try zlibDecompressed(bomb, limit: 8_192) }
    }

    @Test("every shorter stream is called truncated")
    func namesTruncation() throws {
        let packed = try zlibCompressed(Array("a calling backend that a team runs itself".utf8))
        for length in 0..<packed.count {
            #expect(throws: ZlibError.truncated) { try zlibDecompressed(Array(packed.prefix(length)), limit: 100) }
        }
    }

    @Test("bytes behind the end, a wrong checksum, a wrong header and a dictionary are refused")
    func refusesDamage() throws {
        let packed = try zlibCompressed(Array("party".utf8))
        #expect(throws: ZlibError.trailingBytes) { try zlibDecompressed(packed + [0], limit: 100) }
        var wrongSum = packed
        wrongSum[wrongSum.count - 1] ^= 1
        #expect(throws: ZlibError.malformed) { try zlibDecompressed(wrongSum, limit: 100) }
        #expect(throws: ZlibError.malformed) { try zlibDecompressed(Array("no stream".utf8), limit: 100) }
        #expect(throws: ZlibError.malformed) { try zlibDecompressed([0x78, 0xBB, 0, 0, 0, 1, 1], limit: 100) }
    }

    @Test("any bytes end in output within the limit or a refusal", arguments: 0..<8)
    func survivesMutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let packed = try zlibCompressed(random.bytes(50) + [UInt8](repeating: 3, count: 500))
        for _ in 0..<2_000 {
            var damaged = packed
            for _ in 0..<random.next(in: 1...4) {
                damaged[random.next(in: 0...(damaged.count - 1))] = random.bytes(1)[0]
            }
            do {
                #expect(try zlibDecompressed(damaged, limit: 600).count <= 600, "seed \(seed)")
            } catch {}  // only a ZlibError can come
        }
    }
}
