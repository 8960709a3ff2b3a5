import Foundation
import Testing

@testable import partyline

/// What a newcomer runs first.
@Suite("The demo, end to end", .serialized)
struct DemoTests {
    @Test("three human voices on one call: everybody hears everybody else, nobody himself, within 60 s")
    func demo() async throws {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent(
            "demo-\(UUID().uuidString.prefix(8))")
        let log = output.appendingPathExtension("log")
        let base = Int.random(in: 2_000...3_100) * 10
        let clock = ContinuousClock()
        let begin = clock.now
        let demo = try ChildProcess(
            name: "demo", executable: RunningStack.program,
            arguments: [
                "demo", "--output", output.path, "--port", "\(base)", "--bus-port", "\(base + 1)", "--media-port",
                "\(base + 12_000)",
            ], log: log)
        let status = await demo.waitForExit()
        let words = try String(contentsOf: log, encoding: .utf8)
        print(words)
        #expect(status == 0)
        #expect(clock.now - begin < .seconds(60))
        #expect(words.contains("Everybody heard everybody else, nobody himself."))
        for user in ["alice", "bob", "carol"] {
            #expect(try Recording(output.appendingPathComponent("\(user)-heard.wav")).samples.count > 48_000 * 10)
        }
        if status == 0 { try FileManager.default.removeItem(at: output) }
        try FileManager.default.removeItem(at: log)
    }
}
