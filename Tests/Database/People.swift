import Database

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
