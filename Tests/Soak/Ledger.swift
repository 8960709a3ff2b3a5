import Foundation
import Synchronization
import Wire

/// How every call ended: counted in memory, written down one by one in a file, so that the process does not grow with
/// what it has done.
final class Ledger: Sendable {
    struct Totals: Sendable {
        var calls = 0
        var answered = 0
        var byStatus: [String: Int] = [:]
        var latest = Duration.zero
        var overdue = 0
        var items = 0
    }

    /// Past its deadline by more than this, a call has kept its caller waiting. The machine is shared, timers are not
    /// exact, and what is looked for is a call that hangs.
    static let tolerance = Duration.seconds(1)

    private let state: Mutex<Totals>
    private let file: FileHandle

    init(_ url: URL) throws {
        try Data().write(to: url)
        file = try FileHandle(forWritingTo: url)
        state = Mutex(Totals())
    }

    var totals: Totals { state.withLock { $0 } }

    func note(_ name: String, _ failure: RPCError?, lateness: Duration) {
        let status = failure.map { $0.reason == .none ? $0.code.name : "\($0.code.name) \($0.reason.name)" } ?? "OK"
        state.withLock { state in
            state.calls += 1
            if failure == nil { state.answered += 1 }
            state.byStatus[status, default: 0] += 1
            state.latest = max(state.latest, lateness)
            if lateness > Self.tolerance { state.overdue += 1 }
            let mark = failure == nil ? "+" : failure?.reason == .neverSent ? "0" : "?"
            file.write(Data("\(mark) \(name)\n".utf8))
        }
    }

    func noteItems(_ count: Int) { state.withLock { $0.items += count } }
}
