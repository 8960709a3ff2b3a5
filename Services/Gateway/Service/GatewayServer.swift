import Bus
import CallModel
import GatewayCore
import ServiceKit
import Synchronization
import WebSocket
import Wire

/// The client side of the process: the listener, its connections, and their clocks.
final class GatewayServer: Part {
    let name = "client listener"

    private let configuration: GatewayConfiguration
    private let context: GatewayContext
    private let health: BusHealth
    private let log: Log
    private let running = Mutex(Running())

    private struct Running {
        var server: WebSocketServer?
        var pulse: Task<Void, Never>?
        var isDraining = false
        /// What `/healthz` says; looked up now and then, because the listener's thread must not wait.
        var health = HealthState.notServing("starting")
    }

    /// How often deadlines of connections and the health are looked at.
    private static let pulseInterval = Duration.milliseconds(250)

    init(_ configuration: GatewayConfiguration, _ context: GatewayContext, health: BusHealth, log: Log) {
        self.configuration = configuration
        self.context = context
        self.health = health
        self.log = log
    }

    /// What is done with which method.
    var directory: MethodDirectory { context.directory }

    /// The port clients reach; `nil` before `start`.
    var port: Int? { running.withLock { $0.server?.port } }

    func start() async throws {
        let context = context
        let listener = WebSocketServer.Configuration(
            host: configuration.clientAddress, port: configuration.clientPort,
            tls: configuration.tls.map { WebSocketServer.TLS(certificateFile: $0.certificate, keyFile: $0.key) },
            limits: WebSocketLimits(messageBytes: 256 << 10, outgoingBytes: 1 << 20, incomingBytes: 128 << 10),
            connections: configuration.connections, respond: { [weak self] in self?.answer($0.path) ?? .notFound })
        let server = try WebSocketServer(listener) { socket in
            let connection = ClientConnection(socket, context)
            context.table.insert(connection)
            await connection.run()
            context.table.remove(connection)
        }
        let pulse = Task { [weak self] in
            while !Task.isCancelled {
                await self?.beat()
                try? await Task.sleep(for: Self.pulseInterval)
            }
        }
        running.withLock { running in
            running.server = server
            running.pulse = pulse
        }
        log.notice(
            "clients accepted",
            ["address": configuration.clientAddress, "port": server.port, "tls": configuration.tls != nil])
    }

    private func beat() async {
        for connection in context.table.connections { connection.handle(.ticked) }
        let (connections, sessions) = context.table.counts
        context.numbers.connections.set(Int64(connections))
        context.numbers.sessions.set(Int64(sessions))
        let now = await health.evaluate()
        running.withLock { $0.health = now }
    }

    /// Plain HTTP.
    func answer(_ path: String) -> HTTPResponse {
        guard path == "/healthz" else { return .notFound }
        let (state, isDraining) = running.withLock { ($0.health, $0.isDraining) }
        if isDraining { return .text(503, "draining") }
        switch state {
        case .serving: return .text(200, "serving")
        case .notServing(let why): return .text(503, why)
        }
    }

    /// Tells clients to go elsewhere, gives them a moment to do so by themselves, then closes with 1001.
    func drain(within limit: Duration) async {
        let (server, pulse) = running.withLock { running in
            running.isDraining = true
            return (running.server, running.pulse)
        }
        let deadline = ContinuousClock.now + limit
        server?.refuse()
        for connection in context.table.connections { connection.handle(.drainRequested) }
        let courtesy = min(limit, context.policy.drainTime)
        let leave = ContinuousClock.now + courtesy
        while ContinuousClock.now < leave, context.table.counts.connections > 0 {
            try? await Task.sleep(for: .milliseconds(20))
        }
        await server?.drain(within: max(.zero, deadline - .now))
        pulse?.cancel()
        await context.presence.finish(within: max(.milliseconds(100), deadline - .now))
    }
}
