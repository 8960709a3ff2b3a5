// Media: rooms in which calls are mixed. Binds the bus router for signaling and one UDP port per loop for clients; connects
// to nobody. Owns nothing durable: a room that is lost is placed anew by signaling.
import Bus
import MediaLoop
import ServiceKit
import Wire

let boot = Boot<MediaConfiguration>(service: "media")
let node = MediaNode.orExit(boot.configuration, clock: boot.clock, log: boot.log)
let reporter = RoomReporter(node: node, clock: boot.clock, metrics: boot.metrics)
let health = LoopHealth(node: node, clock: boot.clock)
boot.bus.serve(Proto.MediaMethods.handlers(for: MediaServer(node: node, reporter: reporter)))
boot.bus.health.add("loops") { await health.check() }
await boot.run([reporter])
