internal import Synchronization

/// Keeps everything it hears in memory: for tests and measurements.
public final class SampleSink: AudioSink {
    private let collected = Mutex<[Int16]>([])

    public init() {}

    public func write(_ frame: Span<Int16>) {
        collected.withLock { samples in
            for index in frame.indices { samples.append(frame[index]) }
        }
    }

    /// Everything so far, at 48 kHz, mono.
    public var samples: [Int16] { collected.withLock { $0 } }
}
