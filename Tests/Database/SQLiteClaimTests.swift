import Database
import Foundation
import TestSupport
import Testing

@Suite("SQLite claim")
struct SQLiteClaimTests {
    @Test("a second store on a file does not open, and names who has it")
    func refusesASecond() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.db")
        let first = try Database(.file(path, claim: .exclusive(holder: "signaling-1")), schema: people)
        let holder = "signaling-1 (process \(ProcessInfo.processInfo.processIdentifier))"
        #expect(throws: DatabaseError.inUse(by: holder)) { _ = try Database(.file(path), schema: people) }
        // The one that has it is none the worse.
        try await first.transaction { _ = try $0.execute("INSERT INTO person (id) VALUES ('a')") }
        await first.close()
        let second = try Database(.file(path), schema: people)
        #expect(try await second.transaction { try $0.query("SELECT id FROM person") }.count == 1)
    }

    @Test("a store that nobody refers to any more has given the file back, also right after a transaction")
    func givesBack() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<50 {
            let store = try Database(.file(folder.path("store.db")), schema: people)
            _ = try await store.transaction { try $0.execute("INSERT INTO person (id) VALUES ($1)", "p\(round)") }
        }
    }

    @Test("a store that did not open has given the file back")
    func givesBackAfterAFailure() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.db")
        do { _ = try Database(.file(path), schema: people) }
        #expect(throws: DatabaseError.foreignSchema(found: "people")) {
            _ = try Database(.file(path), schema: Schema(name: "push", steps: []))
        }
        _ = try Database(.file(path), schema: people)
    }

    @Test("the file that a dead process left behind is in nobody's way")
    func takesOverAStaleFile() throws {
        let folder = try TemporaryFolder()
        let lock = folder.path("store.db.lock")
        try "signaling-0 1 and more than the next one writes, in two\nlines".write(
            toFile: lock, atomically: true, encoding: .utf8)
        let store = try Database(
            .file(folder.path("store.db"), claim: .exclusive(holder: "signaling-1")), schema: people)
        withExtendedLifetime(store) {
            let text = try? String(contentsOfFile: lock, encoding: .utf8)
            #expect(text == "signaling-1 \(ProcessInfo.processInfo.processIdentifier)\n")
        }
    }

    @Test("another process that holds the lock is named; killed, it is out of the way at once")
    func goesWithItsProcess() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.db")
        let other = Process()
        other.executableURL = URL(fileURLWithPath: "/bin/bash")
        other.arguments = [
            "-c", "exec 9<>\(path).lock && flock -n 9 && echo \"signaling-7 $$\" >&9 && exec tail -f /dev/null",
        ]
        try other.run()
        let holder = "signaling-7 (process \(other.processIdentifier))"
        #expect(
            await eventually { (try? String(contentsOfFile: path + ".lock", encoding: .utf8))?.isEmpty == false })
        #expect(throws: DatabaseError.inUse(by: holder)) { _ = try Database(.file(path), schema: people) }
        kill(other.processIdentifier, SIGKILL)
        other.waitUntilExit()
        _ = try Database(.file(path), schema: people)
    }

    @Test("with claim none a file may be open twice, and nothing is left beside it")
    func claimsNothing() throws {
        let folder = try TemporaryFolder()
        let location = DatabaseLocation.file(folder.path("store.db"), claim: .none)
        let stores = try (0..<2).map { _ in try Database(location, schema: people) }
        withExtendedLifetime(stores) {
            #expect(!FileManager.default.fileExists(atPath: folder.path("store.db.lock")))
        }
    }
}
