import InspectorCore
import TestSupport
import Testing
import Wire

@Suite("recordings")
struct RecordingTests {
    private let header = Recording.Header(
        createdAt: Moment(microseconds: 1_796_043_431_000_000), tool: "zmqinspect 1.0", targets: ["tcp://a:7201", "b"],
        sampling: 4, level: "contents")
    private let schema = Recording.Schema(hash: 0x9f00_0000_0000_0001, descriptorSet: [10, 0, 255])
    private let clocks = [
        ClockReading(
            process: ProcessKey(service: "push", instance: "push-1", epoch: .max), offset: .microseconds(-1_200),
            roundTrip: .microseconds(90), takenAt: Moment(microseconds: 7))
    ]

    private func records(_ count: Int) -> [TapRecord] {
        var scene = TapScene()
        while scene.records.count < count {
            scene.call("signaling", "push", "partyline.v1.Push/Ring", shardKey: "c\(scene.records.count / 50)")
        }
        return scene.records.prefix(count).map { record in
            var record = record
            record.body = nil
            return record
        }
    }

    private func file(_ records: [TapRecord], pack: RecordingWriter.Packing? = nil) -> [UInt8] {
        var writer = RecordingWriter(pack: pack)
        var bytes = writer.begin(header) + writer.add(schema) + writer.add(clocks)
        for record in records { bytes += writer.add(record) }
        return bytes + writer.finish()
    }

    private func taken(_ elements: [RecordingReader.Element]) -> [TapRecord] {
        elements.flatMap { element in if case .records(let records) = element { records } else { [] as [TapRecord] } }
    }

    @Test("everything that was written is read, in pieces of any size")
    func roundTrip() {
        let records = records(2_500)
        let bytes = file(records)
        for size in [1, 7, 4_096, bytes.count] {
            var reader = RecordingReader()
            var elements: [RecordingReader.Element] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                elements += reader.take(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(reader.hasEnded && reader.failure == nil && reader.leftover == 0)
            #expect(elements.contains(.header(header)) && elements.contains(.schema(schema)))
            #expect(elements.contains(.clocks(clocks)))
            #expect(taken(elements) == records)
        }
    }

    @Test("a file that breaks off gives every block that was complete")
    func truncation() {
        let records = records(4_000)
        let bytes = file(records)
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var reader = RecordingReader()
            let cut = generator.next(in: 0...(bytes.count - 1))
            let found = taken(reader.take(bytes[..<cut]))
            #expect(reader.failure == nil && !reader.hasEnded, "seed \(seed)")
            #expect(Array(records.prefix(found.count)) == found, "seed \(seed)")
        }
        var reader = RecordingReader()
        #expect(taken(reader.take(bytes.dropLast(2_000))).count > 2_000)
    }

    @Test("a damaged byte stops the reader there; what came before is kept")
    func damage() {
        let records = records(4_000)
        var bytes = file(records)
        let middle = bytes.count / 2
        bytes[middle] ^= 0x40
        var reader = RecordingReader()
        let found = taken(reader.take(bytes))
        guard case .damaged(let offset)? = reader.failure else {
            Issue.record("no damage was noticed")
            return
        }
        #expect(offset <= UInt64(middle) && !found.isEmpty && Array(records.prefix(found.count)) == found)
        #expect(reader.take([1, 2, 3]).isEmpty)
    }

    @Test("a foreign file and a later version are refused as such")
    func foreign() {
        var reader = RecordingReader()
        #expect(reader.take(Array("{\"schema\":1}".utf8)).isEmpty && reader.failure == .notARecording)
        reader = RecordingReader()
        #expect(reader.take(Recording.magic.dropLast() + [9]).isEmpty && reader.failure == .otherVersion(9))
        reader = RecordingReader()
        #expect(reader.take(Recording.magic.prefix(4)).isEmpty && reader.failure == nil)
    }

