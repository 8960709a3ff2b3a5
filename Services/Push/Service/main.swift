// Push: device tokens and ring pushes that survive a restart. Binds the bus; calls signaling with what became of a push.
import Bus
import Database
import ServiceKit
import ServiceStore
import Wire

let boot = Boot<PushConfiguration>(service: "push")
let database = boot.openStore(boot.configuration.store, PushStore.schema)
let store = PushStore(database: database, isShared: boot.configuration.store.location.isShared, clock: boot.clock)
let providers = PushProviders(folder: boot.configuration.dataFolder)
let worker = PushWorker(
    store: store, providers: providers,
    signaling: boot.bus.channel(to: boot.configuration.signaling, service: "signaling"),
    clock: boot.clock, log: boot.log, metrics: boot.metrics)
let server = PushServer(store: store, worker: worker, clock: boot.clock, log: boot.log)

boot.bus.serve(Proto.PushMethods.handlers(for: server))
boot.bus.health.add("store") { await database.health() }
await boot.run([StorePart(database, clock: boot.clock, log: boot.log), store, worker])
