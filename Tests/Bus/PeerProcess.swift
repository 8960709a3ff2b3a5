import Foundation
import TestSupport
import Testing

/// A server in a process of its own (Tests/BusPeer), to be killed, stopped and blocked.
final class PeerProcess: Sendable {
    let endpoint: String
    private let process = Process()
    private let journal: URL
    private let input = Pipe()

    /// Starts one. `bind` may have port 0.
    static func start(_ instance: String, on bind: String = "tcp://127.0.0.1:0") async throws -> PeerProcess {
        // Not on the pool: whoever waits for a process there keeps the other tests waiting.
        try await onThread { Result { try PeerProcess(instance, on: bind) } }.get()
    }

    private init(_ instance: String, on bind: String) throws {
        journal = FileManager.default.temporaryDirectory.appendingPathComponent("bus-peer-\(UUID().uuidString)")
        try Data().write(to: journal)
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("bus-peer")
        process.arguments = [bind, instance, journal.path]
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        endpoint = line.trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(!endpoint.isEmpty)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: journal)
    }

    /// `kill -9`; returns once it is gone.
    func crash() async {
        kill(process.processIdentifier, SIGKILL)
        await onThread { self.process.waitUntilExit() }
    }

    /// Everything in it stands still, its sockets stay open.
    func freeze() { kill(process.processIdentifier, SIGSTOP) }
    func thaw() { kill(process.processIdentifier, SIGCONT) }

    /// What it executed, `method request` each.
    func executed() throws -> [String] {
        String(decoding: try Data(contentsOf: journal), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
