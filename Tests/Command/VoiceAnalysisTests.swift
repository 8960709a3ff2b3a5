import Foundation
import TestSupport
import Testing

@testable import partyline

@Suite("Voice analysis")
struct VoiceAnalysisTests {
    /// Noise that, like a voice, has most of its energy below 2 kHz.
    private func voice(seconds: Double, seed: UInt64) -> [Int16] {
        var generator = SeededGenerator(seed: seed)
        var level = 0.0
        return (0..<Int(seconds * Double(VoiceAnalysis.sampleRate))).map { _ in
            level += (Double.random(in: -8_000...8_000, using: &generator) - level) * 0.12
            return Int16(level)
        }
    }

    @Test("a delayed and quieter voice is found with its delay, its level and full correlation")
    func findsDelayAndLevel() throws {
        let spoken = voice(seconds: 2, seed: 1)
        let recording =
            [Int16](repeating: 0, count: 24_000) + spoken.map { $0 / 2 } + [Int16](repeating: 0, count: 9_600)
        let match = try #require(VoiceAnalysis.find(spoken, in: recording, earliest: 0, latest: 48_000))
        #expect(abs(match.offset - 24_000) <= 6)
        #expect(match.correlation > 0.98)
        #expect(abs(match.level + 6.02) < 0.3)
    }

    @Test("a frame lost in the middle does not spoil the rest")
    func toleratesASkip() throws {
        let spoken = voice(seconds: 3, seed: 2)
        let recording = Array(spoken[..<72_000]) + Array(spoken[72_960...]) + [Int16](repeating: 0, count: 4_800)
        let match = try #require(VoiceAnalysis.find(spoken, in: recording, earliest: 0, latest: 9_600))
        #expect(match.correlation > 0.95)
    }

    @Test("another voice correlates little")
    func tellsVoicesApart() throws {
        let match = try #require(
            VoiceAnalysis.find(
                voice(seconds: 2, seed: 3), in: voice(seconds: 3, seed: 4), earliest: 0, latest: 48_000))
        #expect(match.correlation < 0.35)
    }

    @Test("silence has no match, and its level is the floor")
    func silence() {
        let spoken = voice(seconds: 1, seed: 5)
        let nothing = [Int16](repeating: 0, count: 96_000)
        #expect((VoiceAnalysis.find(spoken, in: nothing, earliest: 0, latest: 48_000)?.correlation ?? 0) == 0)
        #expect(VoiceAnalysis.find(nothing, in: spoken, earliest: 0, latest: 10) == nil)
        #expect(VoiceAnalysis.level(of: nothing[...], relativeTo: spoken) == -120)
    }
}
