import Foundation
import Testing

@testable import partyline

/// `partyline up` in a folder of its own on ports of its own: real processes, as a user would have them.
final class RunningStack: Sendable {
    let layout: StackLayout
    private let command: ChildProcess

    /// Where the programs under test are: PARTYLINE_BIN, or the folder of this test run's own build.
    static let programs: URL = {
        if let folder = ProcessInfo.processInfo.environment["PARTYLINE_BIN"] { return URL(fileURLWithPath: folder) }
        return OwnProgram.folder
    }()

    static var program: URL { programs.appendingPathComponent("partyline") }

    /// Starts a stack and waits until it says that it is up.
    init(overrides: [String] = []) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("partyline-\(UUID().uuidString.prefix(8))")
        // Below 32768, so that no connecting socket can have been given the port.
        // Taps are 100 above: every other hundred is theirs.
        let base = Int.random(in: 100...154) * 200 + Int.random(in: 0..<10) * 10
        layout = StackLayout(data: folder, clientPort: base, busPort: base + 1, mediaPort: base + 12_000)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        command = try ChildProcess(
            name: "partyline up", executable: RunningStack.program,
            arguments: [
                "up", "--data", folder.path, "--port", "\(layout.clientPort)", "--bus-port", "\(layout.busPort)",
                "--media-port", "\(layout.mediaPort)",
            ] + overrides,
            log: folder.appendingPathComponent("up.log"))
        try await eventually("the stack is up", within: .seconds(30)) { [self] in
            try #require(command.isRunning, "partyline up ended: \(upLog)")
            return upLog.contains("Partyline is up.")
        }
    }

    var upLog: String {
        (try? String(contentsOf: layout.data.appendingPathComponent("up.log"), encoding: .utf8)) ?? ""
    }

    func phone(_ user: String, _ extra: [String] = []) async throws -> ScriptedPhone {
        let phone = try ScriptedPhone(user: user, layout: layout, extra: extra, program: RunningStack.program)
        try await phone.wait(forState: "login", "logined", within: .seconds(15))
        return phone
    }

    /// Ends one service as a crash would; `up` starts it again.
    func crash(_ service: StackLayout.Service, with signal: Int32 = SIGKILL) throws {
        kill(try processID(of: service), signal)
    }

    func processID(of service: StackLayout.Service) throws -> Int32 {
        let text = try String(contentsOf: layout.pidFile(service), encoding: .utf8)
        return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Drains the stack; the folder goes unless something is to be looked at.
    func stop(keep: Bool = false) async {
        await command.stop(grace: .seconds(20))
        if !keep { try? FileManager.default.removeItem(at: layout.data) }
    }
}

/// Runs `body` with a stack that is stopped afterwards, whatever happens. On failure its folder stays and is named.
func withStack(overrides: [String] = [], _ body: (RunningStack) async throws -> Void) async throws {
    let stack = try await RunningStack(overrides: overrides)
    do {
        try await body(stack)
    } catch {
        print("state and logs of the failed stack: \(stack.layout.data.path)")
        await stack.stop(keep: true)
        throw error
    }
    await stack.stop()
}

/// Waits for a condition, looking every few milliseconds.
func eventually(
    _ what: String, within limit: Duration = .seconds(10), _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while clock.now < end {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw NeverHappened(what: what, limit: limit)
}

struct NeverHappened: Error, CustomStringConvertible {
    let what: String
    let limit: Duration
    var description: String { "not within \(limit): \(what)" }
}
