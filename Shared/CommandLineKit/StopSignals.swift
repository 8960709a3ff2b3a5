import Dispatch
import Foundation

/// SIGINT and SIGTERM as something to wait for. The second one ends the process at once.
public final class StopSignals {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    public init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
        signals = stream
        let count = SignalCount()
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if count.next() > 1 { exit(130) }
                continuation.yield()
            }
            source.resume()
            return source
        }
    }

    /// Returns at the first of them.
    public func wait() async {
        for await _ in signals { return }
    }
}
