import ServiceKit
import Synchronization
import UserSig

/// The keys that UserSigs are checked with. The file is looked at every few seconds and on SIGHUP, so that keys change while
/// everything runs: `partyline keys --rotate` leaves the key before in force, and every UserSig made with it.
///
/// A file with mistakes, or of another app, changes nothing: presence goes on with the keys it has, and logs once what is
/// wrong.
final class SigningKeys: Part {
    let name = "signing keys"

    private struct State {
        var file: KeyFile
        var verifier: UserSigVerifier
        var complaint: String?
    }

    private let path: String
    private let log: Log
    private let interval: Duration
    private let state: Mutex<State>
    private let looking = Mutex<Task<Void, Never>?>(nil)

    /// `file`: what is at `path` now.
    init(_ file: KeyFile, path: String, log: Log, interval: Duration = .seconds(2)) {
        self.path = path
        self.log = log
        self.interval = interval
        state = Mutex(State(file: file, verifier: file.verifier))
    }

    /// With the keys of this moment.
    var verifier: UserSigVerifier { state.withLock { $0.verifier } }

    func start() async throws {
        let task = Task { [weak self, interval] in
            while (try? await Task.sleep(for: interval)) != nil, let self { self.look() }
        }
        looking.withLock { $0 = task }
    }

    func drain(within limit: Duration) async { looking.withLock { $0.take()?.cancel() } }

    /// Looks at the file now.
    func look() {
        state.withLock { state in
            do throws(KeyFile.Problem) {
                let file = try KeyFile(path: path)
                guard file != state.file else {
                    state.complaint = nil
                    return
                }
                guard file.sdkAppID == state.file.sdkAppID else {
                    return complain("sdk-app-id is another one: that takes a restart", &state)
                }
                state = State(file: file, verifier: file.verifier)
                log.notice("signing keys changed", ["path": path, "keys": file.previousSecretKey == nil ? 1 : 2])
            } catch { complain(error.description, &state) }
        }
    }

    private func complain(_ complaint: String, _ state: inout State) {
        guard complaint != state.complaint else { return }
        state.complaint = complaint
        log.error("signing keys unusable", ["path": path, "problem": complaint])
    }
}
