import CallModel

/// A channel as the I/O thread sees it: the connections to its instances and the calls that wait for one.
final class ClientChannel {
    let id: UInt64
    /// Who must answer; empty: anybody.
    let service: String
    let targets: [BusTarget]
    let opened: MonotonicInstant
    /// Kept by service, because a service in trouble is so for all channels to it.
    let budgetKey: String
    /// One for each endpoint that the targets stand for now.
    private(set) var connections: [ClientConnection] = []
    /// By arrival.
    var waiting: [UInt64: OutgoingCall] = [:]
    /// Who may have calls; `nil`: something changed since it was last worked out.
    private var eligible: [ClientConnection]?

    init(_ id: UInt64, service: String, targets: [BusTarget], opened: MonotonicInstant, budgetKey: String) {
        self.id = id
        self.service = service
        self.targets = targets
        self.opened = opened
        self.budgetKey = budgetKey
    }

    /// Who waits, first come first.
    var inOrder: [OutgoingCall] { waiting.sorted { $0.key < $1.key }.map(\.value) }

    func setConnections(_ connections: [ClientConnection]) {
        self.connections = connections
        eligible = nil
    }

    /// A connection became ready, drains, was lost, left out or let in.
    func standingChanged() { eligible = nil }

    /// Connected, greeted and healthy. If all that are connected have been left out, all of them: somebody who may answer
    /// is better than nobody.
    func candidates() -> [ClientConnection] {
        if let eligible { return eligible }
        let ready = connections.filter(\.isUsable)
        let healthy = ready.filter { !$0.health.isEjected }
        let now = healthy.isEmpty ? ready : healthy
        eligible = now
        return now
    }

    /// Until when a call that finds nobody may wait: a restart passes unnoticed, a service that stays away costs its callers
    /// no time. In the past: nobody has been there for longer than that.
    func patienceEnd(_ timing: BusTiming, now: MonotonicInstant) -> MonotonicInstant {
        let latest = now + timing.readyPatience
        // Somebody who was never refused yet may be there in a moment.
        guard connections.allSatisfy(\.life.hasFailed) else { return latest }
        let lastSeen = connections.map(\.life.downSince).max() ?? opened
        return min(latest, lastSeen + timing.restartGrace)
    }
}
