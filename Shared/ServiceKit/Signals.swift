import Dispatch
import Glibc
import Synchronization

/// SIGTERM and SIGINT as calls; a second one ends the process at once. SIGPIPE is ignored: a peer that went away is an
/// error of the write, not the end of the service. SIGHUP asks to look at files again, for a service that has some.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    /// `received` gets the first signal's name, on a background thread, and `hangUp` is called there for each SIGHUP.
    init(hangUp: (@Sendable () -> Void)? = nil, received: @escaping @Sendable (String) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let seen = FirstTime()
        var sources = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if !seen.isFirst() { _exit(128 + number) }
                received(name)
            }
            source.activate()
            return source
        }
        if let hangUp {
            signal(SIGHUP, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
            source.setEventHandler(handler: hangUp)
            source.activate()
            sources.append(source)
        }
        self.sources = sources
    }

    deinit { for source in sources { source.cancel() } }
}

/// Tells the first of several signals from those after it.
private final class FirstTime: Sendable {
    private let isOver = Mutex(false)

    func isFirst() -> Bool {
        isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
    }
}
