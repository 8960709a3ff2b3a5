/// Where the microphone's sound comes from: mono, 16 bits, 48 kHz.
///
/// Called on the media thread every 20 ms. An implementation must not block there; a device with a thread of its own
/// hands over through a buffer.
public protocol AudioSource: Sendable {
    /// Fills the whole frame; silence when there is nothing.
    func read(into frame: inout MutableSpan<Int16>)
}

/// Where the sound of the others goes: mono, 16 bits, 48 kHz.
///
/// Called on the media thread every 20 ms, with silence while nothing is heard, so that what a sink receives keeps time.
public protocol AudioSink: Sendable {
    func write(_ frame: Span<Int16>)
    /// A call has ended: what was written so far should be safe. More may follow.
    func flush()
}

extension AudioSink {
    public func flush() {}
}

/// A microphone that hears nothing.
public struct SilentSource: AudioSource {
    public init() {}

    public func read(into frame: inout MutableSpan<Int16>) {
        for index in frame.indices { frame[index] = 0 }
    }
}

/// A speaker that nobody hears.
public struct SilentSink: AudioSink {
    public init() {}

    public func write(_ frame: Span<Int16>) {}
}
