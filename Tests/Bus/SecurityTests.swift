import TestSupport
import Testing
import Wire
import ZeroMQ

@testable import Bus

@Suite(.serialized) struct SecurityTests {
    private let keys = TestKeys()

    private func server(_ keys: TestKeys, on bind: String = "tcp://127.0.0.1:0", _ witness: Witness? = nil) throws
        -> EchoServer
    {
        try EchoServer(on: bind) { configuration in
            configuration.security = keys.security(of: TestKeys.server)
            if let witness { configuration.observers = [witness] }
        }
    }

    private func client(
        _ keys: TestKeys, as role: BusRole = TestKeys.tester, service: String? = nil, _ witness: Witness? = nil
    ) throws -> BusNode {
        let security = keys.security(of: role)
        var configuration = BusConfiguration(service: service ?? role.rawValue, instance: "client")
        configuration.security = security
        if let witness { configuration.observers = [witness] }
        return try BusNode(configuration)
    }

    private let short = CallOptions(timeout: .milliseconds(600))

    @Test("two processes that know each other talk, and Introspect says that nobody reads along")
    func knownPeers() async throws {
        let server = try server(keys)
        let client = try client(keys)
        let channel = client.channel(to: [server.endpoint], service: "echo")
        #expect(try await channel.unary(TestMethods.echo, [1, 2], CallOptions()) == [1, 2])
        let stats = try await Proto.IntrospectClient(channel).stats(Proto.StatsRequest(), CallOptions())
        #expect(stats.isEncrypted && stats.busEndpoint == server.endpoint)
        #expect(stats.peers.map(\.role) == ["tester"])
        await client.close()
        await server.node.close()
    }

    @Test("a stranger's key gets no call through, and both sides say why")
    func stranger() async throws {
        let (here, there) = (Witness(), Witness())
        let server = try server(keys, here)
        var others = TestKeys()
        others.pairs[TestKeys.server] = keys.pairs[TestKeys.server]
        let client = try client(others, there)
        let error = await failure {
            () async throws(RPCError) in
            try await client.channel(to: [server.endpoint], service: "echo").unary(TestMethods.echo, [1], self.short)
        }
        #expect(error?.reason == .neverSent)
        #expect(await server.node.count("bus_strangers_refused_total") >= 1)
        #expect(await client.count("bus_handshakes_refused_total") >= 1)
        #expect(here.refusals.contains { $0.hasPrefix("unknown key ") })
        #expect(there.refusals.contains("key not accepted"))
        await client.close()
        await server.node.close()
    }

    @Test("who speaks in the clear, or expects another server, gets no call through")
    func wrongExpectations() async throws {
        let server = try server(keys)
        let plain = try makeClient()
        var others = keys
        others.pairs[TestKeys.server] = [CurveKeyPair()]
        let misled = try client(others)
        let lost = try client(keys)
        for (node, service) in [(plain, "echo"), (misled, "echo"), (lost, "nobody"), (lost, ""), (lost, "command")] {
            let error = await failure {
                () async throws(RPCError) in
                try await node.channel(to: [server.endpoint], service: service)
                    .unary(TestMethods.echo, [1], self.short)
            }
            #expect(error?.reason == .neverSent, "\(service)")
        }
        #expect(await server.node.count("bus_requests_succeeded_total") == 0)
        for node in [plain, misled, lost, server.node] { await node.close() }
    }

    @Test("an encrypted client sends nothing to a server in the clear")
    func plainServer() async throws {
        let server = try EchoServer()
        let client = try client(keys)
        let error = await failure {
            () async throws(RPCError) in
            try await client.channel(to: [server.endpoint], service: "echo").unary(TestMethods.echo, [1], self.short)
        }
        #expect(error?.reason == .neverSent)
        await client.close()
        await server.node.close()
    }

