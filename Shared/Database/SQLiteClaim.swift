private import Glibc

/// The right to use an SQLite file: a lock on a file beside it that says who has it. The kernel takes the lock back when
/// the process ends, however it ends; the file stays, and means nothing without its lock.
struct SQLiteClaim: ~Copyable {
    private let descriptor: Int32

    init(path: String, holder: String) throws(DatabaseError) {
        // Not for children: they would keep the lock when this process is gone.
        let opened = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw DatabaseError(claimErrno: errno) }
        // EWOULDBLOCK: somebody has it. ENOLCK, or a file system without locks: nobody could be kept off.
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let cause = errno
            let name = Self.name(in: opened)
            _ = close(opened)
            throw cause == EWOULDBLOCK ? .inUse(by: name) : DatabaseError(claimErrno: cause)
        }
        descriptor = opened
        // Only read by people: on a full disk the lock holds without a name.
        _ = ftruncate(opened, 0)
        let text = "\(holder.isEmpty ? "a process" : holder) \(getpid())\n"
        _ = unsafe pwrite(opened, text, text.utf8.count, 0)
    }

    deinit {
        // Nobody has it: who takes it next is not to be taken for us until he has written his name.
        _ = ftruncate(descriptor, 0)
        // Not left to `close`: a child between fork and exec has a copy of the descriptor, and with it the lock.
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
    }

    private static func name(in file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe pread(file, &bytes, bytes.count, 0)
        let line = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).prefix { !$0.isNewline }
        // Between the lock and the writing there is no name yet.
        guard let space = line.lastIndex(of: " ") else { return "another process" }
        return "\(line[..<space]) (process \(line[line.index(after: space)...]))"
    }
}

extension DatabaseError {
    fileprivate init(claimErrno: Int32) {
        self =
            switch claimErrno {
            case EACCES, EPERM, EROFS: .readOnly
            case ENOENT, ENOTDIR, EISDIR: .cannotOpen
            case ENOSPC, EDQUOT: .full
            default: .inputOutput(code: claimErrno)
            }
    }
}
