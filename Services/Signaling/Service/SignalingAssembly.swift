import Bus
import CallModel
import Database
import Foundation
import ServiceKit
import SignalingCore
import Wire

/// The parts of signaling, wired. Used by `main.swift` and by tests that run the service in their own process.
struct SignalingAssembly {
    let server: SignalingServer
    let parts: [any Part]

    /// `store`: instead of the configured one, for tests.
    init(
        _ configuration: SignalingConfiguration, bus: BusNode, clock: any ServiceClock, log: Log, metrics: Metrics,
        store: Database? = nil
    ) throws {
        let table = CallTable(
            database: try store ?? Self.open(configuration, instance: bus.configuration.instance))
        let neighbours = Neighbours(
            node: bus, presence: configuration.presence, push: configuration.push, media: configuration.media)
        let directory = PresenceDirectory(presence: neighbours.presence, clock: clock)
        let nodes = MediaNodes()
        let delivery = SnapshotDelivery(neighbours: neighbours, directory: directory, clock: clock, metrics: metrics)
        let switchboard = Switchboard(
            table: table, neighbours: neighbours, directory: directory, delivery: delivery,
            nodes: nodes, journal: try TransitionJournal(path: configuration.transitionLog), clock: clock, log: log,
            metrics: metrics)
        let relay = ActivityRelay(neighbours: neighbours, directory: directory, nodes: nodes, clock: clock)
        server = SignalingServer(switchboard: switchboard, limits: configuration.limits)
        parts = [
            table,
            CallSweeper(switchboard: switchboard, configuration: configuration, log: log),
            RoomWatch(
                switchboard: switchboard, relay: relay, watcher: bus.configuration.instance, log: log),
        ]
        bus.serve(Proto.SignalingMethods.handlers(for: server))
        bus.health.add("store") { await Self.health(of: switchboard.table) }
    }

    private static func open(_ configuration: SignalingConfiguration, instance: String) throws -> Database {
        let folder = configuration.dataDirectory
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var file = DatabaseLocation.file(folder + "/signaling.db", claim: .exclusive(holder: instance))
        file.durability = configuration.durability
        return try Database(file, schema: signalingSchema)
    }

    /// Ends the process with one sentence if its parts cannot be made.
    static func orRefuse(_ boot: Boot<SignalingConfiguration>) -> SignalingAssembly {
        do {
            return try SignalingAssembly(
                boot.configuration, bus: boot.bus, clock: boot.clock, log: boot.log, metrics: boot.metrics)
        } catch let error as DatabaseError {
            boot.refuseToStart(
                error.sentence(about: boot.configuration.dataDirectory + "/signaling.db"),
                isMisconfiguration: error.isMisconfiguration)
        } catch {
            boot.refuseToStart("\(error)", isMisconfiguration: false)
        }
    }

    private static func health(of table: CallTable) async -> HealthState {
        do {
            _ = try await table.transact { store in try store.nextDeadline() }
            return .serving
        } catch DatabaseError.overloaded {
            // It works, and refuses what is too much. To be left out would only move the load.
            return .serving
        } catch {
            return .notServing("\(error)")
        }
    }
}
