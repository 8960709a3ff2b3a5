import CallModel
import Wire

/// Turns records into the bytes of a file. Every method returns what is to be appended to it; `finish` comes last.
package struct RecordingWriter {
    /// Packs a block (zlib). `nil` leaves it as it is: what is packed and has not become shorter is written plain too.
    package typealias Packing = ([UInt8]) -> [UInt8]?

    private let pack: Packing?
    private var offset: UInt64 = 0
    private var block = ByteWriter()
    private var summary: Recording.BlockSummary?
    private var keys: Set<String> = []
    private var index = Recording.Index()
    package private(set) var recordCount: UInt64 = 0

    package init(pack: Packing? = nil) { self.pack = pack }

    /// The first bytes.
    package mutating func begin(_ header: Recording.Header) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(header.createdAt.microseconds)
        writer.write(header.tool)
        writer.write(header.sampling)
        writer.write(header.level)
        writer.write(UInt32(clamping: header.targets.count))
        for target in header.targets { writer.write(target) }
        offset = UInt64(Recording.magic.count)
        return Recording.magic + chunk(.header, writer.bytes)
    }

    /// A contract; before the records whose payloads need it. Several may follow each other.
    package mutating func add(_ schema: Recording.Schema) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(schema.hash)
        writer.write(schema.descriptorSet)
        return chunk(.schema, writer.bytes)
    }

    /// How the clocks stand. Whenever they were measured.
    package mutating func add(_ readings: [ClockReading]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(clamping: readings.count))
        for reading in readings {
            writer.write(reading.process.service)
            writer.write(reading.process.instance)
            writer.write(reading.process.epoch)
            writer.write(reading.offset.wholeMicroseconds)
            writer.write(reading.roundTrip.wholeMicroseconds)
            writer.write(reading.takenAt.microseconds)
        }
        return chunk(.clocks, writer.bytes)
    }

    /// A record. Mostly returns nothing, and now and then a whole block. An event that is too long for the bus is left out.
    package mutating func add(_ record: TapRecord) -> [UInt8] {
        guard let event = try? record.event.encoded(),
            event.count + record.target.utf8.count + 16 <= Recording.longestRecord
        else { return [] }
        var writer = ByteWriter()
        writer.write(record.arrivedAt.microseconds)
        writer.write(record.target)
        writer.write(event)
        block.write(writer.bytes)
        recordCount += 1
        var current =
            summary ?? Recording.BlockSummary(offset: offset, count: 0, first: record.arrivedAt, last: record.arrivedAt)
        current.count += 1
        current.first = min(current.first, record.arrivedAt)
        current.last = max(current.last, record.arrivedAt)
        summary = current
        if !record.event.shardKey.isEmpty { keys.insert(record.event.shardKey) }
        if !record.event.traceId.isEmpty { keys.insert(Hexadecimal.encode(record.event.traceId)) }
        return block.bytes.count >= Recording.blockBytes ? flush() : []
    }

    /// Closes the current block, so that what was recorded survives whatever happens next.
    package mutating func flush() -> [UInt8] {
        guard var current = summary else { return [] }
        current.offset = offset
        note(current)
        let plain = block.bytes
        (block, summary) = (ByteWriter(), nil)
        if let packed = pack?(plain), packed.count + 4 < plain.count {
            var writer = ByteWriter()
            writer.write(UInt32(plain.count))
            return chunk(.packedBlock, writer.bytes + packed)
        }
        return chunk(.block, plain)
    }

    /// The last bytes: what is open, the index, the end.
    package mutating func finish() -> [UInt8] {
        let rest = flush()
        let place = offset
        var writer = ByteWriter()
        writer.write(UInt32(clamping: index.blocks.count))
        for block in index.blocks {
            writer.write(block.offset)
            writer.write(block.count)
            writer.write(block.first.microseconds)
            writer.write(block.last.microseconds)
        }
        writer.write(index.isPartial ? UInt8(1) : 0)
        writer.write(UInt32(clamping: index.places.count))
        for (key, blocks) in index.places.sorted(by: { $0.key < $1.key }) {
            writer.write(key)
            writer.write(UInt32(clamping: blocks.count))
            for block in blocks { writer.write(block) }
        }
        // An index that outgrew a chunk is left out: the file is complete without it.
        let known = writer.bytes.count <= Recording.longestChunk ? chunk(.index, writer.bytes) : []
        var end = ByteWriter()
        end.write(known.isEmpty ? UInt64(0) : place)
        return rest + known + chunk(.end, end.bytes)
    }

    private mutating func note(_ block: Recording.BlockSummary) {
        let number = UInt32(clamping: index.blocks.count)
        index.blocks.append(block)
        for key in keys {
            if index.places[key] == nil, index.places.count >= Recording.indexedKeys {
                index.isPartial = true
                continue
            }
            index.places[key, default: []].append(number)
        }
        keys = []
    }

    private mutating func chunk(_ kind: Recording.Chunk, _ contents: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(kind.rawValue)
        writer.write(UInt32(clamping: contents.count))
        writer.write(Checksum.of(contents))
        offset += UInt64(writer.bytes.count + contents.count)
        return writer.bytes + contents
    }
}
