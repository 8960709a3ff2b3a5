import Foundation

/// What `make soak` was asked for, from the environment.
struct SoakOptions {
    let duration: Duration
    let seed: UInt64
    /// Where the peers' executable is.
    let peer: URL
    let folder: URL

    /// What cannot be done, in the operator's words.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    init(_ environment: [String: String]) throws(Refusal) {
        let asked = environment["DURATION", default: ""]
        guard let duration = Self.duration(asked.isEmpty ? "10m" : asked) else {
            throw Refusal(description: "DURATION is like 90s, 10m or 2h, not \(asked)")
        }
        self.duration = duration
        let seedText = environment["SEED", default: ""]
        guard let seed = seedText.isEmpty ? UInt64.random(in: 0...UInt64.max) : UInt64(seedText) else {
            throw Refusal(description: "SEED is a whole number, not \(seedText)")
        }
        self.seed = seed
        peer = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "bus-peer")
        folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(seed)")
    }

    /// There is time for faults that take a minute.
    var isLong: Bool { duration >= .seconds(600) }

    /// `90s`, `10m`, `2h`; from a second to a month.
    private static func duration(_ text: String) -> Duration? {
        guard let unit = text.last, let unitSeconds = ["s": 1.0, "m": 60, "h": 3_600][unit],
            let number = Double(text.dropLast())
        else { return nil }
        let seconds = number * unitSeconds
        return (1...2_678_400).contains(seconds) ? .seconds(seconds) : nil
    }
}
