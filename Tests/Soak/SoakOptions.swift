import Foundation

/// What `make soak` was asked for, from the environment.
struct SoakOptions {
    let duration: Duration
    let seed: UInt64
    /// Where the peers' executable is.
    let peer: URL
    let folder: URL

    init() {
        let environment = ProcessInfo.processInfo.environment
        duration = Self.duration(environment["DURATION"] ?? "10m") ?? .seconds(600)
        seed = environment["SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
        peer = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "bus-peer")
        folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(seed)")
    }

    /// `90s`, `10m`, `2h`.
    private static func duration(_ text: String) -> Duration? {
        guard let number = Double(text.dropLast()), let unit = text.last else { return nil }
        let seconds = ["s": 1.0, "m": 60, "h": 3_600][unit]
        return seconds.map { .seconds(number * $0) }
    }
}
