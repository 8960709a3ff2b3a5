import Database
import TestSupport
import Testing

@Suite("Durability")
struct DurabilityTests {
    @Test(
        "power waits for the disk at each commit, process at checkpoints only",
        arguments: [("power", 2), ("process", 1)])
    func setsTheLibrary(name: String, synchronous: Int) async throws {
        let folder = try TemporaryFolder()
        var location = DatabaseLocation.file(folder.path("store.db"))
        location.durability = try #require(DatabaseLocation.Durability(name: name))
        let store = try Database(location, schema: people)
        // SQLite's numbers: 1 is NORMAL, 2 is FULL.
        #expect(try await store.transaction { try $0.queryOne("PRAGMA synchronous")?.int(0) } == synchronous)
        #expect(try await store.transaction { try $0.queryOne("PRAGMA journal_mode")?.text(0) } == "wal")
    }

    @Test("no other word is a durability")
    func refusesOtherNames() { #expect(DatabaseLocation.Durability(name: "full") == nil) }
}
