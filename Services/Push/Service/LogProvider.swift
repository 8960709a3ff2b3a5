import CallModel
import Crypto
import Foundation
import PushCore

/// Writes each push to a file, payload and all, so that the whole chain runs and can be looked at without a vendor.
///
/// One JSON object per line: id, topic, the token's fingerprint (tokens themselves are secret), the expiration in Unix seconds, and the
/// payload byte for byte as a string.
actor LogProvider: PushProvider {
    private let file: String
    private var handle: FileHandle?

    init(file: String) { self.file = file }

    func send(_ push: OutgoingPush) async -> PushJob.Event {
        do {
            let handle = try openFile()
            try handle.write(contentsOf: Data(line(push).utf8))
            return .taken
        } catch {
            handle = nil
            return .unanswered(after: nil)
        }
    }

    private func line(_ push: OutgoingPush) throws -> String {
        let fields: [String: Any] = [
            "id": push.id, "topic": push.topic, "tokenFingerprint": String(hex(sha256(push.token)).prefix(16)),
            "expiration": push.deadline.milliseconds / 1_000, "payload": String(decoding: push.payload, as: UTF8.self),
        ]
        let data = try JSONSerialization.data(
            withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private func openFile() throws -> FileHandle {
        if let handle { return handle }
        if !FileManager.default.fileExists(atPath: file) {
            try? FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            _ = FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let opened = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try opened.seekToEnd()
        handle = opened
        return opened
    }
}
