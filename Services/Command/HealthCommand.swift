import Bus
import BusKeys
import CommandLineKit
import Foundation
import Wire

/// `partyline health`: asks one process over the bus how it is; what container health checks run.
enum HealthCommand: Verb {
    static let name = "health"
    static let summary = "ask a service over the bus whether it can do its job"
    static let options: [Option] = [
        .value("service"), .value("bus-keys"), .value("within"), .flag("quiet"),
    ]
    static let help = """
        Usage: partyline health [ENDPOINT] [--service NAME] [--bus-keys DIR] [--within TIME] [--quiet]

        Calls partyline.v1.Health/Check at ENDPOINT (tcp://127.0.0.1:7103). The check runs in the service's own work queue:
        a process that is there but stuck does not answer. Without ENDPOINT it asks the usual bus ports of this host, 7101
        to 7105, and takes the first answer: in a container that is the one service there is.

          --service NAME who must answer at ENDPOINT, if it is not the usual one of its port
          --bus-keys DIR folder with this command's key, for an encrypted bus: `partyline keys export --role command`
          --within TIME  how long the answer may take, connecting included (default 2s)
          --quiet        only the exit code

        Ends with 0 if it serves; with 1 if it is starting, draining or unwell (it says why); with 69 if nobody answers.

        Examples:
          partyline health tcp://127.0.0.1:7103 --bus-keys state/bus
          docker compose exec signaling partyline health --bus-keys /etc/partyline/health
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 1 else { throw ArgumentFailure(message: "one ENDPOINT at most") }
        let asked = try targets(arguments)
        let limit = try arguments.duration("within") ?? .seconds(2)
        let (code, words) = try await ask(asked, within: limit, try security(arguments))
        if !arguments.has("quiet") { Terminal.write(words) }
        return code
    }

    /// Whom to ask, and where.
    private struct Target: Sendable {
        var endpoint: String
        var service: String
    }

    /// Without an endpoint, all that may run on this host.
    private static func targets(_ arguments: Arguments) throws(ArgumentFailure) -> [Target] {
        let usual = ["gateway", "presence", "signaling", "push", "media"].enumerated().map { offset, service in
            Target(endpoint: "tcp://127.0.0.1:\(7_101 + offset)", service: service)
        }
        guard let endpoint = arguments.rest.first else { return usual }
        let port = endpoint.split(separator: ":").last
        let service = arguments["service"] ?? usual.first { $0.endpoint.split(separator: ":").last == port }?.service
        // On an encrypted bus one asks somebody in particular: his key must answer.
        guard service != nil || arguments["bus-keys"] == nil else {
            throw ArgumentFailure(message: "--service must say who answers at \(endpoint)")
        }
        return [Target(endpoint: endpoint, service: service ?? "")]
    }

    private static func security(_ arguments: Arguments) throws -> BusSecurity? {
        guard let folder = arguments["bus-keys"] else { return nil }
        do {
            return try KeyFolder(path: folder).read().security(of: .command, at: Date())
        } catch {
            throw VerbFailure(error.description, code: .configuration)
        }
    }

    /// The first answer, and what to say about it.
    private static func ask(
        _ targets: [Target], within limit: Duration, _ security: BusSecurity?
    ) async throws -> (ExitCode, String) {
        var configuration = BusConfiguration(service: "command", instance: "health-\(getpid())")
        configuration.security = security
        let node = try BusNode(configuration)
        defer { withExtendedLifetime(node) {} }
        return await withTaskGroup(of: Result<Proto.HealthCheckResponse, RPCError>.self) { group in
            for target in targets {
                let health = Proto.HealthClient(node.channel(to: [target.endpoint], service: target.service))
                group.addTask {
                    do throws(RPCError) {
                        return .success(try await health.check(Proto.HealthCheckRequest(), CallOptions(timeout: limit)))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var silence = ""
            for await result in group {
                switch result {
                case .failure(let error): silence = error.code.name
                case .success(let answer):
                    group.cancelAll()
                    return answer.status == .serving
                        ? (.success, "serving") : (.failure, "not serving: \(answer.detail)")
                }
            }
            return (.unavailable, "no answer from \(targets.map(\.endpoint).joined(separator: " ")): \(silence)")
        }
    }
}
