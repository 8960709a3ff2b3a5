import Bus
import CallModel
import Database
import ServiceKit
import ServiceStore
import SignalingCore
import Wire

/// The parts of signaling, wired. Used by `main.swift` and by tests that run the service in their own process.
struct SignalingAssembly {
    let server: SignalingServer
    let parts: [any Part]

    init(
        _ configuration: SignalingConfiguration, database: Database, bus: BusNode, clock: any ServiceClock, log: Log,
        metrics: Metrics
    ) throws {
        let table = CallTable(database: database)
        let neighbours = Neighbours(
            node: bus, presence: configuration.presence, push: configuration.push, media: configuration.media,
            clock: clock)
        let directory = PresenceDirectory(presence: neighbours.presence, clock: clock)
        let nodes = MediaNodes()
        let undelivered = metrics.counter("snapshots_undelivered_total")
        let delivery = SnapshotDelivery<Call>(
            neighbours: neighbours, directory: directory, clock: clock, undelivered: undelivered)
        let switchboard = Switchboard(
            table: table, neighbours: neighbours, directory: directory, delivery: delivery,
            nodes: nodes, journal: try TransitionJournal(path: configuration.transitionLog), clock: clock, log: log,
            metrics: metrics)
        let relay = ActivityRelay(neighbours: neighbours, directory: directory, nodes: nodes, clock: clock)
        server = SignalingServer(
            switchboard: switchboard, limits: configuration.limits, rules: configuration.ringRules)
        let post = InvitationPost(
            directory: directory,
            delivery: SnapshotDelivery(
                neighbours: neighbours, directory: directory, clock: clock, undelivered: undelivered), clock: clock)
        let invitations = InvitationServer(table: table, directory: directory, post: post, clock: clock)
        let replicas = Replicas(
            database, instance: bus.configuration.instance, isShared: configuration.store.location.isShared,
            clock: clock, log: log)
        let watch = RoomWatch(
            switchboard: switchboard, relay: relay, replicas: replicas, watcher: bus.configuration.instance, log: log)
        parts =
            [StorePart(database, clock: clock, log: log), replicas]
            + Self.sweepers(configuration, switchboard: switchboard, post: post, replicas: replicas, log: log) + [watch]
        bus.serve(Proto.SignalingMethods.handlers(for: server))
        bus.serve(Proto.InvitationsMethods.handlers(for: invitations))
        bus.health.add("store") { await database.health() }
    }

    /// They succeed each other's when a replica is gone.
    private static func sweepers(
        _ configuration: SignalingConfiguration, switchboard: Switchboard, post: InvitationPost, replicas: Replicas,
        log: Log
    ) -> [any Part] {
        let calls = CallSweeper(switchboard: switchboard, replicas: replicas, configuration: configuration, log: log)
        let invitations = InvitationSweeper(
            table: switchboard.table, post: post, replicas: replicas, retention: configuration.callRetention,
            clock: switchboard.clock, log: log)
        replicas.whenLost { try await calls.succeed($0) }
        replicas.whenLost { try await invitations.succeed($0) }
        return [calls, invitations]
    }

    /// Ends the process with one sentence if its parts cannot be made.
    static func orRefuse(_ boot: Boot<SignalingConfiguration>) -> SignalingAssembly {
        let configuration = boot.configuration
        let database = boot.openStore(configuration.store, signalingSchema)
        do {
            return try SignalingAssembly(
                configuration, database: database, bus: boot.bus, clock: boot.clock, log: boot.log,
                metrics: boot.metrics)
        } catch {
            boot.refuseToStart("\(error)", isMisconfiguration: false)
        }
    }
}
