import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import partyline

@Suite struct StackClaimTests {
    /// A folder of its own, and ports that nothing listens on.
    private func makeLayout(clientPort: Int) throws -> StackLayout {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("claim-\(UUID().uuidString)")
        let base = Int.random(in: 20_000...29_000)
        let layout = StackLayout(data: folder, clientPort: clientPort, busPort: base, mediaPort: base + 10)
        try layout.createFolders()
        return layout
    }

    @Test("a data folder belongs to one stack, until that one ends")
    func folder() throws {
        let layout = try makeLayout(clientPort: 0)
        defer { try? FileManager.default.removeItem(at: layout.data) }
        do {
            let first = try StackClaim(layout)
            let failure = #expect(throws: VerbFailure.self) { try StackClaim(layout) }
            #expect(failure?.message.contains(layout.data.path) == true)
            #expect(failure?.code == .unavailable)
            withExtendedLifetime(first) {}
        }
        #expect(throws: Never.self) { try StackClaim(layout) }
    }

    @Test("a port that is taken is named, with the option that changes it")
    func port() throws {
        let taken = ReservedPort()
        let layout = try makeLayout(clientPort: Int(taken.number))
        defer { try? FileManager.default.removeItem(at: layout.data) }
        let failure = #expect(throws: VerbFailure.self) { try StackClaim(layout) }
        #expect(failure?.message.contains("tcp \(taken.number) (clients, --port)") == true)
        withExtendedLifetime(taken) {}
    }

    @Test("a data folder that cannot be made is named in a sentence")
    func unusableFolder() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("claim-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let layout = StackLayout(data: file, clientPort: 0, busPort: 20_000, mediaPort: 20_010)
        let failure = #expect(throws: VerbFailure.self) { try layout.createFolders() }
        #expect(failure?.message.hasPrefix("cannot make the folder \(file.path): ") == true)
        #expect(failure?.code == .cannotCreate)
    }
}
