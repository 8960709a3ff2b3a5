import Wire

/// Reads a recording piece by piece. Whatever is complete comes out; a file that breaks off, or is damaged in its middle,
/// gives everything before that place. Bytes may come from anywhere: nothing in them is trusted.
package struct RecordingReader {
    /// One thing that a recording holds.
    package enum Element: Sendable, Hashable {
        case header(Recording.Header)
        case schema(Recording.Schema)
        case clocks([ClockReading])
        case records([TapRecord])
        case index(Recording.Index)
        /// The writer finished; the place of the index, 0 if there is none.
        case end(indexOffset: UInt64)
    }

    /// Unpacks a block; the count is how long it must become. `nil`: it is not what was packed.
    package typealias Unpacking = ([UInt8], Int) -> [UInt8]?

    private let unpack: Unpacking?
    private var pending: [UInt8] = []
    private var offset: UInt64 = 0
    private var isBegun = false
    package private(set) var hasEnded = false
    /// Records that could not be read, in blocks whose checksum is right.
    package private(set) var unreadableRecords = 0

    package init(unpack: Unpacking? = nil) { self.unpack = unpack }

    /// Begins in the middle of a file, at a chunk: what an index points to.
    package init(at offset: UInt64, unpack: Unpacking? = nil) {
        self.init(unpack: unpack)
        self.offset = offset
        isBegun = true
    }

    /// Bytes that are there but belong to a chunk that is not complete: at the end of a file, what was lost.
    package var leftover: Int { pending.count }

    /// Why nothing more can be read. What came before it has been returned.
    package private(set) var failure: RecordingError?

    /// Takes the next bytes and returns what they complete.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Element] {
        guard failure == nil, !hasEnded else { return [] }
        pending += bytes
        var elements: [Element] = []
        var position = 0
        do throws(RecordingError) {
            try begin(&position)
            while isBegun, !hasEnded, let (kind, contents) = try nextChunk(at: position) {
                if let element = try read(kind, contents, at: offset + UInt64(position)) { elements.append(element) }
                position = contents.endIndex
            }
        } catch { failure = error }
        pending.removeFirst(position)
        offset += UInt64(position)
        return elements
    }

    private mutating func begin(_ position: inout Int) throws(RecordingError) {
        guard !isBegun else { return }
        guard pending.count >= Recording.magic.count else {
            guard Recording.magic.starts(with: pending) else { throw .notARecording }
            return
        }
        guard pending.starts(with: Recording.magic.dropLast()) else { throw .notARecording }
        let version = pending[Recording.magic.count - 1]
        guard version == Recording.version else { throw .otherVersion(version) }
        position = Recording.magic.count
        isBegun = true
    }

    /// A complete chunk at this position of the pending bytes; `nil` while it is not complete.
    private func nextChunk(at position: Int) throws(RecordingError) -> (kind: UInt8, contents: ArraySlice<UInt8>)? {
        guard pending.count - position >= Recording.chunkHead else { return nil }
        var head = ByteReader(pending[position..<(position + Recording.chunkHead)])
        guard let kind = try? head.number(UInt8.self), let length = try? head.number(UInt32.self),
            let checksum = try? head.number(UInt32.self)
        else { return nil }
        let here = offset + UInt64(position)
        guard Int(length) <= Recording.longestChunk else { throw .damaged(offset: here) }
        let start = position + Recording.chunkHead
        guard pending.count - start >= Int(length) else { return nil }
        let contents = pending[start..<(start + Int(length))]
        guard Checksum.of(contents) == checksum else { throw .damaged(offset: here) }
        return (kind, contents)
    }

    /// Chunks of a kind this version does not know are passed over.
    private mutating func read(
        _ kind: UInt8, _ contents: ArraySlice<UInt8>, at place: UInt64
    ) throws(RecordingError) -> Element? {
        var reader = ByteReader(contents)
        do {
            switch Recording.Chunk(rawValue: kind) {
            case .header: return .header(try Self.header(&reader))
            case .schema:
                return .schema(
                    Recording.Schema(
                        hash: try reader.number(), descriptorSet: Array(try reader.blob(upTo: Recording.longestChunk))))
            case .clocks: return .clocks(try Self.clocks(&reader))
            case .block: return .records(try records(contents))
            case .packedBlock:
                guard let unpack else { throw RecordingError.packed(offset: place) }
                let length = Int(try reader.number(UInt32.self))
                guard length <= Recording.longestChunk, let plain = unpack(Array(contents.dropFirst(4)), length),
                    plain.count == length
                else { throw RecordingError.damaged(offset: place) }
                return .records(try records(plain[...]))
            case .index: return .index(try Self.index(&reader))
            case .end:
                hasEnded = true
                return .end(indexOffset: try reader.number())
            case nil: return nil
            }
        } catch let error as RecordingError {
            throw error
        } catch {
            throw .damaged(offset: place)
        }
    }

    // MARK: Contents

    private static func header(_ reader: inout ByteReader) throws(ByteReader.Exhausted) -> Recording.Header {
        var header = Recording.Header(createdAt: Moment(microseconds: try reader.number()))
        header.tool = try reader.text(upTo: 1_024)
        header.sampling = try reader.number()
        header.level = try reader.text(upTo: 1_024)
        for _ in 0..<(try reader.count(ofAtLeast: 4)) { header.targets.append(try reader.text(upTo: 1_024)) }
        return header
    }

    private static func clocks(_ reader: inout ByteReader) throws(ByteReader.Exhausted) -> [ClockReading] {
        var readings: [ClockReading] = []
        for _ in 0..<(try reader.count(ofAtLeast: 40)) {
            let process = ProcessKey(
                service: try reader.text(upTo: 1_024), instance: try reader.text(upTo: 1_024),
                epoch: try reader.number())
            let (offset, roundTrip): (Int64, Int64) = (try reader.number(), try reader.number())
            readings.append(
                ClockReading(
                    process: process, offset: .microseconds(offset), roundTrip: .microseconds(max(0, roundTrip)),
                    takenAt: Moment(microseconds: try reader.number())))
        }
        return readings
    }

    private mutating func records(_ block: ArraySlice<UInt8>) throws(ByteReader.Exhausted) -> [TapRecord] {
        var reader = ByteReader(block)
        var records: [TapRecord] = []
        while !reader.isAtEnd {
            var entry = ByteReader(try reader.blob(upTo: Recording.longestRecord))
            let arrived = Moment(microseconds: try entry.number())
            let target = try entry.text(upTo: 1_024)
            guard let event = try? Proto.TapEvent(decoding: Array(try entry.blob(upTo: Recording.longestRecord))) else {
                unreadableRecords += 1
                continue
            }
            records.append(TapRecord(event, from: target, arrivedAt: arrived))
        }
        return records
    }

    private static func index(_ reader: inout ByteReader) throws(ByteReader.Exhausted) -> Recording.Index {
        var index = Recording.Index()
        for _ in 0..<(try reader.count(ofAtLeast: 28)) {
            index.blocks.append(
                Recording.BlockSummary(
                    offset: try reader.number(), count: try reader.number(),
                    first: Moment(microseconds: try reader.number()), last: Moment(microseconds: try reader.number())))
        }
        index.isPartial = try reader.number(UInt8.self) != 0
        for _ in 0..<(try reader.count(ofAtLeast: 8)) {
            let key = try reader.text(upTo: 4_096)
            var blocks: [UInt32] = []
            for _ in 0..<(try reader.count(ofAtLeast: 4)) { blocks.append(try reader.number()) }
            index.places[key] = blocks
        }
        return index
    }

    /// How many bytes at the end of a complete file hold its end chunk; `indexOffset(inTail:)` reads them.
    package static let tailLength = Recording.chunkHead + 8

    /// Where a complete file's index is, told by its last `tailLength` bytes. `nil`: the file is not complete, or has none.
    package static func indexOffset(inTail tail: [UInt8]) -> UInt64? {
        var reader = RecordingReader(at: 0)
        guard tail.count == tailLength, case .end(let offset)? = reader.take(tail).first, offset > 0
        else { return nil }
        return offset
    }

    /// For fuzzing: any bytes at all must end in elements or in a failure.
    package static func readAnything(_ bytes: [UInt8]) {
        var reader = RecordingReader { $1 <= 1 << 16 ? Array(repeating: 0, count: $1) : $0 }
        _ = reader.take(bytes)
        // A right magic number in front, so that chunks are reached.
        var second = RecordingReader()
        _ = second.take(Recording.magic + bytes)
    }
}
