// Gateway: the edge for clients. Binds the client port (WebSocket over TLS) and the bus; calls presence for sessions,
// and signaling, presence and push on behalf of clients.
import Bus
import ServiceKit
import Wire

let boot = Boot<GatewayConfiguration>(service: "gateway")
let gateway = Gateway(
    boot.configuration, bus: boot.bus, instance: boot.instance, clock: boot.clock, log: boot.log, metrics: boot.metrics)

boot.bus.serve(gateway.delivery.handlers)
await boot.run([gateway.leases, gateway.server])
