import Foundation

/// One run of the real program: its words, what it printed, how it ended.
struct InspectorRun: Sendable {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The program that this test run built.
    static let program: URL = {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("zmqinspect")
    }()

    /// Runs to the end; a program that hangs is killed after a minute, so that the test fails instead.
    init(
        _ words: [String], input: String = "", environment: [String: String] = [:], program: URL = program
    ) async throws {
        let process = Process()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inspect-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        process.executableURL = program
        process.arguments = words
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path].merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
                let running = process
                DispatchQueue.global().asyncAfter(deadline: .now() + 60) {
                    if running.isRunning { running.terminate() }
                }
            } catch { continuation.resume(throwing: error) }
        }
        output = try String(contentsOf: files[1], encoding: .utf8)
        errors = try String(contentsOf: files[2], encoding: .utf8)
    }
}
