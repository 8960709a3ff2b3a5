import Foundation

/// How well one voice came through in a recording: pure arithmetic on 48 kHz samples.
///
/// A jitter buffer may drop or insert a frame in the middle of a sentence, so a single correlation over all of it would
/// judge the clock, not the voice. The voice is therefore compared in windows of half a second, each aligned on its own near
/// the delay found for the whole.
enum VoiceAnalysis {
    /// Samples per second of everything that comes in.
    static let sampleRate = 48_000
    /// Delays are searched at 8 kHz: voices reach no higher in the recordings used, and it is 36 times cheaper.
    private static let decimation = 6

    /// One voice in one recording.
    struct Match: Equatable {
        /// Where the segment begins in the recording, in samples.
        var offset: Int
        /// Mean of the windows' correlation coefficients, weighted by their energy: 1 is the same waveform.
        var correlation: Double
        /// Level in the recording relative to the original, dB.
        var level: Double
    }

    /// Finds `voice` in `recording`, beginning no earlier than `earliest` and no later than `latest` samples into it.
    /// `nil` if one of them is silent or too short.
    static func find(_ voice: [Int16], in recording: [Int16], earliest: Int, latest: Int) -> Match? {
        let needle = decimate(voice)
        let haystack = decimate(recording)
        let first = max(0, earliest / decimation)
        let last = min(latest / decimation, haystack.count - needle.count)
        guard first <= last, energy(needle[...]) > 0 else { return nil }
        guard let coarse = bestOffset(of: needle[...], in: haystack, offsets: first...last) else { return nil }

        let window = sampleRate / decimation / 2
        let slack = sampleRate / decimation * 60 / 1_000
        var weighted = 0.0
        var weight = 0.0
        var heard = 0.0
        for start in stride(from: 0, to: needle.count - window + 1, by: window) {
            let part = needle[start..<(start + window)]
            let partEnergy = energy(part)
            let centre = coarse + start
            let offsets = max(0, centre - slack)...max(0, min(centre + slack, haystack.count - window))
            guard partEnergy > 0, let best = bestOffset(of: part, in: haystack, offsets: offsets) else { continue }
            let found = haystack[best..<(best + window)]
            weighted += partEnergy * max(0, correlation(part, found))
            weight += partEnergy
            heard += energy(found)
        }
        guard weight > 0 else { return nil }
        return Match(
            offset: coarse * decimation, correlation: weighted / weight,
            level: decibels(energyRatio: heard / weight))
    }

    /// Level of `recording[range]` relative to `voice`, dB; -120 if there is nothing at all.
    static func level(of recording: ArraySlice<Int16>, relativeTo voice: [Int16]) -> Double {
        guard !recording.isEmpty, !voice.isEmpty else { return -120 }
        let heard = meanSquare(recording)
        let spoken = meanSquare(voice[...])
        guard spoken > 0 else { return -120 }
        return decibels(energyRatio: heard / spoken)
    }

    private static func bestOffset(
        of needle: ArraySlice<Float>, in haystack: [Float], offsets: ClosedRange<Int>
    ) -> Int? {
        var best: (offset: Int, value: Double)?
        let needleEnergy = energy(needle)
        guard needleEnergy > 0 else { return nil }
        var windowEnergy = 0.0
        for offset in offsets where offset + needle.count <= haystack.count {
            // The energy under the needle slides along; recomputed now and then so that rounding cannot pile up.
            if best == nil || (offset - offsets.lowerBound) % 4_096 == 0 || windowEnergy < 0 {
                windowEnergy = energy(haystack[offset..<(offset + needle.count)])
            } else {
                windowEnergy += square(haystack[offset + needle.count - 1]) - square(haystack[offset - 1])
            }
            let value = windowEnergy > 1e-3 ? Double(dot(needle, haystack, at: offset)) / windowEnergy.squareRoot() : 0
            if best.map({ value > $0.value }) ?? true { best = (offset, value) }
        }
        return best?.offset
    }

    private static func correlation(_ left: ArraySlice<Float>, _ right: ArraySlice<Float>) -> Double {
        var product = 0.0
        for (a, b) in zip(left, right) { product += Double(a) * Double(b) }
        let scale = (energy(left) * energy(right)).squareRoot()
        return scale > 0 ? product / scale : 0
    }

    private static func dot(_ needle: ArraySlice<Float>, _ haystack: [Float], at offset: Int) -> Float {
        var sums = SIMD8<Float>(repeating: 0)
        var index = 0
        let base = needle.startIndex
        while index + 8 <= needle.count {
            var a = SIMD8<Float>(repeating: 0)
            var b = SIMD8<Float>(repeating: 0)
            for lane in 0..<8 {
                a[lane] = needle[base + index + lane]
                b[lane] = haystack[offset + index + lane]
            }
            sums += a * b
            index += 8
        }
        return sums.sum()
    }

    /// Mean of each group of samples: a crude low-pass, the same for both sides of every comparison.
    private static func decimate(_ samples: [Int16]) -> [Float] {
        (0..<(samples.count / decimation)).map { group in
            var sum = 0
            for index in 0..<decimation { sum += Int(samples[group * decimation + index]) }
            return Float(sum) / Float(decimation)
        }
    }

    private static func energy(_ samples: ArraySlice<Float>) -> Double {
        samples.reduce(into: 0.0) { $0 += square($1) }
    }

    private static func square(_ sample: Float) -> Double { Double(sample) * Double(sample) }

    private static func meanSquare(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(into: 0.0) { $0 += Double($1) * Double($1) } / Double(samples.count)
    }

    private static func decibels(energyRatio ratio: Double) -> Double {
        ratio > 1e-12 ? 10 * log10(ratio) : -120
    }
}