    @Test("a role that may not call this service is refused before it says a word")
    func roleNotListed() async throws {
        let witness = Witness()
        let server = try server(keys, witness)
        let client = try client(keys, as: BusRole("outsider"))
        _ = await failure {
            () async throws(RPCError) in
            try await client.channel(to: [server.endpoint], service: "echo").unary(TestMethods.echo, [1], self.short)
        }
        #expect(witness.refusals.contains("outsider may not call echo"))
        await client.close()
        await server.node.close()
    }

    @Test("a process may not call itself what its key is not, and reads so in its own log")
    func misnamed() async throws {
        let server = try server(keys)
        let witness = Witness()
        let client = try client(keys, service: "media", witness)
        let error = await failure {
            () async throws(RPCError) in
            try await client.channel(to: [server.endpoint], service: "echo").unary(TestMethods.echo, [1], self.short)
        }
        #expect(error?.reason == .neverSent)
        #expect(await server.node.count("bus_roles_refused_total") >= 1)
        #expect(witness.refusals.contains("this key may not connect here as media"))
        await client.close()
        await server.node.close()
    }

    @Test(
        "the inspector and the command may only look; the full inspector may act",
        arguments: [(BusRole.inspector, "zmqinspect"), (.command, "partyline"), (.inspectorFull, "zmqinspect")])
    func readOnly(_ role: BusRole, _ service: String) async throws {
        let server = try server(keys)
        let client = try client(keys, as: role, service: service)
        let channel = client.channel(to: [server.endpoint], service: "echo")
        let health = try await Proto.HealthClient(channel).check(Proto.HealthCheckRequest(), CallOptions())
        #expect(health.status == .serving)
        _ = try await Proto.IntrospectClient(channel).stats(Proto.StatsRequest(), CallOptions())
        if role == .inspectorFull {
            #expect(try await channel.unary(TestMethods.echo, [1], CallOptions()) == [1])
        } else {
            let error = await failure {
                () async throws(RPCError) in try await channel.unary(TestMethods.echo, [1], CallOptions())
            }
            #expect(error?.code == .permissionDenied)
            #expect(try await channel.unary(TestMethods.glance, [3], CallOptions()) == [3])
            #expect(await server.node.count("bus_methods_denied_total") == 1)
        }
        await client.close()
        await server.node.close()
    }

    @Test("a key that is taken back loses its connection; one that is added is let in at once")
    func revocation() async throws {
        var keys = keys
        let server = try server(keys)
        let client = try client(keys)
        let channel = client.channel(to: [server.endpoint], service: "echo")
        _ = try await channel.unary(TestMethods.echo, [1], CallOptions())

        let pair = keys.pairs.removeValue(forKey: TestKeys.tester)
        server.node.update(security: keys.security(of: TestKeys.server))
        let error = await failure {
            () async throws(RPCError) in try await channel.unary(TestMethods.echo, [2], self.short)
        }
        #expect(error != nil)
        #expect(await server.node.count("bus_peers_revoked_total") == 1)

        keys.pairs[TestKeys.tester] = pair
        server.node.update(security: keys.security(of: TestKeys.server))
        #expect(
            await eventually {
                (try? await channel.unary(TestMethods.echo, [3], CallOptions(timeout: .seconds(1)))) == [3]
            })
        await client.close()
        await server.node.close()
    }

    @Test("a server's new key is met by new connections, the former one by nobody; who is there stays")
    func newServerKey() async throws {
        var keys = keys
        let server = try server(keys)
        let early = try client(keys)
        let channel = early.channel(to: [server.endpoint], service: "echo")
        _ = try await channel.unary(TestMethods.echo, [1], CallOptions())
        let former = keys
        keys.rotate(TestKeys.server)
        server.node.update(security: keys.security(of: TestKeys.server))

        // Knows both keys, in the wrong order.
        var mixed = keys
        mixed.pairs[TestKeys.server]?.reverse()
        for known in [keys, mixed] {
            let late = try client(known)
            let answer = try await late.channel(to: [server.endpoint], service: "echo")
                .unary(TestMethods.echo, [2], CallOptions())
            #expect(answer == [2])
            await late.close()
        }
        let behind = try client(former)
        _ = await failure {
            () async throws(RPCError) in
            try await behind.channel(to: [server.endpoint], service: "echo").unary(TestMethods.echo, [1], self.short)
        }
        #expect(try await channel.unary(TestMethods.echo, [4], CallOptions()) == [4])
        #expect(await early.count("bus_connections_lost_total") == 0)
        for node in [early, behind, server.node] { await node.close() }
    }

    @Test("a client whose new key is not known yet gets in with its former one")
    func newClientKey() async throws {
        var keys = keys
        let server = try server(keys)
        keys.rotate(TestKeys.tester)
        let client = try client(keys)
        let answer = try await client.channel(to: [server.endpoint], service: "echo")
            .unary(TestMethods.echo, [5], CallOptions())
        #expect(answer == [5])
        await client.close()
        await server.node.close()
    }

    @Test("what stays on the host needs no keys")
    func ipc() async throws {
        let folder = try TemporaryFolder()
        let server = try server(keys, on: "ipc://\(folder.path)/bus")
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint], service: "echo")
        #expect(try await channel.unary(TestMethods.echo, [6], CallOptions()) == [6])
        let stats = try await Proto.IntrospectClient(channel).stats(Proto.StatsRequest(), CallOptions())
        #expect(!stats.isEncrypted && stats.peers.map(\.role) == [""])
        await client.close()
        await server.node.close()
    }
}

