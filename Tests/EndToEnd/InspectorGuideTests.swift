import Bus
import BusKeys
import Foundation
import Synchronization
import Testing
import Wire

@testable import partyline

/// docs/inspector.md, command by command, on a running stack.
@Suite("The inspector's guide, end to end", .serialized)
struct InspectorGuideTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs/inspector.md").standardizedFileURL

    /// `UPDATE_GUIDE=1` writes what the commands print now into the guide, for a person to read before it is committed.
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GUIDE"] != nil

    @Test("a state, a cause or a meaning that the guide has wrong is noticed, and numbers are not")
    func noticed() throws {
        let shown = """
            process             cause               count  what it means
            gateway/vm-204      unroutable answers      3  an answer had nowhere to go: its caller was gone

            gateway/vm-204      push/vm-9       ready   662 µs   +89 µs   0   0 B   connected 47.1 s ago  push  tcp://127.0.0.1:2
            """
        func missing(_ line: String, _ command: String) -> [String] {
            GuideBlock(command: "zmqinspect \(command)", lines: [line], scene: nil).missing(from: shown)
        }
        let drop = "gateway/vm-1  unroutable answers  17  an answer had nowhere to go: its caller was gone"
        let link = "gateway/vm-1  push/vm-2  ready  7.24 ms  -1 µs  0  12 B  connected 2 s ago  push  tcp://127.0.0.1:9"
        #expect(missing(drop, "drops --last 2").isEmpty && missing(link, "topology").isEmpty)
        let elsewhere = link.replacing("vm-", with: "build-7.example.org-")
        #expect(missing(elsewhere, "topology").isEmpty, "on a host of another name")
        for (line, command) in [
            (drop.replacing("unroutable", with: "late"), "drops"), (drop.replacing("caller", with: "server"), "drops"),
            (link.replacing("ready", with: "backoff"), "topology"),
            (link.replacing("connected", with: "lost"), "topology"),
            (link.replacing("gateway/", with: "presence/"), "topology"),
        ] { #expect(missing(line, command) == [line]) }
    }

    @Test("every command of the guide runs as it stands there and shows what the guide says it shows")
    func walk() async throws {
        let document = try String(contentsOf: Self.document, encoding: .utf8)
        let blocks = GuideBlock.all(in: document)
        #expect(blocks.count >= 12)
        #expect(Set(blocks.compactMap(\.scene)) == Set(GuideScene.allCases.map(\.rawValue)))
        try await withStack { stack in
            let reader = try GuideReader(stack)
            var outputs: [String] = []
            for block in blocks {
                let scene = try block.scene.map { try #require(GuideScene(rawValue: $0)) }
                let phones = try await scene?.prepare(on: stack) ?? [:]
                let output = try await reader.run(block.command) { try await scene?.play(phones) }
                for phone in phones.values { await phone.quit() }
                outputs.append(output)
                let missing = Self.isUpdating ? [] : block.missing(from: output)
                #expect(missing.isEmpty, "\(block.command)\nlacks \(missing)\nand shows\n\(output)")
            }
            await reader.stop()
            if Self.isUpdating {
                try Data(GuideBlock.rewritten(document, outputs).utf8).write(to: Self.document)
            }
        }
    }
}

/// Somebody who has the guide open: runs its commands in a folder that holds `state`, with the programs in the PATH.
private final class GuideReader: Sendable {
    private let folder: URL

    init(_ stack: RunningStack) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("guide-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("state"), withDestinationURL: stack.layout.data)
    }

    func stop() async { try? FileManager.default.removeItem(at: folder) }

    /// Both outputs of the command, without what it says while it begins to listen. `meanwhile` runs once it listens, if it is one that listens.
    func run(_ command: String, meanwhile: () async throws -> Void) async throws -> String {
        let output = Mutex("")
        let log = folder.appendingPathComponent("errors")
        try? FileManager.default.removeItem(at: log)
        let script =
            "cd '\(folder.path)'; export PATH='\(RunningStack.programs.path)':/usr/bin:/bin COLUMNS=160; \(command)"
        let child = try ChildProcess(
            name: command, executable: URL(fileURLWithPath: "/bin/bash"), arguments: ["-c", script], log: log
        ) { piece in output.withLock { $0 += String(decoding: piece, as: UTF8.self) } }
        var errors: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }
        let listens = ["follow", "grep", "tap", "stats", "record"].contains { command.hasPrefix("zmqinspect \($0)") }
        if listens {
            try await eventually("it listens, or is over", within: .seconds(15)) {
                errors.contains("listening to") || !child.isRunning
            }
        }
        try await meanwhile()
        try await eventually("'\(command)' is over", within: .seconds(60)) { !child.isRunning }
        // The last piece of output comes beside the end.
        try await Task.sleep(for: .milliseconds(100))
        let remarks = errors.split(separator: "\n").filter { !$0.contains("listening to") }
        let shown = output.withLock { $0 }
        return
            (shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast(shown.hasSuffix("\n") ? 1 : 0)
            + remarks).joined(separator: "\n")
    }
}

