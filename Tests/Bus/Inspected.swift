import InspectorCore
import TestSupport
import Testing
import Wire

@testable import Bus

/// What `zmqinspect drops` and `zmqinspect topology` tell of a node. Asked without its queue, which a test may have filled.
struct Inspected {
    let drops: Proto.DropsResponse
    let topology: TopologyView

    init(_ node: BusNode) async throws {
        let introspect = IntrospectService(core: node.core, services: [])
        drops = try await introspect.drops(Proto.DropsRequest(), RPCContext())
        topology = TopologyView([try await introspect.stats(Proto.StatsRequest(), RPCContext())])
    }

    /// As the inspector prints them.
    var text: [String] {
        var view = DropsView()
        view.add(drops, askedAt: Moment(microseconds: 0))
        return view.text(at: Moment(microseconds: 0), width: 1_000, style: .plain)
    }

    /// A cause is counted and has a meaning, and one of the last messages has it with this in its detail.
    func explains(_ cause: String, _ detail: String) -> Bool {
        let meaning = DropCause.meaning(of: cause)
        return !meaning.isEmpty && text.contains { $0.contains(DropCause.words(cause)) && $0.contains(meaning) }
            && drops.messages.contains { $0.cause == cause && $0.detail.contains(detail) }
    }
}

extension BusNode {
    /// Waits until the node's drops explain something.
    func explains(_ cause: String, _ detail: String = "") async throws -> Bool {
        try await eventually(within: .seconds(40)) { try await Inspected(self).explains(cause, detail) }
    }

    /// Waits for a link of the node's topology.
    func shows(_ link: (TopologyView.Link) -> Bool) async throws -> Bool {
        try await eventually(within: .seconds(40)) { try await Inspected(self).topology.links.contains(where: link) }
    }
}
