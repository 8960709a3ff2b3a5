import Bus
import GatewayCore
import ServiceKit
import Wire

/// The parts of a gateway process, put together.
struct Gateway: Sendable {
    let server: GatewayServer
    let leases: LeaseKeeper
    let delivery: DeliveryDesk

    init(
        _ configuration: GatewayConfiguration, bus: BusNode, instance: String, clock: any ServiceClock, log: Log,
        metrics: Metrics
    ) {
        let presence = bus.channel(to: configuration.presence, service: "presence")
        let signaling = bus.channel(to: configuration.signaling, service: "signaling")
        let table = SessionTable()
        let context = GatewayContext(
            policy: configuration.policy,
            directory: MethodDirectory(routes: [
                Proto.PresenceMethods.serviceName: presence,
                Proto.ContactsMethods.serviceName: presence,
                Proto.StatusesMethods.serviceName: presence,
                Proto.GroupsMethods.serviceName: presence,
                Proto.SignalingMethods.serviceName: signaling,
                Proto.InvitationsMethods.serviceName: signaling,
                Proto.PushMethods.serviceName: bus.channel(to: configuration.push, service: "push"),
            ]),
            presence: PresenceDesk(
                presence,
                endpoint: { [advertise = configuration.advertise] in
                    advertise ?? bus.boundEndpoint.map(ReachableEndpoint.of)
                },
                heartbeatInterval: configuration.policy.heartbeatInterval, clock: clock),
            table: table,
            hello: Proto.Hello(
                service: "gateway", instance: instance, epoch: bus.configuration.epoch, protocol: 1,
                schemaHash: Proto.schemaHash),
            node: bus, clock: clock, log: log, numbers: GatewayNumbers(metrics))
        server = GatewayServer(configuration, context, health: bus.health, log: log)
        leases = LeaseKeeper(context, interval: configuration.leaseInterval)
        delivery = DeliveryDesk(table: table)
    }
}
