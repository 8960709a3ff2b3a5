internal import CPostgreSQL

/// Which server and database. May hold a password, so its description does not give the address.
struct PGServer: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// What libpq takes.
    let address: String
    let suffix: String

    /// Host and database, as far as the address names them.
    var description: String {
        let named = parsed().filter { ["host", "port", "dbname"].contains($0.keyword) }
        return "server(" + named.map { "\($0.keyword)=\($0.value)" }.joined(separator: " ") + ")"
    }

    var customMirror: Mirror { Mirror(self, children: []) }

    var isLegible: Bool { !parsed().isEmpty }

    /// What libpq makes of the address; nothing if it does not parse.
    private func parsed() -> [(keyword: String, value: String)] {
        guard let options = unsafe PQconninfoParse(address, nil) else { return [] }
        defer { unsafe PQconninfoFree(options) }
        var found: [(keyword: String, value: String)] = []
        var option = unsafe options
        // The list ends with an option that has no keyword.
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                found.append((unsafe String(cString: keyword), unsafe String(cString: value)))
            }
            unsafe option += 1
        }
        return found
    }
}

/// A server together with the schema in it that a service's tables are in.
struct PGTarget: Sendable {
    let server: PGServer
    /// A word that needs no quotes.
    let schema: String
    var isolation = DatabaseLocation.Isolation.serializable
}

extension PGServer {
    func target(
        for schema: Schema, _ isolation: DatabaseLocation.Isolation = .serializable
    ) throws(DatabaseError) -> PGTarget {
        let name = "partyline_" + schema.name + suffix
        let isWord = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        // PostgreSQL cuts longer names off.
        guard isWord, name.utf8.count <= 63, isLegible else { throw .cannotOpen }
        return PGTarget(server: self, schema: name, isolation: isolation)
    }
}

/// The libpq this was linked with: 150018 is 15.18.
public var postgreSQLLibraryVersion: Int { Int(PQlibVersion()) }
