import Bus
import Synchronization
import TestSupport
import Testing
import Wire

@Suite("Tap contents", .timeLimit(.minutes(1))) struct TapContentsTests {
    private static let mask = SecretMask { bytes in [UInt8(bytes.count & 0xFF), 1, 2, 3] }
    private static let login = RPCHandler(
        Proto.PresenceMethods.openSession,
        .unary { (_, _) async throws(RPCError) in
            try encodeMessage(Proto.OpenSessionResponse(sessionId: "session", resumeToken: "resumption"))
        })

    @Test("at level contents payloads are shown with their secrets masked; at level metadata only their size is")
    func levels() async throws {
        let tapped = try TappedServer({ $0.mask = Self.mask }, further: [Self.login])
        let inspector = try makeClient()
        let contents = try TapWatch(inspector, at: tapped.tap) { $0.level = .contents }
        let metadata = try TapWatch(inspector, at: tapped.tap)
        let channel = inspector.channel(to: [tapped.server.endpoint])
        #expect(await tapped.serves(2, asked: channel))
        let request = Proto.OpenSessionRequest(userId: "alice", userSig: "eJxsignature")
        _ = try await Proto.PresenceClient(channel).openSession(request)
        let path = Proto.PresenceMethods.openSession.path
        for watch in [contents, metadata] {
            #expect(await watch.sees { $0.method == path && $0.point == .serverSend })
        }
        let seen = contents.events.filter { $0.method == path && !$0.payload.isEmpty }
        #expect(seen.map(\.point) == [.serverReceive, .serverSend])
        let shown = try Proto.OpenSessionRequest(decoding: seen[0].payload)
        #expect(shown == Proto.OpenSessionRequest(userId: "alice", userSig: "#0c010203"))
        let answer = try Proto.OpenSessionResponse(decoding: seen[1].payload)
        #expect(answer.sessionId == "#07010203" && answer.resumeToken == "#0a010203")
        #expect(metadata.events.allSatisfy { $0.payload.isEmpty && !$0.isPayloadCut })
        #expect(metadata.events.contains { $0.method == path && $0.payloadBytes > 10 })
        for node in [inspector, tapped.server.node] { await node.close() }
    }

    @Test("a payload of an unknown method is left out, and one that is longer than asked for is marked as cut")
    func leftOut() async throws {
        let tapped = try TappedServer()
        let inspector = try makeClient()
        let watch = try TapWatch(inspector, at: tapped.tap) {
            $0.level = .contents
            $0.longestPayload = 100
        }
        let channel = inspector.channel(to: [tapped.server.endpoint])
        #expect(await tapped.serves(1, asked: channel))
        _ = try await channel.unary(TestMethods.echo, [1, 2, 3], CallOptions())
        let introspect = Proto.IntrospectClient(channel)
        for size in [80, 90, 120] {
            _ = try await introspect.echo(Proto.EchoMessage(payload: [UInt8](repeating: 7, count: size)))
        }
        let path = Proto.IntrospectMethods.echo.path
        #expect(await watch.sees { $0.method == path && $0.point == .serverSend && $0.payloadBytes > 100 })
        let unknown = watch.events.filter { $0.method == TestMethods.echo.path }
        #expect(unknown.count == 3 && unknown.allSatisfy { $0.payload.isEmpty && !$0.isPayloadCut })
        let echoes = watch.events.filter { $0.method == path && $0.payloadBytes > 0 }
        #expect(echoes.count == 6)
        #expect(
            echoes.allSatisfy { $0.isPayloadCut == ($0.payloadBytes > 100) && $0.payload.isEmpty == $0.isPayloadCut })
        for node in [inspector, tapped.server.node] { await node.close() }
    }

    @Test("metadata whose key speaks of a secret is masked")
    func metadata() async throws {
        let tapped = try TappedServer { $0.mask = Self.mask }
        let inspector = try makeClient()
        let watch = try TapWatch(inspector, at: tapped.tap)
        let channel = inspector.channel(to: [tapped.server.endpoint])
        #expect(await tapped.serves(1, asked: channel))
        var options = CallOptions()
        let pairs = [
            "x-auth-key": "Geheimnis", "set-cookie": "a", "my-token": "bc", "client-secret": "d", "password": "efg",
            "x-user-sig": "eJx", "api_key": "hi", "my-credential": "jklm", "color": "red",
        ]
        for (key, value) in pairs { options.metadata[key] = Array(value.utf8) }
        _ = try await channel.unary(TestMethods.echo, [], options)
        #expect(await watch.sees { $0.method == TestMethods.echo.path && $0.point == .serverReceive })
        let event = try #require(
            watch.events.first { $0.method == TestMethods.echo.path && $0.point == .serverReceive })
        let shown = Dictionary(
            uniqueKeysWithValues: event.metadata.map {
                ($0.key.lowercased(), String(decoding: $0.value, as: UTF8.self))
            })
        #expect(
            shown == [
                "x-auth-key": "#09010203", "set-cookie": "#01010203", "my-token": "#02010203",
                "client-secret": "#01010203", "password": "#03010203", "x-user-sig": "#03010203",
                "api_key": "#02010203", "my-credential": "#04010203", "color": "red",
            ])
        for node in [inspector, tapped.server.node] { await node.close() }
    }

    @Test("who looks is told to the observers, with level and address, and so is that he went")
    func audit() async throws {
        let log = TapLog()
        let tapped = try TappedServer { $0.observers = [log] }
        let inspector = try makeClient()
        let watch = try TapWatch(inspector, at: tapped.tap) {
            $0.level = .contents
            $0.who = "eve on desk 7"
        }
        #expect(await eventually { !log.armed.isEmpty })
        #expect(log.armed.first?.who == "eve on desk 7 at 127.0.0.1" && log.armed.first?.filter.level == .contents)
        watch.stop()
        #expect(await eventually { log.disarmed == ["eve on desk 7 at 127.0.0.1"] })
        for node in [inspector, tapped.server.node] { await node.close() }
    }
}

/// Keeps what is told about taps.
private final class TapLog: BusObserver {
    private let state = Mutex<(armed: [(who: String, filter: TapFilter)], disarmed: [String])>(([], []))

    var armed: [(who: String, filter: TapFilter)] { state.withLock { $0.armed } }
    var disarmed: [String] { state.withLock { $0.disarmed } }

    func observe(_ event: BusEvent) {
        switch event {
        case .tapArmed(let who, let filter): state.withLock { $0.armed.append((who, filter)) }
        case .tapDisarmed(let who): state.withLock { $0.disarmed.append(who) }
        default: break
        }
    }
}
