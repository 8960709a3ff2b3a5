import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect topology`: who is connected to whom, and how well.
enum TopologyVerb: InspectorVerb {
    static let name = "topology"
    static let summary = "who is connected to whom: state, round trip, queues, last event"
    static let synopsis = ""
    static let explanation = """
        Asks every process for its connections and puts them together: both ends of each, its state, round trip and clock offset,
        calls and bytes waiting, reconnects, the last thing that happened. What carries nothing is named below. Exit code 1
        if something is wrong.
        """
    static let ownOptions: [Option] = [
        .flag("mermaid", "as a Mermaid flowchart, for tickets and documents"),
        .flag("all", "also the connections of inspectors, this one's included, and of the partyline command"),
    ]
    static let groups: [OptionGroup] = [.targets, .output]
    static let examples = ["zmqinspect topology", "zmqinspect topology --mermaid > bus.mmd"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        try arguments.refuse("mermaid", with: "json")
        return try await Inspection.with(arguments) { inspection in
            let roll = try await inspection.callRoll()
            guard !roll.present.isEmpty else { throw inspection.failure(roll.absent) }
            let silent = roll.absent.map { TopologyView.Silent(target: $0.endpoint, cause: $0.sentence) }
            let view = TopologyView(
                roll.present.map { arguments.has("all") ? $0.stats : $0.stats.withoutInspectors }, silent: silent)
            let console = inspection.console
            if arguments.has("mermaid") {
                console.say(view.mermaid())
            } else {
                console.show(text: view.text(width: console.width, style: console.style), json: view.jsonLines())
            }
            return view.problems.isEmpty ? .success : .failure
        }
    }
}

extension Proto.StatsResponse {
    fileprivate var withoutInspectors: Proto.StatsResponse {
        var answer = self
        answer.peers.removeAll { ["inspector", "command", "partyline"].contains($0.service) }
        return answer
    }
}
