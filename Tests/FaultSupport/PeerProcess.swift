public import Foundation

/// A process on the bus that a test kills, stops and starts again. Its journal outlives it.
public final class PeerProcess {
    /// Where it listens, whichever life it is in.
    public let endpoint: String
    private let instance: String
    private let journal: String
    private let executable: URL
    private var process = Process()
    private var lifeline = Pipe()
    /// Started, and not ended by us yet.
    private var isMeantToRun = false
    /// Lives that were over before `kill` ended them: the crashes a test has to explain.
    public private(set) var endsByItself = 0

    /// Starts it. `folder` is where its journal goes.
    public init(_ instance: String, on endpoint: String, folder: String, executable: URL? = nil) throws {
        self.instance = instance
        self.endpoint = endpoint
        journal = folder + "/" + instance + ".journal"
        self.executable =
            executable
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "bus-peer")
        try Data().write(to: URL(filePath: journal))
        try start()
    }

    deinit { kill() }

    /// Another life, after `kill`.
    public func start() throws {
        process = Process()
        lifeline = Pipe()
        process.executableURL = executable
        process.arguments = [endpoint, instance, journal]
        // It ends with its standard input, so none is left behind by a test that is killed itself.
        process.standardInput = lifeline
        process.standardOutput = FileHandle.nullDevice
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        try process.run()
        isMeantToRun = true
    }

    /// Ends it as a crash does. Another call before the next `start` does nothing.
    public func kill() {
        guard isMeantToRun else { return }
        isMeantToRun = false
        if process.isRunning { signal(SIGKILL) }
        process.waitUntilExit()
        let isOurs = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
        if !isOurs { endsByItself += 1 }
    }

    /// SIGSTOP: it keeps its connections and does nothing.
    public func stop() { signal(SIGSTOP) }

    /// SIGCONT.
    public func resume() { signal(SIGCONT) }

    /// For what the system knows about it.
    public var identifier: Int32 { process.processIdentifier }

    /// It has not ended by itself.
    public var isRunning: Bool { process.isRunning }

    /// What was booked in all its lives, in order.
    public func bookings() throws -> [String] {
        guard let bytes = FileManager.default.contents(atPath: journal) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("Book ") }
            .map { String($0.dropFirst(5)) }
    }

    private func signal(_ number: Int32) {
        // Zero and less would mean other processes than this one.
        guard process.processIdentifier > 0 else { return }
        _ = Foundation.kill(process.processIdentifier, number)
    }
}
