import Foundation

/// The service that is measured, as its users get it: the release build in a process of its own.
final class SignalingProcess {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let endpoint: String
    /// What its calls are paid with: itself, and its database's processes if it has a server.
    private(set) var payers: [Int32]
    private let process = Process()
    private let lifeline = Pipe()
    private let folder: String

    /// `program`: the executable; `neighbours`: where presence, push and media are. Its store is in a folder of its own
    /// on disk, and every answer waits for the disk; or behind `store`.
    init(
        program: String, port: Int, neighbours: String, store: String? = nil
    ) throws {
        endpoint = "tcp://127.0.0.1:\(port)"
        folder = NSTemporaryDirectory() + "partyline-bench-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            [
                "--bus-bind", endpoint, "--tap-bind", "off", "--bus-encryption", "none", "--exit-with-stdin", "true",
                "--data-dir", folder, "--store-durability", "power", "--presence", neighbours, "--push", neighbours,
                "--media", neighbours, "--instance", "bench",
            ] + (store.map { ["--store", $0] } ?? [])
        process.standardInput = lifeline
        let log = folder + "/log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        try process.run()
        payers = [process.processIdentifier]
    }

    /// The database's server has a process for each connection, which is there once the service has connected.
    func count(familyOf storeProcess: Int32) {
        payers = [process.processIdentifier] + ProcessorTime.family(of: storeProcess)
    }

    /// What it has complained about so far.
    var complaints: String {
        let text = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.contains("level=error") }.suffix(5).joined(separator: "\n")
    }

    func end() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
