extension DatabaseLocation {
    /// A connection of the library that the place needs.
    func open(for schema: Schema) throws(DatabaseError) -> any Connection {
        switch place {
        case .file: try SQLiteConnection(self)
        case .server(let server): try PGConnection(server.target(for: schema, isolation), answerTimeout: answerTimeout)
        }
    }

    /// The same, with its tables up to date as soon as there is a server.
    func open(awaiting schema: Schema) throws(DatabaseError) -> any Connection {
        switch place {
        case .file:
            let opened = try SQLiteConnection(self)
            try schema.migrate(opened)
            return opened
        case .server(let server):
            return try PGConnection(
                server.target(for: schema, isolation), answerTimeout: answerTimeout, awaiting: schema)
        }
    }
}
