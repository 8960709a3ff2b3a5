import Foundation
import Synchronization

/// Looks names up as the system does, `/etc/hosts` included, on threads of its own. A lookup that hangs holds one of
/// them; the others go on, and further names wait only when all of them hang.
public final class SystemResolver: NameResolver {
    private struct Lookup: Sendable {
        let host: String
        let deliver: @Sendable (Result<[String], NameFailure>) -> Void
    }

    private struct State {
        var waiting: [Lookup] = []
        var threads = 0
    }

    // The resolver library keeps buffers of a few KiB on the stack, and NSS modules may be plugged in.
    private static let stackBytes = 512 << 10

    private let mostThreads: Int
    private let find: @Sendable (String) -> Result<[String], NameFailure>
    private let state = Mutex(State())

    /// `mostThreads`: lookups at the same time. Threads exist only while there is something to look up.
    public convenience init(mostThreads: Int = 16) {
        self.init(mostThreads: mostThreads, find: systemAddresses)
    }

    /// `find` may block.
    init(mostThreads: Int, find: @escaping @Sendable (String) -> Result<[String], NameFailure>) {
        self.mostThreads = mostThreads
        self.find = find
    }

    public func resolve(_ host: String, then deliver: @escaping @Sendable (Result<[String], NameFailure>) -> Void) {
        let mustStart = state.withLock { state in
            state.waiting.append(Lookup(host: host, deliver: deliver))
            guard state.threads < mostThreads else { return false }
            state.threads += 1
            return true
        }
        guard mustStart else { return }
        let thread = Thread { self.work() }
        thread.name = "resolver"
        thread.stackSize = Self.stackBytes
        thread.start()
    }

    private func work() {
        while let lookup = next() { lookup.deliver(find(lookup.host)) }
    }

    /// `nil`: nothing is left, this thread ends.
    private func next() -> Lookup? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.threads -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
