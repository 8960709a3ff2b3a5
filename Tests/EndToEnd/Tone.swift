import Foundation

@testable import partyline

/// A tone that a phone plays, and what is left of it in a recording.
struct Tone {
    static let sampleRate = 48_000

    let frequency: Double
    var amplitude = 8_000.0

    /// Writes a mono WAV in which the tone sounds for `on` seconds from `start` on, again every `period` seconds.
    func write(
        to file: URL, seconds: Double, start: Double = 0, on: Double = .infinity, period: Double = .infinity
    ) throws {
        let samples = (0..<Int(seconds * Double(Tone.sampleRate))).map { index -> Int16 in
            let time = Double(index) / Double(Tone.sampleRate) - start
            guard time >= 0, time.truncatingRemainder(dividingBy: period) < on else { return 0 }
            return Int16(sample(at: time))
        }
        try Recording(samples: samples).write(to: file)
    }

    /// `time` in seconds.
    func sample(at time: Double) -> Double { amplitude * sin(2 * .pi * frequency * time) }
}

/// A recording, cut into windows of 100 ms in which tones are looked for: 10 Hz apart is enough to tell two from each other.
///
/// At 8 kHz: the tones lie below 3.2 kHz, and an unoptimised test has a sixth of the work.
struct ToneSearch {
    private static let decimation = 6
    private static let rate = Tone.sampleRate / decimation
    private static let window = rate / 10

    private let samples: [Double]
    let windowCount: Int

    init(_ recording: [Int16]) {
        var samples: [Double] = []
        samples.reserveCapacity(recording.count / ToneSearch.decimation)
        var index = 0
        while index + ToneSearch.decimation <= recording.count {
            var sum = 0
            for offset in 0..<ToneSearch.decimation { sum += Int(recording[index + offset]) }
            samples.append(Double(sum) / Double(ToneSearch.decimation))
            index += ToneSearch.decimation
        }
        self.samples = samples
        windowCount = samples.count / ToneSearch.window
    }

    /// Amplitude of a tone in one window (Goertzel 1958).
    func amplitude(of tone: Tone, inWindow number: Int) -> Double {
        let coefficient = 2 * cos(2 * .pi * tone.frequency / Double(ToneSearch.rate))
        var last = 0.0
        var beforeLast = 0.0
        var index = number * ToneSearch.window
        let end = index + ToneSearch.window
        while index < end {
            let now = samples[index] + coefficient * last - beforeLast
            beforeLast = last
            last = now
            index += 1
        }
        let power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
        return 2 * max(0, power).squareRoot() / Double(ToneSearch.window)
    }

    /// In how many windows, looking at every `stride`-th, the tone is there.
    func appearances(of tone: Tone, stride: Int) -> Int {
        Swift.stride(from: 0, to: windowCount, by: stride).count {
            amplitude(of: tone, inWindow: $0) > tone.amplitude / 4
        }
    }

    /// Level of a tone where it is most of what is heard, dB relative to what was played; `nil` if it never is.
    ///
    /// Where others are loud, a codec puts a little of everything everywhere: only what stands alone is the tone itself.
    func levelAlone(of tone: Tone) -> Double? {
        let loudest = (0..<windowCount).compactMap { number -> Double? in
            let found = amplitude(of: tone, inWindow: number)
            let energy = samples[(number * ToneSearch.window)..<((number + 1) * ToneSearch.window)].reduce(0) {
                $0 + $1 * $1
            }
            let isMostOfIt = found * found / 2 > energy / Double(ToneSearch.window) / 2
            return isMostOfIt && found > 1 ? found : nil
        }.max()
        return loudest.map { 20 * log10($0 / tone.amplitude) }
    }

    /// Longest time without the tone between its first and last appearance, in seconds.
    func longestGap(of tone: Tone) -> Double {
        let present = (0..<windowCount).map { amplitude(of: tone, inWindow: $0) > tone.amplitude / 4 }
        guard let first = present.firstIndex(of: true), let last = present.lastIndex(of: true) else { return .infinity }
        var longest = 0
        var current = 0
        for isPresent in present[first...last] {
            current = isPresent ? 0 : current + 1
            longest = max(longest, current)
        }
        return Double(longest) / 10
    }
}
