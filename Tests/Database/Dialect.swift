import Database
import PostgresSupport
import TestSupport
import Testing

/// What the conformance tests run against.
enum Dialect: String, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    var testDescription: String { rawValue }
}

/// Where a test's tables are: they outlive a `Database`, and go with this.
struct TestPlace {
    let location: DatabaseLocation
    private let folder: TemporaryFolder?

    init(_ dialect: Dialect) async throws {
        switch dialect {
        case .sqlite:
            let folder = try TemporaryFolder()
            self.folder = folder
            location = .file(folder.path("store.db"))
        case .postgreSQL:
            folder = nil
            location = try await PrivatePostgres.shared().freshLocation()
        }
    }
}

let people = Schema(
    name: "people",
    steps: [
        """
        CREATE TABLE person (id TEXT PRIMARY KEY, age BIGINT, weight DOUBLE PRECISION, photo BLOB);
        CREATE TABLE pet (id INTEGER PRIMARY KEY, owner TEXT NOT NULL REFERENCES person (id), name TEXT UNIQUE,
                          legs INTEGER CHECK (legs >= 0));
        """
    ])

/// What a store's refusal was. `nil`: there was none.
func error<Value: Sendable>(_ body: () async throws -> Value) async -> DatabaseError? {
    do {
        _ = try await body()
        return nil
    } catch { return error as? DatabaseError }
}
