import CallModel
import SignalingCore
import Synchronization

/// The row form of a call: JSON that a person can read.
enum CallRow {
    static func encode(_ call: Call) throws -> String {
        let text = RowWriter.text(of: call)
        assert(text == (try? RowText.encode(call)), "Call+RowForm.swift leaves a field out: \(text)")
        Recollection.current?.memory.keep(call, as: text)
        return text
    }

    /// `id`: the row's own, which may not be the one that was asked for.
    static func decode(_ text: String, of id: CallID) throws -> Call {
        if let known = Recollection.current?.memory.call(id, as: text) { return known }
        let call = try RowText.decode(text) as Call
        Recollection.current?.memory.keep(call, as: text)
        return call
    }
}

/// The calls that were written or read last, beside the text of their rows: reading JSON takes longer than everything else
/// that a decision needs. A call is given only for the very text that it stands for, so that whoever else writes to the
/// store, and whatever is undone, nobody gets a call that the row does not say.
final class CallMemory: Sendable {
    /// A call and its row.
    struct Kept {
        let text: String
        let call: Call
    }

    private struct State {
        var young: [CallID: Kept] = [:]
        /// What was young before; forgotten when the young ones have become as many again.
        var old: [CallID: Kept] = [:]
    }

    /// Calls of one generation; twice as many are kept at most, each a few kilobytes.
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = 8_192) { self.capacity = capacity }

    func keep(_ call: Call, as text: String) {
        state.withLock { state in
            if state.young.count >= capacity, state.young[call.id] == nil {
                state.old = state.young
                state.young = [:]
            }
            state.young[call.id] = Kept(text: text, call: call)
        }
    }

    /// What was written or read last, here: the row may say something else by now.
    func newest(_ id: CallID) -> Kept? { state.withLock { $0.young[id] ?? $0.old[id] } }

    /// `nil` unless exactly this text is known.
    func call(_ id: CallID, as text: String) -> Call? {
        state.withLock { state in
            guard let kept = state.young[id] ?? state.old[id], kept.text == text else { return nil }
            return kept.call
        }
    }
}

/// The memory of the store whose transaction is running.
struct Recollection: Sendable {
    @TaskLocal static var current: Recollection?

    let memory: CallMemory
    /// Whether a decision may begin with what is remembered in place of the row. What it writes then is written only if the
    /// row is the remembered one, to the letter; otherwise it is made again, from the row.
    let mayGuess: Bool
}
