import Bus
import CommandLineKit
import Wire

/// `partyline health`: asks one process over the bus how it is; what container health checks run.
enum HealthCommand: Verb {
    static let name = "health"
    static let summary = "ask a service over the bus whether it can do its job"
    static let options: [Option] = [.value("within"), .flag("quiet")]
    static let help = """
        Usage: partyline health [ENDPOINT] [--within TIME] [--quiet]

        Calls partyline.v1.Health/Check at ENDPOINT (tcp://127.0.0.1:7103). The check runs in the service's own work queue:
        a process that is there but stuck does not answer. Without ENDPOINT it asks the usual bus ports of this host, 7101
        to 7105, and takes the first answer: in a container that is the one service there is.

          --within TIME how long the answer may take, connecting included (default 2s)
          --quiet       only the exit code

        Ends with 0 if it serves; with 1 if it is starting, draining or unwell (it says why); with 69 if nobody answers.

        Examples:
          partyline health tcp://127.0.0.1:7103
          docker compose exec signaling partyline health
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 1 else { throw ArgumentFailure(message: "one ENDPOINT at most") }
        let endpoints = arguments.rest.isEmpty ? (7_101...7_105).map { "tcp://127.0.0.1:\($0)" } : arguments.rest
        let limit = try arguments.duration("within") ?? .seconds(2)
        let (code, words) = try await ask(endpoints, within: limit)
        if !arguments.has("quiet") { Terminal.write(words) }
        return code
    }

    /// The first answer, and what to say about it.
    private static func ask(_ endpoints: [String], within limit: Duration) async throws -> (ExitCode, String) {
        let node = try BusNode(BusConfiguration(service: "command", instance: "health"))
        defer { withExtendedLifetime(node) {} }
        return await withTaskGroup(of: Result<Proto.HealthCheckResponse, RPCError>.self) { group in
            for endpoint in endpoints {
                let health = Proto.HealthClient(node.channel(to: [endpoint]))
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
            return (.unavailable, "no answer from \(endpoints.joined(separator: " ")): \(silence)")
        }
    }
}
