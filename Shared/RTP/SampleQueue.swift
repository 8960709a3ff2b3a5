/// Decoded samples between a jitter buffer's steps and the frames pulled from it.
///
/// Steps end at packet borders and frames do not (a 60 ms packet makes three frames), so the rest of a packet waits here;
/// never more than one packet, so this is no second jitter buffer. It also hides the seams: silence begins with a short
/// ramp, and a skipped packet is crossfaded into what follows.
public struct SampleQueue: ~Copyable {
    /// 2.5 ms: long enough to hide a step, short enough to lose nothing.
    private static let ramp = 120
    private var samples: [Int16]
    private var crossfade: [Int16]
    private var hasCrossfade = false
    private var last: Int16 = 0
    /// Samples waiting.
    public private(set) var count = 0

    /// Room for one frame and the longest packet.
    public init(frame: Int = 960, longestPacket: Int = 5_760) {
        samples = Array(repeating: 0, count: frame + longestPacket + 2 * Self.ramp)
        crossfade = Array(repeating: 0, count: Self.ramp)
    }

    /// Adds exactly `expected` samples: a decoder that gave fewer is filled up with silence, a surplus is cut, so that the
    /// output keeps time whatever a packet held.
    public mutating func append(_ decoded: Span<Int16>, expected: Int) {
        precondition(count + expected <= samples.count, "a step was asked for while a whole frame was waiting")
        let usable = min(expected, decoded.count)
        for index in 0..<usable { samples[count + index] = decoded[index] }
        for index in usable..<max(usable, expected) { samples[count + index] = 0 }
        blend(expected)
        count += expected
        if expected > 0 { last = samples[count - 1] }
    }

    /// Adds silence, with a ramp down from the last sample.
    public mutating func appendSilence(_ expected: Int) {
        precondition(count + expected <= samples.count, "a step was asked for while a whole frame was waiting")
        let ramp = min(expected, Self.ramp)
        for index in 0..<ramp {
            samples[count + index] = Int16(Int(last) * (Self.ramp - 1 - index) / Self.ramp)
        }
        for index in ramp..<max(ramp, expected) { samples[count + index] = 0 }
        blend(expected)
        count += expected
        if expected > 0 { last = samples[count - 1] }
    }

    /// Leaves out a decoded packet. Its first samples continue what is waiting, so what is appended next is faded in
    /// over them.
    public mutating func skip(_ decoded: Span<Int16>) {
        guard !hasCrossfade, decoded.count >= Self.ramp else { return }
        for index in 0..<Self.ramp { crossfade[index] = decoded[index] }
        hasCrossfade = true
    }

    /// Takes the oldest samples, filling `frame`. There must be enough.
    public mutating func take(into frame: inout MutableSpan<Int16>) {
        precondition(count >= frame.count, "frames are taken after the steps said that nothing is owed")
        for index in 0..<frame.count { frame[index] = samples[index] }
        count -= frame.count
        for index in 0..<count { samples[index] = samples[index + frame.count] }
    }

    /// Forgets everything that waits.
    public mutating func removeAll() {
        count = 0
        hasCrossfade = false
        last = 0
    }

    private mutating func blend(_ added: Int) {
        guard hasCrossfade, added >= Self.ramp else { return }
        hasCrossfade = false
        for index in 0..<Self.ramp {
            let old = Int(crossfade[index]) * (Self.ramp - index)
            let new = Int(samples[count + index]) * index
            samples[count + index] = Int16((old + new) / Self.ramp)
        }
    }
}
