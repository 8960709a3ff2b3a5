public import Database
import Foundation
import TestSupport

/// What tests of a store run against.
public enum Dialect: String, CaseIterable, Sendable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    /// What the suites of services use where a test does not say: SQLite, or PostgreSQL with
    /// PARTYLINE_TEST_STORE=postgresql (`make test-postgresql`).
    public static let common =
        ProcessInfo.processInfo.environment["PARTYLINE_TEST_STORE"] == "postgresql" ? Dialect.postgreSQL : .sqlite
}

/// Where a test's tables are: they outlive a `Database`, and go with this.
public struct TestPlace: Sendable {
    public let location: DatabaseLocation
    private let folder: TemporaryFolder?

    public init(_ dialect: Dialect = .common) async throws {
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
