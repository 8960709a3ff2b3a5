internal import CSpeexDSP

/// Why a resampler could not be made or used.
public enum ResamplerError: Error, Equatable, Sendable {
    /// A rate, channel count or quality out of range.
    case badArgument
    case outOfMemory
    /// A code that these calls are not documented to give.
    case unlisted(code: Int32)

    static func check(_ code: Int32) throws(ResamplerError) {
        switch Int(code) {
        case RESAMPLER_ERR_SUCCESS: return
        case RESAMPLER_ERR_ALLOC_FAILED: throw .outOfMemory
        case RESAMPLER_ERR_INVALID_ARG, RESAMPLER_ERR_OVERFLOW: throw .badArgument
        default: throw .unlisted(code: code)
        }
    }
}

/// Changes the sample rate of interleaved 16-bit sound. The filter's silence at the start is left out, so that output
/// begins with the first input sample; `drain` gives the end that is still inside. Belongs to one thread at a time.
@safe
public struct Resampler: ~Copyable {
    /// Interleaved channels.
    public let channels: Int
    /// Samples a second of each channel.
    public let inputRate: Int
    /// Samples a second of each channel.
    public let outputRate: Int
    private let state: OpaquePointer

    /// Rates in Hz, 1 to 1,000,000. `quality` 0 (least work) to 10; 4 is what calls use.
    public init(inputRate: Int, outputRate: Int, channels: Int = 1, quality: Int = 4) throws(ResamplerError) {
        let rates = 1...1_000_000
        guard rates.contains(inputRate), rates.contains(outputRate), (1...8).contains(channels) else {
            throw .badArgument
        }
        var code: Int32 = 0
        // RESAMPLER_ERR_INVALID_ARG, RESAMPLER_ERR_ALLOC_FAILED
        let made = unsafe speex_resampler_init(
            UInt32(channels), UInt32(inputRate), UInt32(outputRate), Int32(clamping: quality), &code)
        try ResamplerError.check(code)
        guard let made = unsafe made else { throw .outOfMemory }
        self.channels = channels
        self.inputRate = inputRate
        self.outputRate = outputRate
        unsafe state = made
        // Always RESAMPLER_ERR_SUCCESS.
        _ = unsafe speex_resampler_skip_zeros(made)
    }

    deinit { unsafe speex_resampler_destroy(state) }

    /// How far a call came, in samples of all channels together.
    public struct Progress: Equatable, Sendable {
        public let consumed: Int
        public let produced: Int
    }

    /// Converts as much of `input` as `output` has room for. Allocates nothing.
    public mutating func process(
        _ input: Span<Int16>, into output: inout MutableSpan<Int16>
    ) throws(ResamplerError) -> Progress {
        var read = UInt32(clamping: input.count / channels)
        var written = UInt32(clamping: output.count / channels)
        guard read > 0, written > 0 else { return Progress(consumed: 0, produced: 0) }
        let code = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                // Always RESAMPLER_ERR_SUCCESS or, for buffers that overlap, RESAMPLER_ERR_PTR_OVERLAP.
                unsafe speex_resampler_process_interleaved_int(
                    state, source.baseAddress, &read, target.baseAddress, &written)
            }
        }
        try ResamplerError.check(code)
        return Progress(consumed: Int(read) * channels, produced: Int(written) * channels)
    }

    /// Converts all of `input`. For tools and files, where an array per call does not matter.
    public mutating func process(_ input: [Int16]) throws(ResamplerError) -> [Int16] {
        var result: [Int16] = []
        var chunk = [Int16](repeating: 0, count: 4_096 * channels)
        var offset = 0
        while offset < input.count - input.count % channels {
            var room = chunk.mutableSpan
            let progress = try process(input.span.extracting(offset...), into: &room)
            result += chunk[..<progress.produced]
            offset += progress.consumed
        }
        return result
    }

    /// The end of the sound that is still in the filter. Then `reset` before other sound.
    public mutating func drain() throws(ResamplerError) -> [Int16] {
        let latency = Int(unsafe speex_resampler_get_input_latency(state))
        return try process([Int16](repeating: 0, count: latency * channels))
    }

    /// Forgets the sound before, as if freshly made.
    public mutating func reset() {
        // Always RESAMPLER_ERR_SUCCESS.
        _ = unsafe speex_resampler_reset_mem(state)
        _ = unsafe speex_resampler_skip_zeros(state)
    }
}
