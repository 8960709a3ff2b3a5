import Testing

/// The ear of these tests: it must hear a leak where there is one.
@Suite("The search for tones")
struct ToneTests {
    private func sound(_ tones: [(Tone, ClosedRange<Double>)], seconds: Double = 3) -> [Int16] {
        (0..<Int(seconds * Double(Tone.sampleRate))).map { index in
            let time = Double(index) / Double(Tone.sampleRate)
            return Int16(tones.filter { $0.1.contains(time) }.map { $0.0.sample(at: time) }.reduce(0, +))
        }
    }

    @Test("a voice that comes back 30 dB down while nobody else speaks is found at that level")
    func findsALeak() throws {
        let own = Tone(frequency: 1_650)
        let leak = Tone(frequency: 1_650, amplitude: own.amplitude / 31.6)
        let search = ToneSearch(sound([(Tone(frequency: 1_600), 0...1), (leak, 1.5...2)]))
        #expect(abs(try #require(search.levelAlone(of: own)) + 30) < 1)
    }

    @Test("others, however near and loud, are not mistaken for it")
    func othersAreNoLeak() {
        let search = ToneSearch(sound([(Tone(frequency: 1_600), 0...1.03), (Tone(frequency: 1_700), 0.97...2.51)]))
        #expect(search.levelAlone(of: Tone(frequency: 1_650)) ?? -200 < -40)
    }

    @Test("a gap is measured between the first and the last appearance")
    func measuresGaps() {
        let tone = Tone(frequency: 600)
        let search = ToneSearch(sound([(tone, 0.2...1), (tone, 2.2...2.8)]))
        #expect(abs(search.longestGap(of: tone) - 1.2) < 0.25)
        #expect(search.appearances(of: tone, stride: 1) >= 12)
    }
}