@Suite struct BusSecurityTests {
    @Test("who may connect is decided by key, role, purpose and the server's own key")
    func refusals() throws {
        let keys = TestKeys()
        let security = keys.security(of: TestKeys.server)
        func key(_ role: BusRole) throws -> CurvePublicKey { try #require(keys.pairs[role]?.first?.publicKey) }
        let own = try key(TestKeys.server).text
        #expect(security.refusal(of: try key(TestKeys.tester), domain: "bus \(own)") == nil)
        #expect(security.refusal(of: try key(.inspector), domain: "tap \(own)") == nil)
        #expect(security.refusal(of: try key(.inspectorFull), domain: "tap \(own)") == nil)
        #expect(security.refusal(of: try key(TestKeys.tester), domain: "tap \(own)") == "tester may not read taps")
        #expect(security.refusal(of: try key(.command), domain: "tap \(own)") == "command may not read taps")
        #expect(security.refusal(of: nil, domain: "bus \(own)") == "no key")
        #expect(security.refusal(of: try key(TestKeys.tester), domain: "") == "unknown domain")
        #expect(security.refusal(of: try key(TestKeys.tester), domain: "bus") == "retired server key")
        let other = try key(TestKeys.tester).text
        #expect(security.refusal(of: try key(TestKeys.tester), domain: "bus \(other)") == "retired server key")
        #expect(security.refusal(of: CurveKeyPair().publicKey, domain: "bus \(own)")?.hasPrefix("unknown key") == true)
    }

    @Test("refused keys are followed by the next, and by the first again")
    func keyChoice() throws {
        var keys = TestKeys()
        keys.rotate(TestKeys.server)
        keys.rotate(TestKeys.tester)
        let security = keys.security(of: TestKeys.tester)
        let servers = security.serverKeys[TestKeys.server] ?? []
        var choice = KeyChoice()
        var tried: [SocketSecurity?] = []
        for _ in 0..<2 {
            tried.append(security.client(to: TestKeys.server, choice))
            #expect(choice.refused(.handshakeFailed) == .handshakeRefused)
        }
        #expect(choice.refused(.handshakeFailedAuthentication) == .keyRefused)
        tried.append(security.client(to: TestKeys.server, choice))
        #expect(
            tried == [
                .curveClient(security.keys[0], server: servers[0]), .curveClient(security.keys[0], server: servers[1]),
                .curveClient(security.keys[1], server: servers[0]),
            ])
        #expect(security.client(to: BusRole("nobody")) == nil)
    }
}
