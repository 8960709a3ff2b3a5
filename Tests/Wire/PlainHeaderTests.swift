import TestSupport
import Testing

@testable import Wire

/// protobuf-c is the oracle: the short way must give what the long way gives, or step aside.
@Suite("Plain headers")
struct PlainHeaderTests {
    @Test("a random header is written as protobuf-c writes it")
    func writing() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomHeader(seed: seed)
            let (plain, path, key) = random.next()
            var bytes = [UInt8](repeating: 0xAA, count: plain.size(path, shardKey: key))
            var span = bytes.mutableSpan
            plain.write(path, shardKey: key, to: &span)
            #expect(try bytes == plain.whole(path, key).encoded(), "seed \(seed)")
        }
    }

    @Test("a random header is read as protobuf-c reads it")
    func reading() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomHeader(seed: seed)
            let (plain, path, key) = random.next()
            let bytes = try plain.whole(path, key).encoded()
            let short = try #require(read(bytes), "seed \(seed)")
            #expect(Array(bytes[short.method]) == path && Array(bytes[short.shardKey]) == Array(key.utf8))
            #expect(try short.whole(path, key) == Proto.Header(decoding: bytes), "seed \(seed)")
        }
    }

    @Test("mutated headers are read as protobuf-c reads them, or left to it")
    func mutations() throws {
        var plainOnes = 0
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomHeader(seed: seed)
            let (plain, path, key) = random.next()
            let bytes = try plain.whole(path, key).encoded()
            for _ in 0..<100 {
                let mutated = random.mutate(bytes)
                guard let short = read(mutated) else { continue }
                plainOnes += 1
                let whole = short.whole(
                    Array(mutated[short.method]), String(decoding: mutated[short.shardKey], as: UTF8.self))
                #expect(try Proto.Header(decoding: mutated) == whole, "seed \(seed), \(mutated)")
            }
        }
        // Else the test says nothing.
        #expect(plainOnes > 1_000)
    }

    @Test("what a plain header cannot say is left to protobuf-c")
    func leftToTheLongWay() throws {
        let plain = Proto.Header(version: 1, kind: .response, requestId: 7, status: Proto.Status())
        #expect(try read(plain.encoded()) != nil)
        var header = plain
        header.version = 2
        #expect(try read(header.encoded()) == nil)
        header = plain
        header.status = Proto.Status(code: .internal)
        #expect(try read(header.encoded()) == nil)
        header = plain
        header.identity = Proto.ClientIdentity(userId: "u")
        #expect(try read(header.encoded()) == nil)
        header = plain
        header.hello = Proto.Hello()
        #expect(try read(header.encoded()) == nil)
        header = plain
        header.metadata = [Proto.Metadata(key: "k", value: [1])]
        #expect(try read(header.encoded()) == nil)
        header = plain
        header.shardKey = "Zürich"
        #expect(try read(header.encoded()) == nil)
        header = plain
        header.traceId = [1, 2, 3]
        #expect(try read(header.encoded()) == nil)
        // An unknown field, and one that is cut off.
        #expect(try read(plain.encoded() + [0xA0, 0x06, 0x01]) == nil)
        #expect(try read(plain.encoded() + [0x22, 0x05, 0x41]) == nil)
        #expect(!PlainHeader.canWrite(shardKey: "a\0b") && PlainHeader.canWrite(shardKey: ""))
    }
}

@Suite("Method tables")
struct MethodTableTests {
    @Test("every method of the contract is found by its path, nothing else is")
    func everyMethod() {
        let methods = Proto.allMethods
        let table = MethodTable(methods.enumerated().map { (method: $0.element, value: $0.offset) })
        for (index, method) in methods.enumerated() {
            #expect(find(method.pathBytes, in: table) == index)
            #expect(find(method.pathBytes + [0x41], in: table) == nil)
            #expect(find(Array(method.pathBytes.dropLast()), in: table) == nil)
        }
        #expect(find([], in: table) == nil)
        #expect(find([1, 2, 3], in: MethodTable<Int>([])) == nil)
    }
}

// Spans do not go through the macros.
private func read(_ bytes: [UInt8]) -> PlainHeader? { PlainHeader(bytes.span) }
private func find(_ path: [UInt8], in table: MethodTable<Int>) -> Int? { table.find(path.span) }

extension PlainHeader {
    /// The same in the contract's own type.
    fileprivate func whole(_ path: [UInt8], _ shardKey: String) -> Proto.Header {
        Proto.Header(
            version: 1, kind: kind, requestId: requestID, method: String(decoding: path, as: UTF8.self),
            remainingMs: remainingMs, attempt: attempt, traceId: trace?.bytes ?? [], spanId: span?.bytes ?? [],
            shardKey: shardKey, status: isOK ? Proto.Status() : nil, credit: credit, sequence: sequence)
    }
}

/// Headers with every field sometimes there, sometimes not, and numbers of every length.
private struct RandomHeader {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> (PlainHeader, path: [UInt8], shardKey: String) {
        var header = PlainHeader(
            kind: Proto.Kind(rawValue: Int32.random(in: 0...12, using: &generator)), requestID: word())
        header.remainingMs = number()
        header.attempt = number()
        header.credit = number()
        header.sequence = number()
        header.trace = generator.chance(percent: 70) ? TraceID(word(), word()) : nil
        header.span = generator.chance(percent: 70) ? SpanID(word()) : nil
        header.isOK = generator.chance(percent: 50)
        return (header, text(longest: 200), String(decoding: text(longest: 40), as: UTF8.self))
    }

    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.insert(UInt8.random(in: 0...0x62, using: &generator), at: at)
            default: if bytes.count > 1 { bytes.remove(at: at) }
            }
        }
        return bytes
    }

    private mutating func word() -> UInt64 {
        generator.chance(percent: 20) ? 0 : UInt64.random(in: 0...UInt64.max, using: &generator)
    }

    private mutating func number() -> UInt32 {
        guard generator.chance(percent: 70) else { return 0 }
        return UInt32.random(in: 0...UInt32(Int32.max), using: &generator)
            >> UInt32.random(in: 0...30, using: &generator)
    }

    private mutating func text(longest: Int) -> [UInt8] {
        guard generator.chance(percent: 70) else { return [] }
        return (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
            UInt8.random(in: 0x20...0x7E, using: &generator)
        }
    }
}
