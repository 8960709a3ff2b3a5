import Foundation

@testable import partyline

/// A tone that a phone plays, and what is left of it in a recording.
struct Tone {
    static let sampleRate = 48_000
    /// Tones are looked for in windows of 100 ms: 10 Hz apart is enough to tell two from each other.
    static let window = sampleRate / 10

    let frequency: Double
    var amplitude = 8_000.0

    /// Writes a mono WAV in which the tone sounds for `on` seconds from `start` on, again every `period` seconds.
    func write(
        to file: URL, seconds: Double, start: Double = 0, on: Double = .infinity, period: Double = .infinity
    ) throws {
        let samples = (0..<Int(seconds * Double(Tone.sampleRate))).map { index -> Int16 in
            let time = Double(index) / Double(Tone.sampleRate) - start
            guard time >= 0, time.truncatingRemainder(dividingBy: period) < on else { return 0 }
            return Int16(amplitude * sin(2 * .pi * frequency * time))
        }
        try Recording(samples: samples).write(to: file)
    }

    /// Amplitude of the tone in each window of the recording (Goertzel 1958).
    func amplitudes(in samples: [Int16]) -> [Double] {
        let coefficient = 2 * cos(2 * .pi * frequency / Double(Tone.sampleRate))
        return stride(from: 0, to: samples.count - Tone.window + 1, by: Tone.window).map { start in
            var last = 0.0
            var beforeLast = 0.0
            for sample in samples[start..<(start + Tone.window)] {
                let now = Double(sample) + coefficient * last - beforeLast
                beforeLast = last
                last = now
            }
            let power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
            return 2 * max(0, power).squareRoot() / Double(Tone.window)
        }
    }

    /// Longest time without the tone between its first and last appearance, in seconds.
    func longestGap(in samples: [Int16]) -> Double {
        let present = amplitudes(in: samples).map { $0 > amplitude / 4 }
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
