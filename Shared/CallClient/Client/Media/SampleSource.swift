internal import Synchronization

/// Plays sound from memory, once or over and over.
public final class SampleSource: AudioSource {
    private let samples: [Int16]
    private let isLooping: Bool
    private let position = Mutex(0)

    /// `samples` at 48 kHz, mono. After the end comes silence, or the beginning if `isLooping`.
    public init(_ samples: [Int16], isLooping: Bool = false) {
        self.samples = samples
        self.isLooping = isLooping
    }

    public func read(into frame: inout MutableSpan<Int16>) {
        // The lock's closure cannot borrow the frame, so the range is taken out first.
        let start = position.withLock { position in
            defer { position += frame.count }
            return position
        }
        for index in frame.indices {
            let offset = start + index
            if offset < samples.count {
                frame[index] = samples[offset]
            } else {
                frame[index] = isLooping && !samples.isEmpty ? samples[offset % samples.count] : 0
            }
        }
    }

    /// Whether everything was played once.
    public var isAtEnd: Bool { position.withLock { $0 >= samples.count } }

    /// Starts again from the beginning.
    public func rewind() { position.withLock { $0 = 0 } }
}
