/// The form of a recording: what both its writer and its reader must agree on.
///
/// A file is a magic number and then chunks, each with a kind, a length and a checksum of its contents, so that whatever was
/// completely written can be read, however the writing ended. docs/inspector-recording.md describes every byte.
package enum Recording {
    /// First bytes of every file; the last one is the version.
    package static let magic: [UInt8] = Array("PLTAPREC".utf8) + [0, version]
    package static let version: UInt8 = 1

    /// Longest chunk, packed or not. A longer one is damage.
    package static let longestChunk = 16 << 20
    /// A block is closed when it has grown to this.
    package static let blockBytes = 256 << 10
    /// Longest single record. An event is at most a message of the bus.
    package static let longestRecord = 2 << 20
    /// Calls and traces that the index knows.
    package static let indexedKeys = 100_000

    enum Chunk: UInt8 {
        case header = 1
        case schema = 2
        case clocks = 3
        case block = 4
        case packedBlock = 5
        case index = 6
        /// Nothing follows. Holds the place of the index, so that a reader can begin at the end.
        case end = 7
    }

    /// Bytes before a chunk's contents: kind, length, checksum.
    static let chunkHead = 9

    /// What was recorded, when, and how completely.
    package struct Header: Sendable, Hashable {
        package var createdAt: Moment
        /// `zmqinspect 1.0`
        package var tool: String
        /// Endpoints that were listened to.
        package var targets: [String]
        /// 1 in this many calls.
        package var sampling: UInt32
        /// `metadata` or `contents`.
        package var level: String

        package init(
            createdAt: Moment, tool: String = "", targets: [String] = [], sampling: UInt32 = 1, level: String = ""
        ) {
            self.createdAt = createdAt
            self.tool = tool
            self.targets = targets
            self.sampling = sampling
            self.level = level
        }
    }

    /// The contract that payloads are read by.
    package struct Schema: Sendable, Hashable {
        package var hash: UInt64
        /// google.protobuf.FileDescriptorSet
        package var descriptorSet: [UInt8]

        package init(hash: UInt64, descriptorSet: [UInt8]) {
            self.hash = hash
            self.descriptorSet = descriptorSet
        }
    }

    /// What one block holds, so that a reader can go past it.
    package struct BlockSummary: Sendable, Hashable {
        /// Of the chunk, from the start of the file.
        package var offset: UInt64
        package var count: UInt32
        package var first: Moment
        package var last: Moment
    }

    /// Which blocks to read for a time or a call.
    package struct Index: Sendable, Hashable {
        package internal(set) var blocks: [BlockSummary] = []
        /// Numbers of blocks, by shard key and by trace in hexadecimal.
        package internal(set) var places: [String: [UInt32]] = [:]
        /// There were more calls than it has room for: what it does not know may still be there.
        package internal(set) var isPartial = false

        /// Blocks with records of this time, or overlapping it.
        package func blocks(from start: Moment, to end: Moment) -> [BlockSummary] {
            blocks.filter { $0.last >= start && $0.first <= end }
        }

        /// Blocks that hold a call's or a trace's records; `nil` if the index cannot tell.
        package func blocks(of key: String) -> [BlockSummary]? {
            guard let numbers = places[key] else { return isPartial ? nil : [] }
            return numbers.compactMap { Int($0) < blocks.count ? blocks[Int($0)] : nil }
        }
    }
}

/// Why bytes are no recording, or no longer one.
package enum RecordingError: Error, Sendable, Hashable {
    case notARecording
    case otherVersion(UInt8)
    /// The chunk at this place is not what was written.
    case damaged(offset: UInt64)
    /// A block is packed, and nothing was given to unpack it with.
    case packed(offset: UInt64)
}

/// CRC-32 as in zlib and PNG (polynomial 0xEDB88320).
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xff)] }
    }
}
