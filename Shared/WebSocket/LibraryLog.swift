internal import CWebSockets
private import Glibc
import Synchronization

/// libwebsockets logs through one function for the whole process. Its complaints are kept per thread and become the
/// `cause` of our errors; nothing is printed.
enum LibraryLog {
    private static let lines = Mutex<[(thread: UInt, text: String)]>([])
    private static let longest = 32

    private static let installed: Void = {
        unsafe lws_set_log_level(LLL_ERR | LLL_WARN) { _, text in
            guard let text = unsafe text else { return }
            LibraryLog.record(unsafe String(cString: text))
        }
    }()

    /// Of the headers this was compiled with.
    static var libraryVersion: String { unsafe String(cString: cx_lws_version()) }

    /// Idempotent.
    static func install() { installed }

    private static func record(_ text: String) {
        let line = String(text.prefix(300)).split(whereSeparator: \.isNewline).joined(separator: " ")
        lines.withLock { lines in
            if lines.count == longest { lines.removeFirst() }
            lines.append((UInt(pthread_self()), line))
        }
    }

    /// The last complaints on this thread, taken.
    static func recent() -> String {
        let thread = UInt(pthread_self())
        let own = lines.withLock { lines in
            defer { lines.removeAll { $0.thread == thread } }
            return lines.filter { $0.thread == thread }.map(\.text)
        }
        return own.suffix(4).joined(separator: "; ")
    }
}
