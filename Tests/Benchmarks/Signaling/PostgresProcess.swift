import Foundation

/// A PostgreSQL server of the benchmark's own, with every commit on disk.
final class PostgresProcess {
    private let script = Process()
    private let lifeline = Pipe()
    private let folder = "/tmp/partyline-bench-pg-" + UUID().uuidString.prefix(8).lowercased()
    /// The parent of all its processes.
    let process: Int32

    init() throws {
        let output = Pipe()
        script.executableURL = URL(fileURLWithPath: "scripts/private-postgres.sh")
        // The script's own settings are for tests, which need no disk.
        script.arguments = [
            folder, "fsync=on", "full_page_writes=on", "synchronous_commit=on", "autovacuum=on", "wal_level=replica",
            "max_wal_senders=10", "shared_buffers=256MB",
        ]
        script.standardInput = lifeline
        script.standardOutput = output
        try script.run()
        let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let file = try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
        guard answer.hasPrefix("ready"), let process = file?.split(separator: "\n").first.flatMap({ Int32($0) }) else {
            throw SignalingProcess.Failure(description: "no PostgreSQL: \(answer)")
        }
        self.process = process
    }

    /// Through its socket.
    var address: String { "host=\(folder) port=5432 user=partyline dbname=postgres" }

    func end() {
        try? lifeline.fileHandleForWriting.close()
        script.waitUntilExit()
    }
}
