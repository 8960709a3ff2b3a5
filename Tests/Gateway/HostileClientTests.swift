import TestSupport
import Testing
import WebSocket
import Wire

@testable import gateway

@Suite("Hostile clients")
struct HostileClientTests {
    /// The gateway still serves, and ends.
    private func expectServing(_ edge: GatewayUnderTest) async throws {
        let (client, _) = try await edge.loggedIn("honest")
        let _: Proto.CallResponse = try await client.call(
            Proto.SignalingMethods.accept, Proto.AcceptRequest(callId: "c"))
        await edge.stop()
    }

    private func connect(_ edge: GatewayUnderTest) async throws -> WebSocketConnection {
        try await WebSocketClient.connect(
            url: edge.url, limits: WebSocketLimits(messageBytes: 4 << 20, outgoingBytes: 8 << 20))
    }

    private func closure(_ socket: WebSocketConnection) async -> WebSocketClosure {
        while await socket.receive() != nil {}
        return await socket.closed()
    }

    @Test("what is no frame ends the connection as a protocol error")
    func nonsense() async throws {
        let edge = try await GatewayUnderTest()
        let deep = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
        for text in [
            "", "hello", "{}", "[]", "{\"header\":5}", "{\"header\":{\"kind\":\"NO_SUCH\"}}", deep,
            "{\"header\":\(deep)}", "{\"header\":{\"version\":2,\"kind\":\"KIND_PING\"}}", "null",
        ] {
            let socket = try await connect(edge)
            try socket.send(text)
            #expect(await closure(socket).code == .protocolError, "\(text.prefix(40))")
        }
        let other = Proto.Frame(header: Proto.Header(version: 2, kind: .ping))
        for bytes in [[], [0xff], [UInt8](repeating: 0x0a, count: 100), try other.encoded()] {
            let socket = try await connect(edge)
            try socket.send(bytes)
            #expect(await closure(socket).code == .protocolError, "\(bytes.prefix(20))")
        }
        try await expectServing(edge)
    }

    @Test("a text message on a binary connection ends it, and the other way round")
    func mixedForms() async throws {
        let edge = try await GatewayUnderTest()
        let binary = try await edge.greeted(.binary)
        try binary.socket.send("{\"header\":{\"version\":1,\"kind\":\"KIND_PING\"}}")
        #expect(await binary.closure().reason == "text and binary mixed")
        let text = try await edge.greeted(.text)
        try text.socket.send(try Proto.Frame(header: Proto.Header(version: 1, kind: .ping)).encoded())
        #expect(await text.closure().reason == "text and binary mixed")
        try await expectServing(edge)
    }

    @Test(
        "kinds that only a gateway sends end the connection",
        arguments: [
            Proto.Kind.response, .item, .end, .draining, .unspecified, Proto.Kind(rawValue: 99),
        ])
    func wrongKinds(kind: Proto.Kind) async throws {
        let edge = try await GatewayUnderTest()
        let client = try await edge.greeted()
        try client.send(Proto.Header(version: 1, kind: kind, requestId: 1))
        #expect(await client.closure().code == .protocolError)
        try await expectServing(edge)
    }

    @Test("an oversized message is closed with 1009")
    func oversized() async throws {
        let edge = try await GatewayUnderTest()
        let socket = try await connect(edge)
        try socket.send([UInt8](repeating: 1, count: 300 << 10))
        #expect(await closure(socket).code == .messageTooBig)
        try await expectServing(edge)
    }

    @Test("a good header with a bad payload is answered, and the connection stays")
    func badPayloads() async throws {
        let edge = try await GatewayUnderTest()
        let (text, _) = try await edge.loggedIn("alice", .text)
        let accept = Proto.SignalingMethods.accept.path
        for json in [JSONValue.integer(5), .array([]), .object([JSONValue.Member("callId", .integer(1))])] {
            let id = text.nextID()
            try text.send(Proto.Header(version: 1, kind: .request, requestId: id, method: accept), json: json)
            let status = try await text.receive().header.status
            #expect(status?.code == .invalidArgument)
            #expect(status?.reason == .malformed)
        }
        let binary = try await edge.greeted()
        let login = Proto.GatewayMethods.login.path
        try binary.send(
            Proto.Header(version: 1, kind: .request, requestId: binary.nextID(), method: login), [0xff, 0xff])
        #expect(try await binary.receive().header.status?.reason == .malformed)
        try await expectServing(edge)
    }

    @Test("seeded mutations of a good conversation never stop the gateway", arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let edge = try await GatewayUnderTest()
        var hello = Proto.Header(version: 1, kind: .hello)
        hello.hello = Proto.Hello(service: "client", protocol: 1)
        let login = Proto.LoginRequest(userId: "alice", userSig: "good", deviceId: "device")
        let good = [
            try Proto.Frame(header: hello).encoded(),
            try Proto.Frame(
                header: Proto.Header(
                    version: 1, kind: .request, requestId: 1, method: Proto.GatewayMethods.login.path),
                payload: try login.encoded()
            ).encoded(),
            try Proto.Frame(header: Proto.Header(version: 1, kind: .credit, requestId: 1, credit: 5)).encoded(),
        ]
        for _ in 0..<40 {
            let socket = try await connect(edge)
            for message in good {
                var bytes = message
                if generator.chance(percent: 70) {
                    bytes[generator.next(in: 0...bytes.count - 1)] = UInt8(generator.next(in: 0...255))
                }
                if generator.chance(percent: 10) { bytes.removeLast(generator.next(in: 1...bytes.count)) }
                try? socket.send(bytes)
            }
            socket.close()
        }
        try await expectServing(edge)
    }
}
