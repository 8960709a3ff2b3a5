import Bus
import CallModel
import Crypto
import Foundation
import PostgresSupport
import TestSupport
import Testing
import UserSig
import Wire

/// The real executable, on a socket file of its own.
private final class PresenceProcess {
    let process = Process()
    let client: Proto.PresenceClient
    private let caller: BusNode
    private let errors = Pipe()

    init(_ folder: String, arguments: [String] = []) throws {
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("presence")
        process.arguments =
            [
                "--bus-bind=ipc://\(folder)/bus", "--data-dir=\(folder)/state", "--keys-file=\(folder)/keys.conf",
                "--signaling=", "--log-level=error",
            ] + arguments
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        caller = try BusNode(BusConfiguration(service: "gateway", instance: SecureRandom.uuid()))
        try caller.start()
        client = Proto.PresenceClient(caller.channel(to: ["ipc://\(folder)/bus"]))
        try process.run()
    }

    var isAnswering: Bool {
        get async {
            (try? await client.lookupUsers(Proto.LookupUsersRequest(), CallOptions(timeout: .seconds(1)))) != nil
        }
    }

    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Everything it wrote to standard error, once it has ended.
    func complaints() -> String { String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }

    func stop() async {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        await caller.drain(within: .zero)
    }
}

@Suite("The presence process")
struct ProcessTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try "sdk-app-id = \(appID)\nsecret-key = 0123456789abcdef0123456789abcdef\n".write(
            toFile: folder.path + "/keys.conf", atomically: true, encoding: .utf8)
        return folder
    }

    @Test("a session that was answered outlives kill -9; SIGTERM ends with 0")
    func survivesKill() async throws {
        let folder = try folder()
        let first = try PresenceProcess(folder.path)
        #expect(await eventually { await first.isAnswering })
        let sig = UserSig(
            userID: UserID("alice"), sdkAppID: appID,
            issuedAt: WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
        let opened = try await first.client.openSession(
            Proto.OpenSessionRequest(
                sdkAppId: appID, userId: "alice", userSig: sig.token(key: secret), deviceId: "phone",
                platform: .commandLine, gatewayEndpoint: "ipc://\(folder.path)/gateway"))
        first.kill()
        await first.stop()
        #expect(first.process.terminationReason == .uncaughtSignal)

        let second = try PresenceProcess(folder.path)
        #expect(await eventually { await second.isAnswering })
        let resumed = try await second.client.resumeSession(
            Proto.ResumeSessionRequest(
                sessionId: opened.sessionId, resumeToken: opened.resumeToken,
                gatewayEndpoint: "ipc://\(folder.path)/gateway"))
        #expect(resumed.identity?.sessionId == opened.sessionId)
        await second.stop()
        #expect(second.process.terminationReason == .exit && second.process.terminationStatus == 0)
    }

    @Test("keys change while it runs: after SIGHUP the new one counts, and the one before still does")
    func takesNewKeys() async throws {
        let folder = try folder()
        let presence = try PresenceProcess(folder.path)
        #expect(await eventually { await presence.isAnswering })
        let next = SecretKey("fedcba9876543210fedcba9876543210")
        func logIn(_ device: String, _ key: SecretKey) async -> RPCError? {
            let sig = UserSig(
                userID: UserID("alice"), sdkAppID: appID,
                issuedAt: WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
            return await refusal { () throws(RPCError) in
                try await presence.client.openSession(
                    Proto.OpenSessionRequest(
                        sdkAppId: appID, userId: "alice", userSig: sig.token(key: key), deviceId: device,
                        platform: .web, gatewayEndpoint: "ipc://\(folder.path)/gateway"))
            }
        }
        #expect(await logIn("first", next)?.reason == .usersigWrongKey)
        try KeyFile(sdkAppID: appID, secretKey: next, previousSecretKey: secret).text.write(
            toFile: folder.path + "/keys.conf", atomically: true, encoding: .utf8)
        Foundation.kill(presence.process.processIdentifier, SIGHUP)
        #expect(await eventually { await logIn("second", next) == nil })
        #expect(await logIn("third", secret) == nil)
        await presence.stop()
        #expect(presence.process.terminationStatus == 0)
    }

    @Test("every mistake in the configuration is told at once, with exit code 78")
    func refusesBadConfiguration() async throws {
        let folder = try folder()
        let process = try PresenceProcess(folder.path, arguments: ["--lease=never", "--colour=red"])
        process.process.waitUntilExit()
        #expect(process.process.terminationStatus == 78)
        let complaints = process.complaints()
        #expect(complaints.contains("lease") && complaints.contains("colour"))
        await process.stop()

        let lost = try PresenceProcess(folder.path, arguments: ["--store=mysql://anna:hush@db/presence"])
        lost.process.waitUntilExit()
        #expect(lost.process.terminationStatus == 78)
        let complaint = lost.complaints()
        #expect(complaint.contains("store: is no address of a PostgreSQL server") && !complaint.contains("hush"))
        await lost.stop()

        try "sdk-app-id = x\n".write(toFile: folder.path + "/keys.conf", atomically: true, encoding: .utf8)
        let keyless = try PresenceProcess(folder.path)
        keyless.process.waitUntilExit()
        #expect(keyless.process.terminationStatus == 78)
        #expect(keyless.complaints().contains("secret-key is missing"))
        await keyless.stop()
    }

    @Test("an unencrypted bus in production, unreadable, open or foreign keys: exit code 78, every problem told")
    func refusesAnUnsafeBus() async throws {
        let folder = try folder()
        let keys = folder.path("bus")
        func complaints(_ arguments: [String]) throws -> String {
            let process = try PresenceProcess(
                folder.path, arguments: ["--bus-bind=tcp://127.0.0.1:0", "--bus-keys=\(keys)"] + arguments)
            process.process.waitUntilExit()
            #expect(process.process.terminationStatus == 78)
            return process.complaints()
        }
        let production = try complaints(["--mode=production", "--bus-encryption=none", "--lease=never"])
        #expect(production.contains("lease"))
        #expect(
            try complaints(["--mode=production", "--bus-encryption=none"]).contains("mode = production refuses"))
        #expect(try complaints([]).contains("partyline keys bus --out \(keys)"))

        let files = FileManager.default
        try files.createDirectory(atPath: keys, withIntermediateDirectories: true)
        for file in ["allow.conf", "mask.key", "push-00000000.pub"] {
            _ = files.createFile(
                atPath: keys + "/" + file, contents: Data("x".utf8), attributes: [.posixPermissions: 0o644])
        }
        let mistakes = try complaints([])
        for words in ["mask.key: is a secret that others may read", "push-00000000.pub:1", "allow.conf:1"] {
            #expect(mistakes.contains(words), "\(mistakes)")
        }
        try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: keys)
        #expect(try complaints([]).contains("others may write there"))
    }

    @Test("a second process on one store says in one sentence who has it, and exits with 78; the first serves on")
    func refusesASecond() async throws {
        let folder = try folder()
        let first = try PresenceProcess(folder.path, arguments: ["--instance=presence-1"])
        #expect(await eventually { await first.isAnswering })
        let second = try PresenceProcess(folder.path, arguments: ["--bus-bind=ipc://\(folder.path)/other"])
        second.process.waitUntilExit()
        #expect(second.process.terminationReason == .exit && second.process.terminationStatus == 78)
        #expect(
            second.complaints() == """
                presence: \(folder.path)/state/presence.db is used by presence-1 \
                (process \(first.process.processIdentifier)): one process per SQLite file; for several replicas use PostgreSQL

                """)
        #expect(await first.isAnswering)
        await second.stop()
        first.kill()
        await first.stop()

        let third = try PresenceProcess(folder.path)
        #expect(await eventually { await third.isAnswering })
        await third.stop()
    }

    @Test("a file that is no store ends the process with a sentence and 78, not with a trap")
    func refusesAnotherFile() async throws {
        let folder = try folder()
        try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: true)
        try String(repeating: "This is a letter, not a store. ", count: 100).write(
            toFile: folder.path("state/presence.db"), atomically: true, encoding: .utf8)
        let process = try PresenceProcess(folder.path)
        process.process.waitUntilExit()
        #expect(process.process.terminationReason == .exit && process.process.terminationStatus == 78)
        #expect(
            process.complaints()
                == "presence: \(folder.path)/state/presence.db is something else than a store\n")
        await process.stop()
    }

    @Test("a server without the database named ends the process with a sentence and 78")
    func refusesAMissingDatabase() async throws {
        let folder = try folder()
        let address = try await PrivatePostgres.shared().address + " dbname=nowhere"
        let process = try PresenceProcess(folder.path, arguments: ["--store=\(address)"])
        process.process.waitUntilExit()
        #expect(process.process.terminationStatus == 78)
        #expect(process.complaints().hasSuffix("turns the login, or the database, away: SQLSTATE 3D000\n"))
        await process.stop()
    }

    @Test("a store that cannot be opened ends the process with 1")
    func refusesABadStore() async throws {
        let folder = try folder()
        try "in the way".write(toFile: folder.path + "/state", atomically: true, encoding: .utf8)
        let process = try PresenceProcess(folder.path)
        process.process.waitUntilExit()
        #expect(process.process.terminationStatus == 1)
        await process.stop()
    }
}
