import Bus
import Crypto
import Foundation
import GatewayCore
import ServiceKit
import Synchronization
import TestSupport
import Testing
import WebSocket
import Wire

@testable import gateway

/// A whole gateway in this process, with bus nodes on both sides and a real listener.
final class GatewayUnderTest: Sendable {
    let services: FakeServices
    let gateway: Gateway
    /// Calls the gateway as a service does.
    let delivery: Proto.GatewayClient
    let configuration: GatewayConfiguration
    private let behind: BusNode
    private let node: BusNode

    /// `tls`: the certificate's folder.
    init(
        tls: DevelopmentCertificate.Files? = nil, servicesRun: Bool = true, clock: any ServiceClock = SystemClock(),
        _ adjust: (inout GatewayConfiguration) -> Void = { _ in }
    ) async throws {
        services = FakeServices()
        behind = try BusNode(BusConfiguration(service: "fake", instance: "fake", bind: "tcp://127.0.0.1:0"))
        behind.serve(services.handlers)
        try behind.start()
        let endpoint = try #require(behind.boundEndpoint)
        var configuration = GatewayConfiguration(ConfigurationValues(defaultsOf: GatewayConfiguration.keys))
        configuration.clientPort = 0
        configuration.tls = tls.map { (certificate: $0.certificate, key: $0.key) }
        configuration.presence = [endpoint]
        configuration.signaling = [endpoint]
        configuration.push = [endpoint]
        adjust(&configuration)
        self.configuration = configuration
        var bus = BusConfiguration(service: "gateway", instance: "test", bind: "tcp://127.0.0.1:0")
        bus.tapBind = .automatic
        node = try BusNode(bus)
        gateway = Gateway(
            configuration, bus: node, instance: "test", clock: clock, log: .discarding,
            metrics: Metrics(service: "gateway"))
        node.serve(gateway.delivery.handlers)
        try node.start()
        try await gateway.leases.start()
        try await gateway.server.start()
        delivery = Proto.GatewayClient(behind.channel(to: [try #require(node.boundEndpoint)]))
        if !servicesRun { await behind.close() }
    }

    var url: String { "\(configuration.tls == nil ? "ws" : "wss")://localhost:\(gateway.server.port ?? 0)/v1" }

    /// What passes the gateway from now on, for as long as it runs.
    func tapped() async throws -> TapLog {
        let log = TapLog()
        let stream = try behind.tap(at: try #require(node.tapEndpoint))
        Task { for await case .event(let event) in stream { log.add(event) } }
        #expect(await eventually { self.node.isTapped })
        return log
    }

    func stop() async {
        await gateway.leases.drain(within: .seconds(1))
        await gateway.server.drain(within: .milliseconds(500))
        await node.close()
        await behind.close()
    }

    /// A greeted client.
    func greeted(_ form: FrameFormat = .binary) async throws -> TestClient {
        let client = TestClient(try await WebSocketClient.connect(url: url, trust: .insecureForDevelopment), form)
        try client.sendHello()
        let hello = try await client.receive()
        #expect(hello.header.kind == .hello)
        #expect(hello.header.hello?.service == "gateway")
        return client
    }

    /// A client that is logged in; its session's id.
    func loggedIn(_ user: String = "alice", _ form: FrameFormat = .binary) async throws -> (TestClient, String) {
        let client = try await greeted(form)
        let response: Proto.LoginResponse = try await client.call(
            Proto.GatewayMethods.login,
            Proto.LoginRequest(
                sdkAppId: 1_400_000_000, userId: user, userSig: "good", deviceId: "device", platform: .ios))
        return (client, response.sessionId)
    }
}

extension DevelopmentCertificate {
    struct Files: Sendable {
        let certificate: String
        let key: String

        /// A fresh certificate in a folder of its own.
        init() throws {
            let folder = NSTemporaryDirectory() + "gateway-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            certificate = folder + "/cert.pem"
            key = folder + "/key.pem"
            try DevelopmentCertificate().write(certificatePath: certificate, keyPath: key)
        }
    }
}

/// Events of a tap.
final class TapLog: Sendable {
    private let state = Mutex<[Proto.TapEvent]>([])

    var events: [Proto.TapEvent] { state.withLock { $0 } }

    func add(_ event: Proto.TapEvent) { state.withLock { $0.append(event) } }

    func sees(_ condition: (Proto.TapEvent) -> Bool) async -> Bool {
        await eventually { self.events.contains(where: condition) }
    }
}
