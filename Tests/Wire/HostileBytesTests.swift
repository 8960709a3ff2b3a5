import WireTestSupport
import TestSupport
import Testing

@testable import Wire

@Suite("Bytes from strangers")
struct HostileBytesTests {
    @Test("mutated messages are refused or stay the same through another round")
    func mutations() throws {
        for type in Proto.allMessages {
            for seed in 0..<4 as Range<UInt64> {
                var mutator = Mutator(seed: seed, type.fullName)
                for _ in 0..<25 { try check(type, mutator.next(), seed) }
            }
        }
    }

    private func check<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8], _ seed: UInt64) throws {
        guard let message = try? Message(decoding: bytes) else { return }
        let again = try message.encoded()
        let copy = try Message(decoding: again)
        #expect(copy == message)
        #expect(try copy.encoded() == again, "\(Message.fullName), seed \(seed), \(bytes)")
    }

    @Test("every truncation of a header is refused or read, never a trap")
    func truncations() throws {
        var random = RandomMessage(seed: 3)
        let bytes = random.encode("partyline.v1.Header")
        for count in bytes.indices { _ = try? Proto.Header(decoding: Array(bytes[..<count])) }
        #expect(throws: WireError.malformed) { try Proto.Header(decoding: bytes + [0x08]) }
    }

    @Test("a message over the size limit is refused on both sides, one at the limit is not")
    func sizeLimit() throws {
        let limit = WireLimits.messageBytes
        // 1 byte of tag and 3 of length go in front of the payload.
        let largest = Proto.Frame(payload: [UInt8](repeating: 7, count: limit - 4))
        let bytes = try largest.encoded()
        #expect(bytes.count == limit)
        #expect(try Proto.Frame(decoding: bytes) == largest)
        let tooLarge = Proto.Frame(payload: [UInt8](repeating: 7, count: limit - 3))
        #expect(throws: WireError.tooLarge(limit: limit)) { try tooLarge.encoded() }
        #expect(throws: WireError.tooLarge(limit: limit)) { try Proto.Frame(decoding: bytes + [0]) }
    }

    @Test("ten thousand nested lengths cost no more than their bytes")
    func deepNesting() throws {
        var nested: [UInt8] = []
        for _ in 0..<10_000 {
            var out = WireWriter()
            out.tag(10, 2)
            out.lengthPrefixed(nested)
            nested = out.bytes
        }
        // Header.status holds messages no deeper than the contract says, so the rest is an unknown field.
        #expect(try Proto.Header(decoding: nested) == Proto.Header(status: Proto.Status()))
    }

    @Test(
        "a megabyte of empty submessages, unknown fields or empty strings ends at the memory budget",
        arguments: [[0x0a, 0x00], [0xf8, 0x7f, 0x00]] as [[UInt8]])
    func amplification(unit: [UInt8]) {
        let bytes = Array(repeatElement(unit, count: WireLimits.messageBytes / unit.count).joined())
        #expect(throws: WireError.outOfMemoryBudget(limit: 4 << 20)) { try Proto.DeliverRequest(decoding: bytes) }
        #expect(throws: WireError.outOfMemoryBudget(limit: 4 << 20)) { try Proto.LookupUsersRequest(decoding: bytes) }
    }

    @Test("a string that is not UTF-8 is refused with the field's name")
    func invalidUTF8() {
        for text: [UInt8] in [
            [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x61, 0xe2, 0x82],
        ] {
            var out = WireWriter()
            out.tag(1, 2)
            out.lengthPrefixed(text)
            #expect(throws: WireError.invalidUTF8(field: "UserProfile.user_id")) {
                try Proto.UserProfile(decoding: out.bytes)
            }
        }
    }

    @Test("a NUL inside a string is refused in both directions: alice must not become al")
    func embeddedNUL() throws {
        #expect(throws: WireError.embeddedNUL(field: "UserProfile.user_id")) {
            try Proto.UserProfile(userId: "al\0ice").encoded()
        }
        #expect(throws: WireError.embeddedNUL(field: "CallRequest.participant_ids")) {
            try Proto.CallRequest(participantIds: ["bob", "\0"]).encoded()
        }
        let bytes: [UInt8] = [0x0a, 6] + Array("al\0ice".utf8)
        #expect(throws: WireError.embeddedNUL(field: "UserProfile.user_id")) {
            try Proto.UserProfile(decoding: bytes)
        }
        // In bytes fields it is a byte like any other.
        let metadata = Proto.Metadata(value: [0, 1, 0])
        #expect(try Proto.Metadata(decoding: metadata.encoded()) == metadata)
    }

    @Test("a known field with another wire type is refused")
    func wrongWireType() {
        #expect(throws: WireError.malformed) { try Proto.UserProfile(decoding: [0x08, 1]) }
        #expect(throws: WireError.malformed) { try Proto.Header(decoding: [0x0a, 1, 0]) }
    }

    @Test("messages decode side by side on many threads")
    func threads() async throws {
        try await withThrowingTaskGroup { group in
            for seed in 0..<8 as Range<UInt64> {
                group.addTask {
                    for _ in 0..<200 {
                        var random = RandomMessage(seed: seed)
                        let bytes = random.encode("partyline.v1.Header")
                        let again = try Proto.Header(decoding: bytes).encoded()
                        #expect(again == bytes)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Valid messages, damaged: flipped bits, cut ends, appended bytes, and parts of other messages spliced in.
private struct Mutator {
    private var random: RandomMessage
    private let name: String

    init(seed: UInt64, _ name: String) {
        random = RandomMessage(seed: seed)
        self.name = name
    }

    mutating func next() -> [UInt8] {
        var bytes = random.encode(name)
        for _ in 0..<random.generator.next(in: 1...4) { mutate(&bytes) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let position = random.generator.next(in: 0...max(0, bytes.count - 1))
        switch random.generator.next(in: 0...4) {
        case 0 where !bytes.isEmpty: bytes[position] ^= 1 << UInt8(random.generator.next(in: 0...7))
        case 1: bytes = Array(bytes.prefix(position))
        case 2: bytes += random.generator.bytes(random.generator.next(in: 1...8))
        case 3 where !bytes.isEmpty: bytes[position] = [0, 0x7f, 0x80, 0xff][random.generator.next(in: 0...3)]
        default:
            let other = Contract.current.messages.keys.sorted().randomElement(using: &random.generator) ?? name
            bytes.insert(contentsOf: random.encode(other), at: min(position, bytes.count))
        }
    }
}
