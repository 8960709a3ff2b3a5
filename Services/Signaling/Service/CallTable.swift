import CallModel
import Database
import Foundation
import ServiceStore
import SignalingCore

/// The store of calls: load, reduce, compare-and-set, with what belongs to the same transaction.
struct CallTable: Sendable {
    private let database: Database

    init(database: Database) { self.database = database }

    /// Runs `body` as one transaction, again if another writer came in between. What `body` throws undoes everything.
    func transact<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Result
    ) async throws -> Result {
        try await database.decision(body)
    }

    /// One event on one call. `nil` if the call does not exist; throws `CallRefusal` if the event was refused.
    func decide(_ id: CallID, _ event: CallEvent, at now: WallTime) async throws -> Transition? {
        try await transact { calls in try calls.decide(id, at: now) { _, _ in event } }
    }

    func call(_ id: CallID) async throws -> Call? { try await transact { calls in try calls.load(id) } }
}

/// One decision that was made and stored.
struct Transition: Sendable, Codable {
    let at: WallTime
    let event: CallEvent
    let old: Call
    let new: Call
    let effects: [CallEffect]
}

/// The row form of a call.
enum CallRow {
    static func encode(_ call: Call) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(call), as: UTF8.self)
    }

    static func decode(_ text: String) throws -> Call {
        try JSONDecoder().decode(Call.self, from: Data(text.utf8))
    }
}
