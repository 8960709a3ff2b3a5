import Bus
import CommandLineKit
import Foundation
import InspectorCore
import Schema
import Wire
import Zlib

/// Reads a recording as if it happened now, as fast as it can be read.
struct RecordedWatch {
    private let path: String
    private let shelf: SchemaShelf
    /// What a tap would have been asked for.
    private let filter: TapFilter
    /// Of the recording's own time, from its first event.
    private let length: Duration?

    init(_ path: String, _ shelf: SchemaShelf, _ filter: TapFilter = .everything, length: Duration? = nil) {
        self.path = path
        self.shelf = shelf
        self.filter = filter
        self.length = length
    }

    func run(_ take: (WatchItem) async throws -> Bool) async throws -> WatchEnd {
        var payloads = PayloadReading(await shelf.fixedSchemas)
        var hasContents = true
        var end: Moment?
        var isOver = false
        let result = try await RecordedWatch.elements(of: path) { element in
            switch element {
            case .schema(let schema):
                if let pool = try? SchemaPool(decoding: schema.descriptorSet) { payloads.add(pool) }
            case .clocks(let readings):
                for reading in readings where try await !take(.clock(reading)) { return false }
            case .records(let records):
                for var record in records {
                    end = end ?? length.map { record.arrivedAt + $0 }
                    if let end, record.arrivedAt > end {
                        isOver = true
                        return false
                    }
                    guard filter.matches(record.event) else {
                        guard try await take(.aside(record)) else { return false }
                        continue
                    }
                    record.body = hasContents ? payloads.body(of: record.event) : nil
                    guard try await take(.record(record)), try await take(.tick(record.arrivedAt)) else { return false }
                }
            case .header(let header): hasContents = header.level != "metadata" && filter.level == .contents
            case .index, .end: break
            }
            return true
        }
        return isOver ? .over : result
    }

    /// Every element of a recording, in order. Says so if the file breaks off or is damaged.
    static func elements(
        of path: String, _ take: (RecordingReader.Element) async throws -> Bool
    ) async throws -> WatchEnd {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw VerbFailure("cannot read \(path)", code: .usage)
        }
        defer { try? handle.close() }
        var reader = RecordingReader { packed, count in
            guard let plain = try? zlibDecompressed(packed, limit: count), plain.count == count else { return nil }
            return plain
        }
        var isAnything = false
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            for element in reader.take(piece) {
                isAnything = true
                if try await !take(element) { return .satisfied }
            }
            if reader.failure != nil { break }
        }
        if let failure = reader.failure {
            guard isAnything else { throw VerbFailure("\(path) is no recording: \(failure)", code: .usage) }
            Terminal.writeError("zmqinspect: \(path): \(failure); what came before was read")
        } else if !reader.hasEnded {
            Terminal.writeError("zmqinspect: \(path) breaks off: its writer did not finish")
        }
        return .over
    }
}

extension TapFilter {
    /// A recording as it is.
    static var everything: TapFilter {
        var filter = TapFilter()
        filter.level = .contents
        return filter
    }
}
