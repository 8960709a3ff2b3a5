import Foundation
import Testing

@testable import partyline

/// Everybody on a call hears everybody else and never themselves.
@Suite("Hearing, end to end", .serialized)
struct HearingTests {
    /// Each phone says its own tone in its own turn, over and over. More than five talk at once nowhere on purpose: that many
    /// the mixer lets be heard.
    private struct Turns {
        let count: Int
        let length = 0.5

        var cycle: Double { Double(count) * length }

        /// Between 1600 and 3150 Hz, where no tone's harmonic falls on another's frequency.
        func tone(of index: Int) -> Tone { Tone(frequency: 1_600 + 50 * Double(index)) }

        func write(_ index: Int, to file: URL, seconds: Double) throws {
            try tone(of: index).write(
                to: file, seconds: seconds, start: Double(index) * length, on: length * 0.8, period: cycle)
        }
    }

    @Test("each of 3, 8 and 30 phones hears all the others and not itself", arguments: [3, 8, 30])
    func everybodyHearsEverybody(count: Int) async throws {
        try await withStack { stack in
            let turns = Turns(count: count)
            // Two full rounds after the last has joined.
            let talk = max(6, turns.cycle * 2 + 1)
            let phones = try await phones(count, turns: turns, seconds: talk + 20, on: stack)

            try await phones[0].perform("call " + phones.dropFirst().map(\.user).joined(separator: " "))
            for phone in phones.dropFirst() {
                try await phone.wait(forEvent: "onCallReceived", within: .seconds(15))
                try await phone.perform("accept", within: .seconds(15))
            }
            for phone in phones {
                try await phone.wait(forState: "selfStatus", "accept", within: .seconds(15))
                try await phone.wait(forFirstAudioWithin: .seconds(20))
            }
            try await Task.sleep(for: .seconds(talk))
            for phone in phones { await phone.quit() }
            try judge(count, turns: turns, on: stack)
        }
    }

    private func phones(
        _ count: Int, turns: Turns, seconds: Double, on stack: RunningStack
    ) async throws -> [ScriptedPhone] {
        var phones: [ScriptedPhone] = []
        for index in 0..<count {
            let play = stack.layout.data.appendingPathComponent("say-\(index).wav")
            try turns.write(index, to: play, seconds: seconds)
            let record = recording(index, on: stack)
            phones.append(try await stack.phone("p\(index)", ["--play", play.path, "--record", record.path]))
        }
        return phones
    }

    private func judge(_ count: Int, turns: Turns, on stack: RunningStack) throws {
        var leaks: [String] = []
        var deaf: [String] = []
        for listener in 0..<count {
            let search = ToneSearch(try Recording(recording(listener, on: stack)).samples)
            for speaker in 0..<count where speaker != listener {
                // A turn is four windows long and comes round at least twice: looked at every other window, four times.
                if search.appearances(of: turns.tone(of: speaker), stride: 2) < 2 {
                    deaf.append("p\(listener) did not hear p\(speaker)")
                }
            }
            if let leak = search.levelAlone(of: turns.tone(of: listener)), leak > -40 {
                leaks.append("p\(listener) heard himself at \(leak.rounded()) dB")
            }
        }
        print("\(count) phones: \(deaf.count) of \(count * (count - 1)) pairs deaf, \(leaks.count) own voices heard")
        #expect(deaf.isEmpty)
        #expect(leaks.isEmpty)
    }

    private func recording(_ index: Int, on stack: RunningStack) -> URL {
        stack.layout.data.appendingPathComponent("heard-\(index).wav")
    }
}