    @Test("packed blocks are unpacked by what is given for it; without it, or with another length, they are refused")
    func packed() {
        let records = records(200)
        // A packing that makes everything shorter by remembering it.
        var store: [[UInt8]] = []
        let bytes = file(records) { plain in
            store.append(plain)
            return [UInt8(store.count - 1)]
        }
        #expect(bytes.count < 4_000)
        var reader = RecordingReader { packed, _ in store[Int(packed[0])] }
        #expect(taken(reader.take(bytes)) == records && reader.hasEnded)
        reader = RecordingReader()
        _ = reader.take(bytes)
        #expect(reader.failure.map { if case .packed = $0 { true } else { false } } == true)
        reader = RecordingReader { _, _ in [1] }
        _ = reader.take(bytes)
        #expect(reader.failure.map { if case .damaged = $0 { true } else { false } } == true)
    }

    @Test("the index at the end leads to the blocks of a call, a trace and a time")
    func index() throws {
        let records = records(4_000)
        let bytes = file(records)
        let place = try #require(RecordingReader.indexOffset(inTail: bytes.suffix(RecordingReader.tailLength)))
        var reader = RecordingReader(at: place)
        guard case .index(let index)? = reader.take(bytes[Int(place)...]).first else {
            Issue.record("no index")
            return
        }
        #expect(index.blocks.reduce(0) { $0 + Int($1.count) } == 4_000 && index.blocks.count > 1)
        let call = try #require(index.blocks(of: "c3"))
        #expect(call.count == 1)
        var middle = RecordingReader(at: call[0].offset)
        let found = taken(middle.take(bytes[Int(call[0].offset)...]))
        #expect(found.contains { $0.event.shardKey == "c3" })
        #expect(index.blocks(of: "nobody") == [])
        let first = index.blocks(from: records[0].arrivedAt, to: records[0].arrivedAt)
        #expect(first.count == 1)
        #expect(RecordingReader.indexOffset(inTail: bytes.dropLast().suffix(RecordingReader.tailLength)) == nil)
    }

    @Test("a chunk of a kind that a later version adds is passed over")
    func unknownChunk() {
        let bytes = file(records(10))
        // Kind 200, no contents: their checksum is 0.
        let strange: [UInt8] = [200, 0, 0, 0, 0, 0, 0, 0, 0]
        var reader = RecordingReader()
        let elements = reader.take(
            bytes.prefix(Recording.magic.count) + strange + bytes.dropFirst(Recording.magic.count))
        #expect(taken(elements).count == 10 && reader.hasEnded)
    }

    @Test("a chunk as long as allowed is waited for, a longer one is damage")
    func longestChunk() {
        func head(_ length: Int) -> [UInt8] {
            Recording.magic + [4] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [0, 0, 0, 0]
        }
        var reader = RecordingReader()
        #expect(reader.take(head(Recording.longestChunk)).isEmpty && reader.failure == nil)
        reader = RecordingReader()
        #expect(reader.take(head(Recording.longestChunk + 1)).isEmpty)
        #expect(reader.failure == .damaged(offset: UInt64(Recording.magic.count)))
    }

    @Test("bytes from strangers end in elements or a failure, never in a trap")
    func hostile() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let good = file(records(60))
        for _ in 0..<400 {
            var bytes = good
            for _ in 0..<generator.next(in: 1...8) {
                bytes[generator.next(in: 0...(bytes.count - 1))] = UInt8(truncatingIfNeeded: generator.next())
            }
            RecordingReader.readAnything(bytes)
            RecordingReader.readAnything(generator.bytes(generator.next(in: 0...300)))
        }
    }

    @Test("counts and lengths inside a chunk with a right checksum are not trusted either")
    func lyingContents() {
        for kind in UInt8(1)...7 {
            for fill in [UInt8(0xff), 0x7f, 0x01] {
                let contents = [UInt8](repeating: fill, count: 64)
                // CRC-32 is checked, so it has to be right.
                var reader = RecordingReader { _, _ in nil }
                _ = reader.take(Recording.magic + RecordingTests.chunk(kind, contents))
                #expect(reader.failure != nil || reader.hasEnded || kind == 2 || kind == 1 || kind == 3 || kind == 6)
            }
        }
    }

    private static func chunk(_ kind: UInt8, _ contents: [UInt8]) -> [UInt8] {
        var crc = UInt32.max
        for byte in contents {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
        }
        let numbers = [UInt32(contents.count), ~crc]
        return [kind]
            + numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) } }
            + contents
    }
}
