import CallModel
import Foundation
import Testing
import UserSig

@testable import partyline

/// Wrong tokens and wrong configuration: clear words, the public numbers, the agreed exit codes.
@Suite("Refusals, end to end", .serialized)
struct RefusalTests {
    @Test("an expired, forged, foreign or broken UserSig is refused with its public error code")
    func userSigs() async throws {
        try await withStack { stack in
            let keys = try KeyFile(reading: stack.layout.keysFile)
            let foreignKey = KeyFile(sdkAppID: keys.sdkAppID, secretKey: SecretKey(String(repeating: "a", count: 64)))
            let foreignApp = KeyFile(sdkAppID: 1_400_000_999, secretKey: keys.secretKey)
            let alice = try #require(UserID(validating: "alice"))
            let bob = try #require(UserID(validating: "bob"))
            let cases: [(String, Int, String)] = [
                ("expired", 70_001, keys.userSig(for: alice, expire: 60, at: Date(timeIntervalSinceNow: -3_600))),
                ("forged", 70_009, foreignKey.userSig(for: alice, expire: 60, at: Date())),
                ("for another user", 70_013, keys.userSig(for: bob, expire: 60, at: Date())),
                ("for another app", 70_014, foreignApp.userSig(for: alice, expire: 60, at: Date())),
                ("cut short", 70_003, String(keys.userSig(for: alice, expire: 60, at: Date()).prefix(40))),
            ]
            for (what, code, token) in cases {
                #expect(try await loginError(token, on: stack) == code, "\(what)")
            }
            // The right one still gets in.
            let phone = try await stack.phone("alice")
            await phone.quit()
        }
    }

    @Test(
        "every mistake in a configuration is listed at once, with exit code 78", arguments: StackLayout.Service.allCases
    )
    func configuration(service: StackLayout.Service) async throws {
        let (status, words) = try await run(
            service.rawValue, ["--bus-bind=nonsense", "--no-such-key=1", "--log-level=loud", "--drain-timeout=soon"])
        #expect(status == 78)
        for key in ["bus-bind", "no-such-key", "log-level", "drain-timeout"] {
            #expect(words.contains(key), "\(key) is not named in: \(words)")
        }
    }

    @Test(
        "the command explains itself, and refuses what it does not know",
        arguments: [
            (["help"], 0, "up"), (["phone", "--help"], 0, "--server"), (["up", "--help"], 0, "--data"),
            (["usersig", "--help"], 0, "--expire"), (["keys", "--help"], 0, "--rotate"),
            (["demo", "--help"], 0, "--output"),
            ([], 64, "Commands"), (["nonsense"], 64, "no such command"), (["usersig"], 64, "--user is missing"),
            (["usersig", "--user", "not ok"], 64, "letters"), (["up", "--port", "x"], 64, "whole number"),
            (["usersig", "--user", "alice", "--keys", "/nowhere"], 66, "partyline keys"),
        ])
    func command(words: [String], code: Int, says: String) async throws {
        let (status, output) = try await run("partyline", words)
        #expect(Int(status) == code)
        #expect(output.contains(says), "\(output)")
    }

    /// Runs a program to its end; gives its status and all that it said.
    private func run(_ program: String, _ arguments: [String]) async throws -> (Int32, String) {
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        let child = try ChildProcess(
            name: program, executable: RunningStack.programs.appendingPathComponent(program), arguments: arguments,
            log: log)
        let status = await child.waitForExit()
        return (status, try String(contentsOf: log, encoding: .utf8))
    }

    private func loginError(_ token: String, on stack: RunningStack) async throws -> Int? {
        let phone = try ScriptedPhone(
            user: "alice", layout: stack.layout, extra: ["--usersig", token], program: RunningStack.program)
        let line = try await phone.wait(for: "a refused login") { $0.members["error"] != nil }
        await phone.quit()
        return line.members["error"]?.number.map { Int($0) }
    }
}
