public import Database

/// Another writer came between the reading of a row and its writing, or was first to write a key that may be there once.
/// What was decided on it is to be decided again.
public struct WriteConflict: Error {
    public init() {}
}

extension Database {
    /// How often a decision that met a conflict is made again.
    private static let attempts = 5

    /// Runs `body` as one transaction, again if another writer came in between: it threw `WriteConflict`, broke a constraint,
    /// or the store said so. What `body` throws undoes everything; it must be repeatable, as for `transaction`.
    public func decision<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Result
    ) async throws -> Result {
        for _ in 1..<Self.attempts {
            do { return try await transaction(body) } catch is WriteConflict {
            } catch DatabaseError.constraint {
            } catch DatabaseError.conflict {}
        }
        return try await transaction(body)
    }
}
