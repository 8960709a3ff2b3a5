import CallModel
import Foundation
import SignalingCore

/// The row form of a history line.
enum RecordRow {
    static func encode(_ record: CallRecord) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(record), as: UTF8.self)
    }

    static func decode(_ text: String) throws -> CallRecord {
        try JSONDecoder().decode(CallRecord.self, from: Data(text.utf8))
    }
}

/// A place in a user's history: the last record of a page. Opaque to clients.
struct RecordCursor: Hashable {
    let startedAt: WallTime
    let callID: CallID

    init(after record: CallRecord) {
        startedAt = record.startedAt
        callID = record.callID
    }

    /// `nil` if the text is no cursor of ours.
    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = CallID(validating: String(parts[1])) else {
            return nil
        }
        startedAt = WallTime(milliseconds: milliseconds)
        callID = id
    }

    var text: String { "\(startedAt.milliseconds).\(callID.rawValue)" }
}
