public import Database
import Foundation
import Synchronization
import TestSupport

/// A PostgreSQL server for tests, in a folder of its own that other users cannot enter. It ends with the test run, however
/// that ends. Where it cannot run, tests fail and say why.
public final class PrivatePostgres: Sendable {
    /// Why there is no server, as a sentence.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// In /tmp: the path of a socket has 107 bytes.
    private let folder = "/tmp/partyline-postgres-" + UUID().uuidString.prefix(13).lowercased()
    private let script = Process()
    private let orders = Pipe()
    private let answers: FileHandle
    private let port: UInt16
    private let made = Atomic(0)

    private static let common = Task { try await start() }

    /// The one that all tests of this run may share, if they let it be.
    public static func shared() async throws -> PrivatePostgres { try await common.value }

    /// One to be tormented. With a `port` it listens on 127.0.0.1 too, without a password.
    public static func start(port: UInt16? = nil) async throws -> PrivatePostgres {
        // It takes seconds, and other tests need the few threads that tasks have.
        try await onThread { Result { try PrivatePostgres(port: port) } }.get()
    }

    private init(port: UInt16?) throws {
        self.port = port ?? 5_432
        let output = Pipe()
        answers = output.fileHandleForReading
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        script.executableURL = root.appendingPathComponent("scripts/private-postgres.sh")
        let listening = port.map { ["listen_addresses=127.0.0.1", "port=\($0)"] } ?? []
        script.arguments = [folder] + listening
        script.standardInput = orders
        script.standardOutput = output
        try script.run()
        try expect("ready")
    }

    /// Its end of input is the script's end.
    deinit {
        try? orders.fileHandleForWriting.close()
        script.waitUntilExit()
    }

    /// Through its socket.
    public var address: String { "host=\(folder) port=\(port) user=partyline dbname=postgres" }

    /// Tables that no other test has.
    public func freshLocation() -> DatabaseLocation { .server(address, suffix: freshSuffix()) }

    public func freshSuffix() -> String { "_t\(made.add(1, ordering: .relaxed).newValue)" }

    /// As a crash: nothing is said to anybody.
    public func kill() throws { try order("kill") }

    /// After `kill`; what was committed is there.
    public func restart() throws { try order("start", answer: "ready") }

    /// Its processes stop where they are: connections stay, and nothing answers.
    public func freeze() throws { try order("freeze") }

    /// After `freeze`.
    public func thaw() throws { try order("thaw") }

    private func order(_ order: String, answer: String = "done") throws {
        try orders.fileHandleForWriting.write(contentsOf: Data("\(order)\n".utf8))
        try expect(answer)
    }

    private func expect(_ answer: String) throws {
        var line = Data()
        while line.last != UInt8(ascii: "\n"), let byte = try answers.read(upToCount: 1), !byte.isEmpty { line += byte }
        let said = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard said == answer else {
            throw Failure(description: "PostgreSQL for tests does not run: \(said.isEmpty ? "no answer" : said)")
        }
    }
}
