import Foundation

/// Tones at 48 kHz, made and measured.
public enum Tone {
    public static func samples(_ hertz: Double, amplitude: Double = 8_000, count: Int, from start: Int = 0) -> [Int16] {
        (0..<count).map { Int16((amplitude * sin(2 * .pi * hertz * Double(start + $0) / 48_000)).rounded()) }
    }

    /// The amplitude of one frequency (Goertzel). Exact over whole periods; 10 Hz apart is told apart in 100 ms.
    public static func amplitude(of hertz: Double, in samples: ArraySlice<Int16>) -> Double {
        guard !samples.isEmpty else { return 0 }
        let coefficient = 2 * cos(2 * .pi * hertz / 48_000)
        var (last, beforeLast) = (0.0, 0.0)
        for sample in samples {
            let next = Double(sample) + coefficient * last - beforeLast
            beforeLast = last
            last = next
        }
        let power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
        return 2 * max(power, 0).squareRoot() / Double(samples.count)
    }

    /// Amplitude against another, in dB; silence against anything is -200.
    public static func decibels(_ amplitude: Double, over other: Double) -> Double {
        amplitude > 0 && other > 0 ? 20 * log10(amplitude / other) : -200
    }
}
