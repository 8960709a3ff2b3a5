import Bus
import BusKeys
import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import partyline

@Suite struct BusKeysWordTests {
    private let place: TemporaryFolder
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { place = try TemporaryFolder() }

    private func run(_ words: String..., at time: Date? = nil) throws -> ExitCode {
        let arguments = try Arguments(words, options: KeysCommand.options)
        let word = try #require(arguments.rest.first.flatMap(BusKeysWord.init))
        return try word.run(arguments, at: time ?? now)
    }

    @Test("keys are made, rotated, listed, retired and exported by the words of the help")
    func words() throws {
        let (folder, desk) = (place.path("bus"), place.path("desk"))
        #expect(try run("bus", "--out", folder) == .success)
        #expect(try run("bus", "--out", folder, "--role", "inspector-full") == .success)
        #expect(try KeyFolder(path: folder).read().keys.count == 8)
        #expect(try run("rotate", "--dir", folder, "--role", "push", "--in", "1m") == .success)
        #expect(try run("list", "--dir", folder) == .success)
        #expect(try run("retire", "--dir", folder, at: now + 60) == .success)
        #expect(try KeyFolder(path: folder).read().keys.count == 8)
        #expect(try run("export", "--dir", folder, "--role", "inspector", "--out", desk) == .success)
        let security = try KeyFolder(path: desk).read().security(of: .inspector, at: now)
        #expect(security.role == .inspector && security.serverKeys.count == 8)
    }

    @Test("what cannot be done is said in a sentence")
    func refusals() throws {
        let folder = place.path("bus")
        #expect(throws: VerbFailure.self) { try run("list", "--dir", folder) }
        #expect(throws: ArgumentFailure.self) { try run("bus", "--out", folder, "--role", "Push!") }
        _ = try run("bus", "--out", folder)
        #expect(throws: ArgumentFailure.self) { try run("export", "--dir", folder, "--out", place.path("x")) }
        #expect(throws: ArgumentFailure.self) { try run("export", "--dir", folder, "--role", "push") }
        #expect(throws: VerbFailure.self) { try run("rotate", "--dir", folder, "--role", "nobody") }
        _ = try run("rotate", "--dir", folder, "--in", "1h")
        #expect(throws: VerbFailure.self) { try run("retire", "--dir", folder) }
    }

    @Test("the help names every word")
    func help() {
        for word in BusKeysWord.allCases { #expect(KeysCommand.help.contains("partyline keys \(word.rawValue)")) }
    }
}
