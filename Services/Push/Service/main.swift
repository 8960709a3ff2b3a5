// Push: device tokens and ring pushes that survive a restart. Binds the bus; calls signaling with what became of a push.
import Bus
import ServiceKit
import Wire

let boot = Boot<PushConfiguration>(service: "push")
let store = PushStore.orRefuse(boot)
let providers = PushProviders(folder: boot.configuration.dataFolder)
let worker = PushWorker(
    store: store, providers: providers,
    signaling: boot.bus.channel(to: boot.configuration.signaling, service: "signaling"),
    clock: boot.clock, log: boot.log, metrics: boot.metrics)
let server = PushServer(store: store, worker: worker, clock: boot.clock, log: boot.log)

boot.bus.serve(Proto.PushMethods.handlers(for: server))
boot.bus.health.add("store") { await store.health() }
await boot.run([store, worker])
