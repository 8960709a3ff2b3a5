/// A service's tables, as the list of steps that lead from nothing to today. Steps are only ever appended: a released
/// one is never changed.
public struct Schema: Sendable {
    /// The service that owns the file, or the schema of a server: a word of lower-case letters, digits and `_`.
    public let name: String
    /// Each step is one script of statements, the same for SQLite and PostgreSQL: for the latter the words TEXT and BLOB,
    /// which therefore name no column, become its own types. After step n (from 1) the schema has version n.
    public let steps: [String]

    public init(name: String, steps: [String]) {
        self.name = name
        self.steps = steps
    }
}

extension Schema {
    /// Brings the tables up to date, each step in a transaction of its own. Does nothing if it is.
    func migrate(_ connection: some Connection) throws(DatabaseError) {
        try connection.beginMigration()
        defer { connection.endMigration() }
        try connection.runScript(
            "CREATE TABLE IF NOT EXISTS partyline_schema (service TEXT PRIMARY KEY, version INTEGER NOT NULL)")
        let found = try connection.run("SELECT service, version FROM partyline_schema", [])
        if let other = try found.rows.first?.text(0), other != name { throw .foreignSchema(found: other) }
        let version = try found.rows.first?.int(1) ?? 0
        guard version <= steps.count else { throw .newerSchema(found: version, known: steps.count) }
        for step in version..<steps.count {
            try connection.begin()
            do {
                try connection.runScript(steps[step])
                _ = try connection.run("DELETE FROM partyline_schema", [])
                _ = try connection.run(
                    "INSERT INTO partyline_schema VALUES ($1, $2)", [.text(name), .integer(Int64(step + 1))])
                try connection.commit()
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }
}
