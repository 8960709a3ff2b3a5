import Bus
import CommandLineKit
import Foundation
import NameResolution

/// Where a process is looked for, and which service it must be; empty: any. On an encrypted bus the service's keys are the
/// only ones that are trusted there.
struct Target: Sendable, Hashable {
    let service: String
    /// `tcp://host:port`, `ipc://path`
    let endpoint: String

    init(service: String = "", endpoint: String) {
        self.service = service
        self.endpoint = endpoint
    }

    /// `tcp://signaling:7103`, or `signaling=tcp://10.0.0.7:7103`; `nil` if it is neither.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2, !parts[0].contains(":") {
            self.init(service: parts[0], endpoint: parts[1])
        } else {
            self.init(endpoint: text)
        }
        guard BusTarget(endpoint) != nil else { return nil }
    }
}

/// Which processes to look at, and with which keys: from the command line, the environment, or a `partyline up`.
struct TargetList: Sendable {
    /// As given, names not looked up.
    let targets: [Target]
    /// The folder of bus keys, if there is one.
    let keys: String?
    /// Where the targets came from, for whoever gets no answer.
    let source: String

    static let variable = "ZMQINSPECT_TARGETS"
    static let usual = zip(["gateway", "presence", "signaling", "push", "media"], 7_101...7_105)
        .map { "\($0)=tcp://127.0.0.1:\($1)" }

    init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let data = arguments["data"]
        keys = arguments["keys"] ?? TargetList.keys(in: data ?? "state")
        let given = arguments.list("target")
        let named = (environment[TargetList.variable] ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        let texts: [String]
        if !given.isEmpty {
            (texts, source) = (given, "--target")
        } else if data == nil, !named.isEmpty {
            (texts, source) = (named, "$" + TargetList.variable)
        } else if let found = TargetList.endpoints(in: data ?? "state") {
            (texts, source) = (found, "\(data ?? "./state"), of `partyline up`")
        } else if let data {
            throw VerbFailure(
                "\(data) is no folder of a running `partyline up`: it has no run/endpoints", code: .unreachable)
        } else {
            texts = TargetList.usual
            source = "the usual ports, as no --target, --data or $\(TargetList.variable) was given"
        }
        let source = source
        targets = try texts.map { text throws(ArgumentFailure) in
            guard let target = Target(text) else {
                throw ArgumentFailure(
                    message: "\(text) (from \(source)) is no endpoint: tcp://HOST:PORT or ipc://PATH")
            }
            return target
        }
    }

    /// All addresses of all targets, as they are now. A name that cannot be looked up stands for itself, so that whoever
    /// calls it learns why.
    func addresses() async -> [Target] {
        var result: [Target] = []
        for target in targets {
            guard case .name(let host, let port) = BusTarget(target.endpoint) else {
                result.append(target)
                continue
            }
            let addresses = await withCheckedContinuation { continuation in
                TargetList.resolver.resolve(host) { continuation.resume(returning: (try? $0.get()) ?? []) }
            }
            let found = addresses.sorted().map { $0.contains(":") ? "tcp://[\($0)]:\(port)" : "tcp://\($0):\(port)" }
            // In a compose file or a cluster a host's name is its service's.
            let service = target.service.isEmpty ? host : target.service
            result += found.isEmpty ? [target] : found.map { Target(service: service, endpoint: $0) }
        }
        var seen: Set<Target> = []
        return result.filter { seen.insert($0).inserted }
    }

    private static let resolver = SystemResolver(mostThreads: 4)

    /// What `partyline up` writes while it runs: a line per service, its name and its endpoint.
    private static func endpoints(in folder: String) -> [String]? {
        guard let text = try? String(contentsOfFile: folder + "/run/endpoints", encoding: .utf8) else { return nil }
        let endpoints = text.split(separator: "\n").map { String($0.replacing(" ", with: "=")) }
        return endpoints.isEmpty ? nil : endpoints
    }

    private static func keys(in folder: String) -> String? {
        let path = folder + "/bus"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
