internal import CPostgreSQL

/// What the server said to one command.
@safe
final class PGResult {
    private let handle: OpaquePointer

    /// Takes over what PQgetResult gave.
    init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe PQclear(handle) }

    enum Status {
        /// Done, without rows or with them.
        case done
        /// The command was an empty text.
        case empty
        case failed
        /// Not done, because an earlier command of the pipeline failed.
        case skipped
        /// All commands before the synchronisation have been answered.
        case synchronized
        /// What these calls never ask for: COPY, single rows.
        case unexpected
    }

    var status: Status {
        switch unsafe PQresultStatus(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: .done
        case PGRES_EMPTY_QUERY: .empty
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: .failed
        case PGRES_PIPELINE_ABORTED: .skipped
        case PGRES_PIPELINE_SYNC: .synchronized
        default: .unexpected  // PGRES_COPY_IN, _OUT, _BOTH, PGRES_SINGLE_TUPLE; PGRES_NONFATAL_ERROR is never given
        }
    }

    /// The error's code. `nil` if libpq itself failed, which happens to a lost connection.
    var sqlState: String? { unsafe string(cx_sqlstate(handle)) }

    /// The error's first line: names tables and columns, no values.
    var message: String { unsafe string(cx_message(handle)) ?? "" }

    /// The constraint that an error is about.
    var constraintName: String? { unsafe string(cx_constraint(handle)) }

    /// What was done: `INSERT 0 1`, `COMMIT`.
    var commandTag: String { unsafe string(PQcmdStatus(handle)) ?? "" }

    /// The types of a described statement's parameters.
    var parameterTypes: [UInt32] { unsafe (0..<PQnparams(handle)).map { unsafe PQparamtype(handle, $0) } }

    func answer() throws(DatabaseError) -> Answer {
        var answer = Answer()
        let tag = commandTag
        // A SELECT is counted too.
        if ["INSERT", "UPDATE", "DELETE"].contains(where: tag.hasPrefix) {
            answer.changes = unsafe string(PQcmdTuples(handle)).flatMap { Int($0) } ?? 0
        }
        let columns = unsafe PQnfields(handle)
        let types = (0..<columns).map { unsafe PQftype(handle, $0) }
        let rowCount = unsafe PQntuples(handle)
        answer.rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var values: [Value] = []
            values.reserveCapacity(types.count)
            for column in 0..<columns {
                values.append(try value(row, column, types[Int(column)]))
            }
            answer.rows.append(Row(values: values))
        }
        return answer
    }

    private func value(_ row: Int32, _ column: Int32, _ type: UInt32) throws(DatabaseError) -> Value {
        if unsafe PQgetisnull(handle, row, column) == 1 { return .null }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
        return try unsafe Value(binary: bytes, type: type)
    }

    private func string(_ text: UnsafePointer<CChar>?) -> String? { unsafe text.map { unsafe String(cString: $0) } }
}
