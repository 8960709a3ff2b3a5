import Foundation
import Testing

@testable import partyline

/// Processes that are told to end while people talk, as by scaling down or an upgrade: their calls go on elsewhere.
@Suite("Drained services, end to end", .serialized)
struct DrainTests {
    @Test("a drained gateway: its phones resume at another one, and the call never stops")
    func gateway() async throws {
        try await withStack { stack in
            let second = try SecondProcess(.gateway, beside: stack.layout)
            try await eventually("the second gateway takes clients", within: .seconds(20)) {
                second.log.contains("clients accepted")
            }
            let talk = try await Talk(stack, servers: "\(stack.layout.clientAddress),\(second.clientAddress)")
            // Both phones meet at the second gateway, whichever they began with.
            kill(try stack.processID(of: .gateway), SIGTERM)
            try await Task.sleep(for: .seconds(4))
            kill(second.processID, SIGTERM)
            try await Task.sleep(for: .seconds(4))
            let silence = try await talk.end()
            printFigure("silence_after_drain_of_gateway", seconds: silence, limit: 1)
            #expect(silence <= 1)
            #expect(talk.reconnections >= 2)
            await second.stop()
        }
    }

    @Test("a drained media node: its room moves to another one, with hardly a gap")
    func media() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "partyline-\(UUID().uuidString.prefix(8))")
        let base = Int.random(in: 2_000...3_100) * 10
        var layout = StackLayout(data: folder, clientPort: base, busPort: base + 1, mediaPort: base + 12_000)
        var other = layout
        other.busPort += 10
        other.mediaPort += 100
        layout.overrides[.signaling] = ["--media=\(layout.busEndpoint(.media)),\(other.busEndpoint(.media))"]
        try layout.createFolders()
        _ = try DevelopmentKeys.createIfMissing(layout)
        let stack = try Stack(layout: layout, executables: RunningStack.programs) { _ in }
        try await stack.start()
        let second = try SecondProcess(.media, other)
        let talk = try await Talk(ServerAccess(layout), folder)
        // Whichever node the room is on: first one is drained, then, once it is back, the other.
        let first = try #require(
            Int32(try String(contentsOf: layout.pidFile(.media), encoding: .utf8).trimmingCharacters(in: .newlines)))
        kill(first, SIGTERM)
        try await Task.sleep(for: .seconds(6))
        kill(second.processID, SIGTERM)
        try await Task.sleep(for: .seconds(6))
        let silence = try await talk.end()
        printFigure("silence_after_drain_of_media", seconds: silence, limit: 1)
        #expect(silence <= 1)
        await second.stop()
        await stack.stop()
        try FileManager.default.removeItem(at: folder)
    }

    private func printFigure(_ name: String, seconds: Double, limit: Double) {
        let verdict = seconds <= limit ? "met" : "missed"
        print("FIGURE \(name) \(String(format: "%.2f", seconds)) s goal <= \(String(format: "%.0f", limit)) \(verdict)")
    }
}

/// alice hums, bob records; neither may lose the call.
private final class Talk {
    private let alice: ScriptedPhone
    private let bob: ScriptedPhone
    private let heard: URL

    convenience init(_ stack: RunningStack, servers: String) async throws {
        try await self.init(ServerAccess(servers: servers, keysFolder: stack.layout.data), stack.layout.data)
    }

    init(_ access: ServerAccess, _ folder: URL) async throws {
        let speech = folder.appendingPathComponent("tone.wav")
        try Tone(frequency: 600).write(to: speech, seconds: 60)
        heard = folder.appendingPathComponent("heard.wav")
        func phone(_ user: String, _ extra: [String]) throws -> ScriptedPhone {
            try ScriptedPhone(
                user: user, access: access, log: folder.appendingPathComponent("phone-\(user).log"), extra: extra,
                program: RunningStack.program)
        }
        alice = try phone("alice", ["--play", speech.path])
        bob = try phone("bob", ["--record", heard.path])
        for phone in [alice, bob] { try await phone.wait(forState: "login", "logined", within: .seconds(15)) }
        try await alice.perform("call bob")
        try await bob.wait(forEvent: "onCallReceived")
        try await bob.perform("accept")
        try await bob.wait(forFirstAudioWithin: .seconds(10))
        try await Task.sleep(for: .seconds(1))
    }

    /// How often the phones lost their connection.
    var reconnections: Int {
        [alice, bob].reduce(0) { sum, phone in
            sum + phone.lines.count { $0.state == "connection" && $0.value == "reconnecting" }
        }
    }

    /// Hangs up; the longest silence in seconds.
    func end() async throws -> Double {
        for phone in [alice, bob] { #expect(!phone.lines.contains { $0.event == "onCallEnded" }) }
        try await alice.perform("hangup", within: .seconds(15))
        try await bob.wait(forEvent: "onCallEnded", within: .seconds(15))
        await alice.quit()
        await bob.quit()
        return ToneSearch(try Recording(heard).samples).longestGap(of: Tone(frequency: 600))
    }
}

/// One more instance of a service.
private final class SecondProcess {
    private let child: ChildProcess
    private let layout: StackLayout
    private let file: URL

    /// Beside a running stack, on ports of its own.
    convenience init(_ service: StackLayout.Service, beside stack: StackLayout) throws {
        var layout = stack
        layout.clientPort += 8
        layout.overrides[service] = ["--bus-bind=tcp://127.0.0.1:\(stack.busPort + 6)"]
        try self.init(service, layout)
    }

    init(_ service: StackLayout.Service, _ layout: StackLayout) throws {
        self.layout = layout
        file = layout.logs.appendingPathComponent("second-\(service.rawValue).log")
        child = try ChildProcess(
            name: "second \(service.rawValue)",
            executable: RunningStack.programs.appendingPathComponent(service.rawValue),
            arguments: layout.flags(service), log: file)
    }

    var processID: Int32 { child.processID }
    var clientAddress: String { layout.clientAddress }
    var log: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    func stop() async { await child.stop(grace: .seconds(15)) }
}