/// What happens while a command of the guide listens.
private enum GuideScene: String, CaseIterable {
    case neverLoggedIn = "dave has never logged in"
    case noToken = "bob's phone is off and has no push token"
    case refusedPush = "carol's phone is off and the push provider does not answer"
    case busy = "bob talks with carol, and alice calls him"
    case rings = "bob's phone is on, and alice calls him"

    /// Sets the scene before anybody listens; gives the phones that are on.
    func prepare(on stack: RunningStack) async throws -> [String: ScriptedPhone] {
        var phones = ["alice": try await stack.phone("alice")]
        switch self {
        case .neverLoggedIn: break
        case .noToken: await (try stack.phone("bob")).quit()
        case .refusedPush:
            await (try stack.phone("carol")).quit()
            try await registerToken(of: "carol", on: stack)
            // The provider of this stack writes files: a folder in its place is a provider that takes nothing.
            let file = stack.layout.state(.push).appendingPathComponent("push.log")
            try? FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        case .busy:
            let (bob, carol) = (try await stack.phone("bob"), try await stack.phone("carol"))
            try await bob.perform("call carol")
            try await carol.wait(forEvent: "onCallReceived")
            try await carol.perform("accept")
            try await bob.wait(forState: "selfStatus", "accept")
            (phones["bob"], phones["carol"]) = (bob, carol)
        case .rings: phones["bob"] = try await stack.phone("bob")
        }
        return phones
    }

    func play(_ phones: [String: ScriptedPhone]) async throws {
        let alice = try #require(phones["alice"])
        switch self {
        case .neverLoggedIn:
            alice.send("call dave")
            try await alice.wait(for: "a refusal") { $0.members["error"] != nil }
        case .noToken: try await callInVain("bob", from: alice, for: .seconds(2))
        case .refusedPush: try await callInVain("carol", from: alice, for: .seconds(8))
        case .busy:
            try await alice.perform("call bob")
            try await alice.wait(forEvent: "onCallEnded")
        case .rings:
            let bob = try #require(phones["bob"])
            try await alice.perform("call bob")
            try await bob.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await alice.wait(forState: "selfStatus", "accept")
            try await alice.wait(forFirstAudioWithin: .seconds(5))
            try await alice.perform("hangup")
            try await bob.wait(forEvent: "onCallEnded")
        }
    }

    private func callInVain(_ user: String, from alice: ScriptedPhone, for patience: Duration) async throws {
        try await alice.perform("call \(user)")
        try await Task.sleep(for: patience)
        try await alice.perform("hangup")
        try await alice.wait(forEvent: "onCallEnded")
    }

    private func registerToken(of user: String, on stack: RunningStack) async throws {
        var configuration = BusConfiguration(service: "gateway", instance: "guide-\(UUID().uuidString.prefix(6))")
        configuration.security = try KeyFolder(stack.layout.busKeys).read()
            .security(of: BusRole("gateway"), at: Date())
        let node = try BusNode(configuration)
        try node.start()
        let push = Proto.PushClient(node.channel(to: [stack.layout.busEndpoint(.push)], service: "push"))
        let identity = Proto.ClientIdentity(
            userId: user, deviceId: "phone-\(user)", sessionId: "guide", platform: .ios)
        _ = try await push.registerToken(
            Proto.RegisterTokenRequest(provider: .log, kind: .voip, token: [1, 2, 3], topic: "org.example.voip"),
            CallOptions(identity: identity))
        await node.drain(within: .seconds(1))
    }
}
