import CallModel
import Crypto
import Foundation
import MonotonicClock
import UserSig

/// Real gateways and a real presence, with many phones connected over TLS: what an idle session costs in memory, and how
/// the phones of a gateway that dies come back through the other one.
struct HerdBench {
    /// What came of it.
    struct Result {
        /// Of gateway and presence together, a session.
        var bytesPerSession = Double.nan
        /// From the loss until the last phone was back, in seconds. Infinite if one was not.
        var allBack = Double.infinity
        var attemptsPerPhone = Double.nan
        /// The most attempts within any second, of all phones'.
        var busiestSecond = Double.nan
        var failures: [String: Int] = [:]
    }

    let folder: String
    let sessions: Int

    /// Of the logins, which nobody measures, and of the return.
    private static let limit = Duration.seconds(150)

    func run() async throws -> Result {
        let home = NSTemporaryDirectory() + "partyline-bench-herd-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        let keys = KeyFile.fresh(sdkAppID: 1)
        try keys.text.write(toFile: home + "/keys.conf", atomically: true, encoding: .utf8)
        try DevelopmentCertificate().write(certificatePath: home + "/cert.pem", keyPath: home + "/key.pem")
        let presence = try BenchService(
            folder + "/presence", bus: 17_202, home: home,
            ["--keys-file", home + "/keys.conf", "--data-dir", home, "--signaling", ""])
        let gateways = try (0..<2).map { number in
            try BenchService(
                folder + "/gateway", bus: 17_210 + number, home: home,
                [
                    "--client-port", "\(17_220 + number)", "--tls-certificate", home + "/cert.pem", "--tls-key",
                    home + "/key.pem", "--max-connections", "\(sessions + 1_000)", "--presence", presence.endpoint,
                ])
        }
        defer { for service in gateways + [presence] { service.end() } }
        try await Task.sleep(for: .seconds(1))
        let herd = try Herd(
            count: sessions, urls: (0..<2).map { "wss://127.0.0.1:\(17_220 + $0)/v1" }, keys: keys)
        let empty = gateways[0].residentBytes + presence.residentBytes
        let life = Task { await herd.live() }
        defer { life.cancel() }
        var result = Result()
        guard try await isOnline(herd) else {
            result.failures = herd.report.failures
            result.failures["not logged in in time"] = sessions - herd.report.online
            return result
        }
        // What the logins needed for a moment is given back.
        try await Task.sleep(for: .seconds(2))
        result.bytesPerSession = Double(gateways[0].residentBytes + presence.residentBytes - empty) / Double(sessions)
        let loss = MonotonicInstant.now
        gateways[0].crash()
        while herd.report.online == sessions { try await Task.sleep(for: .milliseconds(5)) }
        if try await isOnline(herd) { result.allBack = (MonotonicInstant.now - loss) / .seconds(1) }
        let attempts = herd.report.attempts.filter { $0 >= loss }
        result.attemptsPerPhone = Double(attempts.count) / Double(sessions)
        let seconds = Dictionary(grouping: attempts) { ($0 - loss).components.seconds }
        result.busiestSecond = Double(seconds.values.map(\.count).max() ?? 0)
        result.failures = herd.report.failures
        return result
    }

    private func isOnline(_ herd: Herd) async throws -> Bool {
        let end = MonotonicInstant.now + Self.limit
        while herd.report.online < sessions {
            guard MonotonicInstant.now < end else { return false }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}

/// A service of the release build that lives as long as this process lets it.
final class BenchService {
    let endpoint: String
    private let process = Process()
    private let lifeline = Pipe()

    init(_ program: String, bus: Int, home: String, _ arguments: [String]) throws {
        endpoint = "tcp://127.0.0.1:\(bus)"
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            ["--bus-bind", endpoint, "--tap-bind", "off", "--bus-encryption", "none", "--exit-with-stdin", "true"]
            + ["--log-level", "error"] + arguments
        process.standardInput = lifeline
        let log = home + "/\(bus).log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        try process.run()
    }

    /// What is in memory that is the process's own: without the files it maps.
    var residentBytes: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }

    /// As a crash would end it.
    func crash() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func end() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
