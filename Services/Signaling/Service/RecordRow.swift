import CallModel
import SignalingCore
import Wire

/// The row form of a history line.
enum RecordRow {
    static func encode(_ record: CallRecord) throws -> String {
        let text = RowWriter.text(of: record)
        assert(text == (try? RowText.encode(record)), "Call+RowForm.swift leaves a field out: \(text)")
        return text
    }

    static func decode(_ text: String) throws -> CallRecord {
        try RowText.decode(text)
    }
}

/// Which lines of a history are wanted.
struct RecordFilter: Hashable {
    /// Placed then or later, in UTC milliseconds.
    var from: Int64 = 0
    /// Placed before, in UTC milliseconds.
    var to: Int64 = .max
    /// `nil`: any.
    var direction: CallDirection?

    init(from: Int64 = 0, direction: CallDirection? = nil) {
        self.from = from
        self.direction = direction
    }

    init(_ request: Proto.QueryRecordsRequest) throws(RPCError) {
        guard request.fromMs >= 0, request.toMs >= 0 else { throw .badParameter("times are UTC milliseconds") }
        from = request.fromMs
        if request.toMs > 0 { to = request.toMs }
        guard let known = CallDirection(rawValue: request.direction.rawValue) else {
            throw .badParameter("no such direction")
        }
        if known != .unknown { direction = known }
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
