internal import CPostgreSQL
private import Glibc

/// The connection to the server is gone, or nothing came through it in time. It is of no more use.
struct LinkLost: Error {}

/// A connection to a server. Nothing here waits beyond its deadline, but for name servers: libpq asks them in a way that
/// cannot be cut short. Used by one thread at a time, which may hand it over to another.
@safe
final class PGLink: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Connects and logs in.
    static func connect(to target: PGTarget, before deadline: ContinuousClock.Instant) throws(DatabaseError) -> PGLink {
        let options = settings(of: target)
        guard let handle = unsafe startConnecting(options) else { throw .outOfMemory }
        let link = unsafe PGLink(owning: handle)
        unsafe cx_silence_notices(handle)
        // The text of an error while connecting then ends in its SQLSTATE, which there is no other way to get at.
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        do {
            guard try link.finishConnecting(before: deadline) else { throw link.connectingFailure }
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw .unavailable
        }
        try link.checkServer()
        return link
    }

    private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    // Does not wait: the connection does not block, and the server need not answer.
    deinit { unsafe PQfinish(handle) }

    // MARK: connecting

    /// The first setting is the address; what follows overrides what it says.
    private static func settings(of target: PGTarget) -> [(String, String)] {
        let session = [
            "search_path=\(target.schema)", "lock_timeout=500", "statement_timeout=2000",
            "idle_in_transaction_session_timeout=5000", "jit=off", "client_min_messages=warning",
            // The server takes a space for the next setting unless it is escaped.
            "default_transaction_isolation="
                + (target.isolation == .serializable ? "serializable" : #"read\ committed"#),
        ]
        return [
            ("dbname", target.server.address), ("gssencmode", "disable"), ("client_encoding", "UTF8"),
            // A standby answers too, but can store nothing.
            ("target_session_attrs", "read-write"),
            ("application_name", target.schema), ("keepalives", "1"), ("keepalives_idle", "5"),
            ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "5000"),
            ("options", session.map { "-c \($0)" }.joined(separator: " ")),
        ]
    }

    private static func startConnecting(_ settings: [(String, String)]) -> OpaquePointer? {
        var names: [UnsafePointer<CChar>?] = unsafe settings.map { unsafe UnsafePointer(strdup($0.0)) }
        var values: [UnsafePointer<CChar>?] = unsafe settings.map { unsafe UnsafePointer(strdup($0.1)) }
        defer {
            unsafe names.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
            unsafe values.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
        }
        unsafe names.append(nil)
        unsafe values.append(nil)
        // 1: dbname is an address with settings of its own.
        return unsafe PQconnectStartParams(names, values, 1)
    }

    /// False if the server, or libpq, refuses.
    private func finishConnecting(before deadline: ContinuousClock.Instant) throws(LinkLost) -> Bool {
        guard unsafe PQstatus(handle) != CONNECTION_BAD else { return false }
        var next = PGRES_POLLING_WRITING
        while true {
            switch next {
            case PGRES_POLLING_OK: return unsafe PQsetnonblocking(handle, 1) == 0
            case PGRES_POLLING_READING: try wait(for: POLLIN, before: deadline)
            case PGRES_POLLING_WRITING: try wait(for: POLLOUT, before: deadline)
            default: return false  // PGRES_POLLING_FAILED; PGRES_POLLING_ACTIVE is never given
            }
            next = unsafe PQconnectPoll(handle)
        }
    }

    private var connectingFailure: DatabaseError {
        if unsafe PQconnectionNeedsPassword(handle) == 1 { return .refused(sqlState: "28P01") }
        let text = unsafe String(cString: PQerrorMessage(handle))
        let last = text.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        let isState = last.utf8.count == 5 && last.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        return isState ? DatabaseError(sqlState: last, message: "") : .unavailable
    }

    private func checkServer() throws(DatabaseError) {
        let version = Int(unsafe PQserverVersion(handle))
        guard version >= 150_000 else { throw .unsupportedServer("PostgreSQL \(version / 10_000)") }
        let encoding = unsafe PQparameterStatus(handle, "server_encoding").map { unsafe String(cString: $0) } ?? "none"
        guard encoding == "UTF8" else { throw .unsupportedServer("server_encoding \(encoding)") }
    }

    // MARK: sending; all of it into libpq's memory, so that nothing waits

    /// From now on commands are appended without waiting for answers, and end with `sendSynchronization`.
    func enterPipelineMode() throws(LinkLost) { try check(unsafe PQenterPipelineMode(handle)) }

    /// Every command has been answered.
    func exitPipelineMode() throws(LinkLost) { try check(unsafe PQexitPipelineMode(handle)) }

    /// Several statements, outside pipeline mode.
    func sendScript(_ sql: String) throws(LinkLost) { try check(unsafe PQsendQuery(handle, sql)) }

    /// One statement without parameters or rows that matter.
    func send(_ sql: String) throws(LinkLost) {
        try check(unsafe PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1))
    }

    func sendPrepare(_ name: String, _ sql: String) throws(LinkLost) {
        try check(unsafe PQsendPrepare(handle, name, sql, 0, nil))
    }

    func sendDescribe(_ name: String) throws(LinkLost) { try check(unsafe PQsendDescribePrepared(handle, name)) }

    func sendExecute(_ name: String, _ parameters: PGParameters) throws(LinkLost) {
        let count = parameters.offsets.count
        // An empty value must have an address too.
        let bytes = parameters.bytes.isEmpty ? [0] : parameters.bytes
        let formats = [Int32](repeating: 1, count: count)
        let sent = unsafe bytes.withUnsafeBytes { memory in
            let start = unsafe memory.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values: [UnsafePointer<CChar>?] = unsafe parameters.offsets.map { offset in
                guard let offset, let start = unsafe start else { return nil }
                return unsafe start + offset
            }
            return unsafe PQsendQueryPrepared(handle, name, Int32(count), values, parameters.lengths, formats, 1)
        }
        try check(sent)
    }

    func sendSynchronization() throws(LinkLost) { try check(unsafe PQpipelineSync(handle)) }

    /// These calls give 1, or 0 if the connection is lost, memory is short, or they do not fit the connection's state.
    private func check(_ outcome: Int32) throws(LinkLost) {
        guard outcome == 1 else { throw LinkLost() }
    }

    // MARK: receiving

    /// The next result, `nil` where the results of one command end. Writes what is left to write meanwhile, and reads
    /// meanwhile: a server that cannot get rid of its answers stops taking commands.
    func receive(before deadline: ContinuousClock.Instant) throws(LinkLost) -> PGResult? {
        while true {
            // 0: all is written, 1: there is more, -1: lost
            let unwritten = unsafe PQflush(handle)
            guard unwritten >= 0 else { throw LinkLost() }
            if unsafe PQisBusy(handle) == 0 {
                return unsafe PQgetResult(handle).map { unsafe PGResult(owning: $0) }
            }
            try wait(for: unwritten == 1 ? POLLIN | POLLOUT : POLLIN, before: deadline)
            // 1, or 0 if the connection is lost; reads what is there.
            try check(unsafe PQconsumeInput(handle))
        }
    }

    enum TransactionState {
        case none, open, failed
    }

    /// As of the last synchronisation.
    var transactionState: TransactionState {
        switch unsafe PQtransactionStatus(handle) {
        case PQTRANS_INTRANS: .open
        case PQTRANS_INERROR: .failed
        default: .none  // PQTRANS_IDLE; PQTRANS_ACTIVE and _UNKNOWN are not seen after a synchronisation
        }
    }

    private func wait(for events: Int32, before deadline: ContinuousClock.Instant) throws(LinkLost) {
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw LinkLost() }
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(events), revents: 0)
            // A negative descriptor would be waited for in vain.
            guard descriptor.fd >= 0 else { throw LinkLost() }
            let ready = unsafe poll(&descriptor, 1, Int32(clamping: milliseconds + 1))
            // An error or a hang-up is ready too; libpq finds out.
            if ready > 0 { return }
            // EINTR, or a timeout: the deadline decides. EFAULT, EINVAL and ENOMEM do not pass.
            guard ready == 0 || errno == EINTR else { throw LinkLost() }
        }
    }
}
