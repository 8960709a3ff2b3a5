// Presence: accounts, UserSig checks, sessions and their leases. Binds the bus router for gateways, signaling and push;
// connects to gateways (to end connections) and to signaling (hints). Owns presence.db, or its tables in a server.
import Bus
import Database
import PresenceCore
import ServiceKit
import ServiceStore
import UserSig
import Wire

let boot = Boot<PresenceConfiguration>(service: "presence")
let configuration = boot.configuration
let bus = boot.bus
let keys = SigningKeys.orExit(path: configuration.keysFile, log: boot.log)
let rules = SessionRules(
    lease: configuration.lease, resumeWindow: configuration.resumeWindow,
    kicksSamePlatform: configuration.kicksSamePlatform)
let database = boot.openStore(configuration.store, PresenceStore.schema)
let store = PresenceStore(database: database, rules: rules)
let replicas = Replicas(
    database, instance: boot.instance, isShared: configuration.store.location.isShared, clock: boot.clock, log: boot.log
)
let departures = Departures(
    store: store, replicas: replicas, signaling: configuration.signaling, clock: boot.clock, log: boot.log
) {
    bus.channel(to: $0, service: $1)
}
let statuses = StatusBoard(store: store, clock: boot.clock, log: boot.log, metrics: boot.metrics) {
    bus.channel(to: $0, service: $1)
}
let sweeper = SessionSweeper(
    store: store, departures: departures, replicas: replicas, clock: boot.clock, log: boot.log, metrics: boot.metrics)
let server = PresenceServer(
    store: store, keys: keys,
    throttles: LoginThrottles(
        deviceLimit: configuration.loginFailures, userLimit: configuration.loginFailuresOfUser),
    departures: departures, statuses: statuses, clock: boot.clock, log: boot.log, metrics: boot.metrics)
bus.serve(Proto.PresenceMethods.handlers(for: server))
bus.serve(Proto.ContactsMethods.handlers(for: server))
bus.serve(Proto.StatusesMethods.handlers(for: server))
bus.serve(Proto.GroupsMethods.handlers(for: server))
bus.health.add("store") { await database.health() }
await boot.run(
    [StorePart(database, clock: boot.clock, log: boot.log), replicas, keys, departures, sweeper, statuses],
    hangUp: { keys.look() })
