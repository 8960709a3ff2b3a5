internal import Foundation
internal import Synchronization

/// A gentle tone, interrupted twice a second so that it sounds like a signal and not like a fault. For a phone
/// without a recording to play; who is heard can be told from the pitch.
public final class ToneSource: AudioSource {
    private let frequency: Double
    private let amplitude: Double
    private let position = Mutex(0)

    /// The frequency in Hz; loudness in dB below full scale.
    public init(frequency: Double, decibelsBelowFullScale: Double = 15) {
        self.frequency = min(max(frequency, 20), 20_000)
        amplitude = 32_767 * pow(10, -max(0, decibelsBelowFullScale) / 20)
    }

    /// A tone of the user's own: the same name gives the same pitch, between 300 and 900 Hz.
    public convenience init(userID: String) {
        var hash: UInt32 = 2_166_136_261  // FNV-1a: equal in every process, unlike Hasher
        for byte in userID.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        self.init(frequency: 300 + Double(hash % 61) * 10)
    }

    public func read(into frame: inout MutableSpan<Int16>) {
        let start = position.withLock { position in
            defer { position += frame.count }
            return position
        }
        for index in frame.indices {
            let offset = start + index
            let phase = Double(offset) * frequency / 48_000
            frame[index] = Int16(sin(2 * .pi * (phase - phase.rounded(.down))) * amplitude * envelope(offset % 24_000))
        }
    }

    /// 400 ms on, 100 ms off, with ramps of 10 ms.
    private func envelope(_ offset: Int) -> Double {
        switch offset {
        case ..<480: Double(offset) / 480
        case ..<18_720: 1
        case ..<19_200: Double(19_200 - offset) / 480
        default: 0
        }
    }
}
