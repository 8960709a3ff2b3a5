import CallModel
import Foundation
import SignalingCore

/// Writes every decision as one line of JSON: what was, what happened, what came of it. `signaling --replay FILE` runs
/// such a file through the reducer again.
actor TransitionJournal {
    private let file: FileHandle?
    /// Whether there is a file.
    nonisolated let isKept: Bool

    /// Appends to `path`; an empty path keeps nothing.
    init(path: String) throws {
        guard !path.isEmpty else {
            file = nil
            isKept = false
            return
        }
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let opened = try FileHandle(forWritingTo: URL(filePath: path))
        try opened.seekToEnd()
        file = opened
        isKept = true
    }

    /// A full disk loses lines, not calls.
    func append(_ transition: Transition) {
        guard let file, let line = try? Self.line(transition) else { return }
        try? file.write(contentsOf: line)
    }

    static func line(_ transition: Transition) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(transition) + Data([UInt8(ascii: "\n")])
    }
}
