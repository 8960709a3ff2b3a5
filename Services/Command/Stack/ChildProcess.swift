import CommandLineKit
import Foundation
import Synchronization

/// A program that this process started and will end. Its standard input stays open as long as this process lives, so that
/// a service started with `exit-with-stdin` never outlives us, even if we are killed.
final class ChildProcess: Sendable {
    let name: String
    private let process: Process
    private let input: Pipe
    private let state = Mutex(State())

    private struct State {
        var exitStatus: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    /// Starts `executable` with what is set in `environment` beside this process's own, and its output appended to `log`, or handed to `onOutput` in pieces as they come.
    init(
        name: String, executable: URL, arguments: [String], environment: [String: String] = [:], log: URL? = nil,
        onOutput: (@Sendable (Data) -> Void)? = nil
    ) throws {
        _ = ChildProcess.ignoresBrokenPipes
        self.name = name
        process = Process()
        input = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        if !environment.isEmpty {
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        }
        process.standardInput = input
        if let log {
            let handle = try ChildProcess.openForAppending(log)
            if onOutput == nil { process.standardOutput = handle }
            process.standardError = handle
        }
        if let onOutput {
            let output = Pipe()
            output.fileHandleForReading.readabilityHandler = { handle in
                let piece = handle.availableData
                if piece.isEmpty { handle.readabilityHandler = nil } else { onOutput(piece) }
            }
            process.standardOutput = output
        }
        process.terminationHandler = { [weak self] ended in self?.ended(with: ended.terminationStatus) }
        try process.run()
    }

    /// A program that has just ended must cost a failed write, not this process. Done once.
    private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

    var processID: Int32 { process.processIdentifier }

    var isRunning: Bool { state.withLock { $0.exitStatus == nil } }

    /// Writes one line to the program's standard input. Ignored if it has ended.
    func send(line: String) {
        guard isRunning else { return }
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits for the end; gives the exit status, or the signal number if a signal ended it.
    func waitForExit() async -> Int32 {
        await withCheckedContinuation { continuation in
            let already = state.withLock { state -> Int32? in
                if state.exitStatus == nil { state.waiters.append(continuation) }
                return state.exitStatus
            }
            if let already { continuation.resume(returning: already) }
        }
    }

    /// Asks the program to end (SIGTERM), and makes it end (SIGKILL) if it has not within `grace`.
    func stop(grace: Duration) async {
        guard isRunning else { return }
        kill(processID, SIGTERM)
        let killer = Task { [self] in
            try await Task.sleep(for: grace)
            if isRunning { kill(processID, SIGKILL) }
        }
        _ = await waitForExit()
        killer.cancel()
    }

    private func ended(with status: Int32) {
        let waiters = state.withLock { state -> [CheckedContinuation<Int32, Never>] in
            state.exitStatus = status
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }

    private static func openForAppending(_ file: URL) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: file.path) {
            guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
                throw VerbFailure("cannot write \(file.path)", code: .cannotCreate)
            }
        }
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        return handle
    }
}
