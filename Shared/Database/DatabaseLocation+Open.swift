extension DatabaseLocation {
    /// A connection of the library that the place needs.
    func open(for schema: Schema) throws(DatabaseError) -> any Connection {
        switch place {
        case .file: try SQLiteConnection(self)
        case .server(let server): try PGConnection(server.target(for: schema), answerTimeout: answerTimeout)
        }
    }
}
