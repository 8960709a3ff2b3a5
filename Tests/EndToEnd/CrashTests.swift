import Foundation
import Testing

@testable import partyline

/// Any one service is killed while a call rings or runs; nobody loses the call.
@Suite("Killed services, end to end", .serialized)
struct CrashTests {
    /// Two probes of a dead media node must fail, 0.3 s apart, before its rooms move; the rest is for a machine that has much
    /// else to do. What it takes here is in the README.
    private static let silenceLimit = 1.5

    @Test("a service killed while the call rings: the call is still answered", arguments: StackLayout.Service.allCases)
    func whileRinging(service: StackLayout.Service) async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            let bob = try await stack.phone("bob")
            try await alice.perform("call bob")
            try await bob.wait(forEvent: "onCallReceived")
            try await crashAndRecover(service, of: stack)
            try await bob.perform("accept", within: .seconds(15))
            try await alice.wait(forState: "selfStatus", "accept", within: .seconds(15))
            try await bob.wait(forState: "selfStatus", "accept", within: .seconds(15))
            try await alice.perform("hangup", within: .seconds(15))
            try await bob.wait(forEvent: "onCallEnded", within: .seconds(15))
            #expect(bob.lines.count { $0.event == "onCallReceived" } == 1)
            #expect(alice.lines.count { $0.event == "onCallEnded" } == 1)
            await alice.quit()
            await bob.quit()
        }
    }

    @Test(
        "a service killed while people talk: the call goes on, with at most 1.5 s of silence",
        arguments: StackLayout.Service.allCases)
    func whileConnected(service: StackLayout.Service) async throws {
        try await withStack { stack in
            let speech = stack.layout.data.appendingPathComponent("tone.wav")
            try Tone(frequency: 600).write(to: speech, seconds: 40)
            let heard = stack.layout.data.appendingPathComponent("heard.wav")
            let alice = try await stack.phone("alice", ["--play", speech.path])
            let bob = try await stack.phone("bob", ["--record", heard.path])
            try await alice.perform("call bob")
            try await bob.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await bob.wait(forFirstAudioWithin: .seconds(10))
            try await Task.sleep(for: .seconds(1))
            try await crashAndRecover(service, of: stack)
            // Long enough that a participant who is thought dead would have been removed.
            try await Task.sleep(for: .seconds(6))
            #expect(!alice.lines.contains { $0.event == "onCallEnded" })
            #expect(!bob.lines.contains { $0.event == "onCallEnded" })
            try await alice.perform("hangup", within: .seconds(15))
            try await bob.wait(forEvent: "onCallEnded", within: .seconds(15))
            await alice.quit()
            await bob.quit()

            let samples = try Recording(heard).samples
            let silence = ToneSearch(samples).longestGap(of: Tone(frequency: 600))
            printFigure("silence_after_kill_of_\(service.rawValue)", seconds: silence, limit: Self.silenceLimit)
            #expect(silence <= Self.silenceLimit)
        }
    }

    @Test("a service that crashes leaves what its bus did last in its folder, and is started again")
    func crashRecord() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            await alice.quit()
            // What a trap of the language raises. abort() reaches the same handler (CrashRecordTests).
            try await crashAndRecover(.signaling, of: stack, with: SIGILL)
            let record = try String(contentsOf: stack.layout.crashFile(.signaling), encoding: .utf8)
            #expect(record.contains("crash: signal 4 in process "))
            #expect(record.contains(" SERVER_SEND RESPONSE partyline.v1.Signaling/Sync request="))
            #expect(!FileManager.default.fileExists(atPath: stack.layout.crashFile(.presence).path))
        }
    }

    @Test(
        "a caller killed while the call rings, alone or together with the gateway: the callee stops within 15 s",
        arguments: [nil, StackLayout.Service.gateway])
    func callerDies(with service: StackLayout.Service?) async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            let bob = try await stack.phone("bob")
            try await alice.perform("call bob timeout=60")
            try await bob.wait(forEvent: "onCallReceived")
            let start = ContinuousClock.now
            alice.crash()
            _ = await alice.waitForExit()
            if let service { try await crashAndRecover(service, of: stack) }
            let end = try await bob.wait(forEvent: "onCallEnded", within: .seconds(30))
            let time = ContinuousClock.now - start
            printFigure(
                "ring_after_caller_died_with_\(service?.rawValue ?? "nobody")", seconds: time / .seconds(1), limit: 15)
            #expect(time <= .seconds(15))
            #expect(end.members["reason"]?.text == "offline")
            await bob.quit()
        }
    }

    private func printFigure(_ name: String, seconds: Double, limit: Double) {
        let verdict = seconds <= limit ? "met" : "missed"
        print("FIGURE \(name) \(String(format: "%.1f", seconds)) s goal <= \(String(format: "%.1f", limit)) \(verdict)")
    }

    private func crashAndRecover(
        _ service: StackLayout.Service, of stack: RunningStack, with signal: Int32 = SIGKILL
    ) async throws {
        let before = try stack.processID(of: service)
        try stack.crash(service, with: signal)
        try await eventually("\(service.rawValue) runs again", within: .seconds(10)) {
            guard let now = try? stack.processID(of: service) else { return false }
            return now != before && kill(now, 0) == 0
        }
    }
}
