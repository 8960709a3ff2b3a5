import Bus
import BusKeys
import Foundation
import Synchronization

/// Looks at the folder of bus keys every few seconds, and when it is asked to, and tells the bus when it holds something
/// else. A folder with mistakes changes nothing: the process goes on with the keys it has, and logs once what is wrong.
final class KeyWatch: Part {
    let name = "bus keys"

    private struct State {
        var security: BusSecurity
        var problems: KeyFolderProblems?
    }

    private let folder: KeyFolder
    private let role: BusRole
    private let log: Log
    private let interval: Duration
    private let apply: @Sendable (BusSecurity) -> Void
    /// Held during a look, so that changes are told in order.
    private let state: Mutex<State>
    private let looking = Mutex<Task<Void, Never>?>(nil)

    /// `apply` gets every change. It must not wait.
    init(
        _ folder: KeyFolder, beginningWith security: BusSecurity, log: Log, interval: Duration = .seconds(2),
        apply: @escaping @Sendable (BusSecurity) -> Void
    ) {
        self.folder = folder
        role = security.role
        self.log = log
        self.interval = interval
        self.apply = apply
        state = Mutex(State(security: security))
    }

    func start() async throws {
        let task = Task { [weak self, interval] in
            while (try? await Task.sleep(for: interval)) != nil, let self { self.look() }
        }
        looking.withLock { $0 = task }
    }

    func drain(within limit: Duration) async { looking.withLock { $0.take()?.cancel() } }

    /// Looks now. The time decides which of its keys is used.
    func look(at time: Date = Date()) {
        state.withLock { state in
            do throws(KeyFolderProblems) {
                let security = try folder.read().security(of: role, at: time)
                state.problems = nil
                guard security != state.security else { return }
                state.security = security
                log.notice(
                    "bus keys changed",
                    [
                        "own": security.ownFingerprints.joined(separator: " "), "known": security.peers.count,
                        "callers": security.callers.sorted().map(\.rawValue).joined(separator: " "),
                    ])
                apply(security)
            } catch {
                guard error != state.problems else { return }
                state.problems = error
                for problem in error.list {
                    log.error("bus keys unreadable", ["folder": folder.url.path, "problem": problem])
                }
            }
        }
    }
}
