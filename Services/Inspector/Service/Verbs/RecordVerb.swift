import Bus
import CommandLineKit
import Foundation
import InspectorCore
import ServiceKit
import Wire
import Zlib

/// `zmqinspect record`: everything the taps say, into a file.
enum RecordVerb: InspectorVerb {
    static let name = "record"
    static let summary = "everything the taps say, into a file for later"
    static let synopsis = "FILE"
    static let explanation = """
        Writes events with payloads, the contracts they are read by, and the clocks of the processes, until Ctrl-C, --for or --count.
        What was written is readable whatever happens: the file is flushed every second. tap, grep, follow, stats and latency read
        it with --from; replay sends its requests again; diff compares two. Secrets are masked where they were sent,
        and nothing unmasks them.
        """
    static let ownOptions: [Option] = [.flag("compress", "pack blocks with zlib")]
    static let groups: [OptionGroup] = [.tap, .limits, .targets, .schema, .output]
    static let examples = [
        "zmqinspect record incident.tap --compress", "zmqinspect record calls.tap --method Signaling/ --for 1m",
    ]
    static let words = CompletedWords.files

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let path = arguments.rest.first, arguments.rest.count == 1 else {
            throw ArgumentFailure(message: "it takes one file")
        }
        let watch = try await TapWatch(arguments, about: .events, level: .contents)
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: path)
        else { throw VerbFailure("cannot write \(path)") }
        var recorder = Recorder(file, arguments.has("compress"), watch)
        try recorder.begin(watch)
        do {
            _ = try await watch.run { item in try await recorder.take(item, watch) }
        } catch {
            try recorder.finish()
            throw error
        }
        try recorder.finish()
        recorder.conclude(path, watch.console)
        return watch.exitCode(matched: Int(clamping: recorder.count), needsMatch: false, missed: recorder.missed)
    }
}

private struct Recorder {
    private let file: FileHandle
    private var writer: RecordingWriter
    private(set) var missed: MissedEvents
    private(set) var written: UInt64 = 0
    private var contracts: Set<UInt64> = []
    private var lastFlush = Moment.now

    init(_ file: FileHandle, _ isPacked: Bool, _ watch: TapWatch) {
        self.file = file
        writer = RecordingWriter(pack: isPacked ? { try? zlibCompressed($0) } : nil)
        missed = MissedEvents(sampling: UInt32(clamping: watch.filter.sampling))
    }

    var count: UInt64 { writer.recordCount }

    mutating func begin(_ watch: TapWatch) throws {
        try put(
            writer.begin(
                Recording.Header(
                    createdAt: .now, tool: "zmqinspect \(Version.current)", targets: watch.targets,
                    sampling: UInt32(clamping: watch.filter.sampling), level: JSONWord.of(watch.filter.level))))
    }

    /// False once there is enough.
    mutating func take(_ item: WatchItem, _ watch: TapWatch) async throws -> Bool {
        switch item {
        case .record(let record), .aside(let record):
            missed.take(record)
            try put(writer.add(record))
            return count < UInt64(watch.count) && watch.until?.matches(record) != true
        case .clock(let reading): try put(writer.add([reading]))
        case .listening:
            // Its contract was fetched before its tap was opened.
            for answer in await watch.contracts() where contracts.insert(answer.schemaHash).inserted {
                try put(
                    writer.add(
                        Recording.Schema(hash: answer.schemaHash, descriptorSet: answer.fileDescriptorSet)))
            }
        case .tick(let now) where now - lastFlush >= .seconds(1):
            lastFlush = now
            try put(writer.flush())
            if watch.console.isInteractive { watch.console.remark("  \(count) events, \(Quantity.bytes(written))") }
        default: break
        }
        return true
    }

    func conclude(_ path: String, _ console: Console) {
        guard console.isJSON else {
            return console.remark("\(path): \(count) events, \(Quantity.bytes(written))")
        }
        var members = MemberList()
        members.add("file", path)
        members.addAlways("events", count)
        members.addAlways("file_bytes", written)
        members.addAlways("missed", missed.total)
        console.emit(.recorded, members)
    }

    mutating func finish() throws {
        try put(writer.finish())
        try file.close()
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        do { try file.write(contentsOf: Data(bytes)) } catch {
            throw VerbFailure("writing failed: \(error.localizedDescription)")
        }
        written += UInt64(bytes.count)
    }
}
