import Foundation
import Synchronization

/// A wire between two processes that a test can cut: every connection to `port` is passed on to `target`. While it
/// swallows, both kernels acknowledge and nothing arrives: a half-open connection.
public final class TCPProxy: Sendable {
    private let listener = PlainListener()
    private let target: UInt16
    private let state = Mutex(State())

    private struct State {
        var isSwallowing = false
        var isSwallowingAnswers = false
        var isStopped = false
    }

    public init(to target: UInt16) {
        self.target = target
        Thread.detachNewThread { [self] in
            while !isStopped {
                guard let near = listener.accept(within: .milliseconds(50)) else { continue }
                guard let far = PlainTCP(port: self.target) else { continue }
                pass(from: near, to: far) { $0.isSwallowing }
                pass(from: far, to: near) { $0.isSwallowing || $0.isSwallowingAnswers }
            }
        }
    }

    /// `tcp://127.0.0.1:port`
    public var endpoint: String { listener.endpoint }

    /// From now on bytes are read and dropped (true) or passed on again (false).
    public func setSwallowing(_ isSwallowing: Bool) { state.withLock { $0.isSwallowing = isSwallowing } }

    /// The same for what the target says only.
    public func setSwallowingAnswers(_ isSwallowing: Bool) {
        state.withLock { $0.isSwallowingAnswers = isSwallowing }
    }

    /// Closes everything.
    public func stop() { state.withLock { $0.isStopped = true } }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func pass(
        from source: PlainTCP, to sink: PlainTCP, unless isSwallowed: @escaping @Sendable (State) -> Bool
    ) {
        Thread.detachNewThread { [self] in
            while !isStopped {
                switch source.read(within: .milliseconds(50)) {
                case .nothing: continue
                case .closed: return sink.finish()
                case .bytes(let bytes):
                    if state.withLock({ isSwallowed($0) }) { continue }
                    guard sink.write(bytes) else { return source.finish() }
                }
            }
            source.finish()
            sink.finish()
        }
    }
}
