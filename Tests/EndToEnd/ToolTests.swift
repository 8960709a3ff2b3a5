import Foundation
import Testing

@testable import partyline

/// What operators and container engines run against a stack.
@Suite("Health and load, end to end", .serialized)
struct ToolTests {
    /// A run of the command: exit code and what it said.
    private func run(_ arguments: String...) async throws -> (status: Int32, words: String) {
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("tool-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: log) }
        let child = try ChildProcess(
            name: arguments[0], executable: RunningStack.program, arguments: arguments, log: log)
        let status = await child.waitForExit()
        return (status, try String(contentsOf: log, encoding: .utf8))
    }

    @Test("health: 0 from a service that serves, 69 where nobody answers, 64 without sense")
    func health() async throws {
        try await withStack { stack in
            let keys = stack.layout.busKeys.path
            for service in StackLayout.Service.allCases {
                let (status, words) = try await run(
                    "health", stack.layout.busEndpoint(service), "--service", service.rawValue, "--bus-keys", keys)
                #expect(status == 0 && words == "serving\n")
            }
            let free = "tcp://127.0.0.1:\(stack.layout.busPort + 8)"
            #expect(try await run("health", free, "--within", "300ms", "--quiet") == (69, ""))
            #expect(try await run("health", free, free).status == 64)
        }
    }

    @Test("load: every call of a quiet stack is answered, heard and ended, and the table says so")
    func load() async throws {
        try await withStack { stack in
            let (status, words) = try await run(
                "load", "--server", stack.layout.clientAddress, "--keys", stack.layout.data.path, "--rate", "1",
                "--long",
                "1", "--for", "5s", "--hold", "1s")
            print(words)
            #expect(status == 0)
            #expect(words.contains("FIGURE load_calls_lost 0 calls goal <= 0 met"))
        }
    }
}
