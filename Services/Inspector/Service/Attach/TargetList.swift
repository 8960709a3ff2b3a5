import Bus
import CommandLineKit
import Foundation

/// Which processes to look at, and with which keys: from the command line, the environment, or a `partyline up`.
struct TargetList: Sendable {
    /// As given, names not looked up.
    let targets: [String]
    /// The folder of bus keys, if there is one.
    let keys: String?
    /// Where the targets came from, for whoever gets no answer.
    let source: String

    static let variable = "ZMQINSPECT_TARGETS"
    static let usual = (7_101...7_105).map { "tcp://127.0.0.1:\($0)" }

    init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let data = arguments["data"]
        keys = arguments["keys"] ?? TargetList.keys(in: data ?? "state")
        let given = arguments.list("target")
        let named = (environment[TargetList.variable] ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        if !given.isEmpty {
            targets = given
            source = "--target"
        } else if data == nil, !named.isEmpty {
            targets = named
            source = "$" + TargetList.variable
        } else if let found = TargetList.endpoints(in: data ?? "state") {
            targets = found
            source = "\(data ?? "./state"), of `partyline up`"
        } else if let data {
            throw VerbFailure(
                "\(data) is no folder of a running `partyline up`: it has no run/endpoints", code: .unreachable)
        } else {
            targets = TargetList.usual
            source = "the usual ports, as no --target, --data or $\(TargetList.variable) was given"
        }
        for target in targets where BusTarget(target) == nil {
            throw ArgumentFailure(
                message: "\(target) (from \(source)) is no endpoint: tcp://HOST:PORT or ipc://PATH")
        }
    }

    /// What `partyline up` writes while it runs: a line per service, its name and its endpoint.
    private static func endpoints(in folder: String) -> [String]? {
        guard let text = try? String(contentsOfFile: folder + "/run/endpoints", encoding: .utf8) else { return nil }
        let endpoints = text.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
        return endpoints.isEmpty ? nil : endpoints
    }

    private static func keys(in folder: String) -> String? {
        let path = folder + "/bus-keys"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
