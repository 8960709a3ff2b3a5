extension DatabaseError {
    /// What the server refused. `nil` stands for a failure of libpq's own, which a lost connection has.
    init(_ result: PGResult) {
        guard let state = result.sqlState else {
            self = .unavailable
            return
        }
        self.init(sqlState: state, message: result.message, constraint: result.constraintName)
    }

    init(sqlState state: String, message: String, constraint: String? = nil) {
        self =
            switch state {
            case "23505": .constraint(constraint?.hasSuffix("_pkey") == true ? .primaryKey : .unique)
            case "23503": .constraint(.foreignKey)
            case "23502": .constraint(.notNull)
            case "23514": .constraint(.check)
            // serialization_failure, deadlock_detected, lock_not_available, query_canceled (statement_timeout)
            case "40001", "40P01", "55P03", "57014": .conflict
            case "53100": .full
            case "53200": .outOfMemory
            // too_many_connections, admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped
            case "53300", "57P01", "57P02", "57P03", "57P04": .unavailable
            // idle_in_transaction_session_timeout, idle_session_timeout: the server hangs up
            case "25P03", "57P05": .unavailable
            case "25006": .readOnly
            case "22021": .textWithNull
            // program_limit_exceeded and below, numeric_value_out_of_range
            case "54000", "54001", "54011", "54023", "22003": .tooLarge
            // data_corrupted, index_corrupted
            case "XX001", "XX002": .corrupt
            case "3F000": .syntax(message: message)
            default:
                switch state.prefix(2) {
                case "08": .unavailable
                case "23": .constraint(.other)
                // The login, or a database that is not there.
                case "28", "3D": .refused(sqlState: state)
                case "42": .syntax(message: message)
                default: .unlistedState(state)
                }
            }
    }
}
