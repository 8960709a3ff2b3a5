internal import Foundation
internal import Synchronization

/// Records what a call hears as a WAV file: 48 kHz, 16 bits, mono.
///
/// Sound and header are written five times a second, so the file is whole up to then even if the process is killed.
public final class WAVFileSink: AudioSink {
    private static let headerSize = 44
    /// Bytes that are gathered before they are written: 200 ms.
    private static let batch = 19_200
    /// The header counts bytes in 32 bits.
    private static let largest = Int(UInt32.max) - headerSize - batch

    private struct File {
        var handle: FileHandle
        var pending: [UInt8] = []
        var written = 0
        var hasFailed = false
    }

    private let file: Mutex<File>

    /// Creates the file, or empties it.
    public init(path: String) throws(WAVError) {
        let isCreated = FileManager.default.createFile(atPath: path, contents: Data(Self.header(soundSize: 0)))
        guard isCreated, let handle = FileHandle(forWritingAtPath: path) else { throw .unwritable(path: path) }
        file = Mutex(File(handle: handle))
    }

    deinit {
        file.withLock { file in
            Self.write(&file)
            try? file.handle.close()
        }
    }

    public func write(_ frame: Span<Int16>) {
        file.withLock { file in
            for index in frame.indices {
                let bits = UInt16(bitPattern: frame[index])
                file.pending.append(UInt8(truncatingIfNeeded: bits))
                file.pending.append(UInt8(truncatingIfNeeded: bits >> 8))
            }
            if file.pending.count >= Self.batch { Self.write(&file) }
        }
    }

    public func flush() {
        file.withLock { Self.write(&$0) }
    }

    /// The disk failed or the file is full: what follows is not recorded. What was, is whole.
    public var hasFailed: Bool { file.withLock { $0.hasFailed } }

    private static func write(_ file: inout File) {
        defer { file.pending.removeAll(keepingCapacity: true) }
        guard !file.hasFailed, !file.pending.isEmpty else { return }
        guard file.written + file.pending.count <= largest else {
            file.hasFailed = true
            return
        }
        do {
            try file.handle.seek(toOffset: UInt64(headerSize + file.written))
            try file.handle.write(contentsOf: Data(file.pending))
            file.written += file.pending.count
            try file.handle.seek(toOffset: 0)
            try file.handle.write(contentsOf: Data(header(soundSize: file.written)))
        } catch {
            file.hasFailed = true
        }
    }

    private static func header(soundSize: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + little(headerSize - 8 + soundSize, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + little(1, 2) + little(1, 2) + little(48_000, 4) + little(96_000, 4) + little(2, 2)
            + little(16, 2) + Array("data".utf8) + little(soundSize, 4)
    }
}
