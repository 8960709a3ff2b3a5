internal import Foundation
internal import RTP

/// How loud a frame is.
struct AudioMeter: Equatable {
    /// RMS in dB relative to full scale: 0 is the loudest, -127 silence (RFC 6464).
    let decibels: Double

    init(_ frame: Span<Int16>) {
        var energy: Int64 = 0
        for index in frame.indices { energy += Int64(frame[index]) * Int64(frame[index]) }
        guard energy > 0 else {
            decibels = -127
            return
        }
        let mean = Double(energy) / Double(frame.count)
        decibels = max(-127, 10 * log10(mean / (32_768 * 32_768)))
    }

    /// Loud enough to be something other than a codec's idle noise.
    var isAudible: Bool { decibels > -60 }

    /// For displays: 0 at -60 dB and below, 100 at full scale.
    var volume: Int { Int((max(-60, min(0, decibels)) + 60) / 60 * 100) }

    /// For the header extension.
    var level: AudioLevel {
        AudioLevel(decibelsBelowFullScale: UInt8(min(127, -decibels.rounded())), isVoice: decibels > -50)
    }
}
