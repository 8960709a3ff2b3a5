import Bus
import TestSupport
import Testing
import Wire

/// Peers of another version: both sides read what they know and leave the rest.
@Suite(.timeLimit(.minutes(1))) struct PeerVersionTests {
    /// A field with a number that this version does not have, before and after.
    private func withUnknownFields(_ header: Proto.Header) throws -> [UInt8] {
        // 900: a varint; 901: three bytes; 902: eight bytes.
        let varint: [UInt8] = [0xA0, 0x38, 0x2A]
        let text: [UInt8] = [0xAA, 0x38, 3, 120, 121, 122]
        let word: [UInt8] = [0xB1, 0x38, 1, 2, 3, 4, 5, 6, 7, 8]
        return varint + text + (try header.encoded()) + word
    }

    @Test("a newer caller is served: unknown fields, another schema, a method that is not there yet")
    func newerCaller() async throws {
        let server = try EchoServer()
        let hello = Proto.Hello(
            service: "newer", instance: "n", epoch: 3, protocol: 1, schemaHash: 9)
        let caller = try await RawCaller(server.endpoint)
        try caller.send(try withUnknownFields(Proto.Header(version: 1, kind: .hello, hello: hello)), [])
        #expect(try await caller.receive().kind == .hello)
        try caller.send(
            try withUnknownFields(
                Proto.Header(version: 1, kind: .request, requestId: 1, method: "test.Echo/Echo")), [4])
        let answer = try await caller.receive()
        #expect(answer.requestId == 1 && answer.status?.code == .ok)
        try caller.send(
            try Proto.Header(version: 1, kind: .request, requestId: 2, method: "test.Echo/ComesLater").encoded(), [])
        let refusal = try await caller.receive()
        #expect(refusal.requestId == 2 && refusal.status?.code == .unimplemented)
        #expect(refusal.status?.reason == .unknownMethod)
        // A kind of message that comes with a later version.
        try caller.send(try Proto.Header(version: 1, kind: Proto.Kind(rawValue: 99)).encoded(), [])
        #expect(await eventually { await server.node.count("bus_unexpected_kinds_total") == 1 })
        #expect(await server.node.count("bus_unknown_methods_total") == 1)
        caller.close()
        await server.node.close()
    }

    @Test("a newer server is understood: an unknown status, an unknown reason and unknown fields end a call")
    func newerServer() async throws {
        let server = FakeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let call = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(30)))
            }
        }
        #expect(await eventually { server.requests == 1 })
        let status = Proto.Status(
            code: Proto.StatusCode(rawValue: 77), reason: Proto.Reason(rawValue: 7_777), message: "from the future")
        // The request's own number is what the fake would answer with.
        let number = try #require(server.requestNumbers.first)
        let header = Proto.Header(version: 1, kind: .response, requestId: number, status: status)
        server.sendRaw([try withUnknownFields(header), []])
        let error = await call.value
        #expect(error?.code == Proto.StatusCode(rawValue: 77))
        #expect(error?.reason == Proto.Reason(rawValue: 7_777))
        #expect(error?.message == "from the future")
        server.stop()
        await client.close()
    }

    @Test("section 8, 7: a payload that nests or multiplies without end is answered with a status, each time")
    func hostilePayloads() async throws {
        let server = try EchoServer(further: [
            .unary(MethodDescriptor(service: "test.Typed", name: "Deliver")) {
                (request: Proto.DeliverRequest, _) async throws(RPCError) in request
            }
        ])
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let method = MethodDescriptor(service: "test.Typed", name: "Deliver")
        let empties = Array(repeatElement([0x0A, 0x00] as [UInt8], count: 500_000).joined())
        for _ in 0..<5 {
            let error = await failure { () async throws(RPCError) in
                try await channel.unary(method, empties, CallOptions(timeout: .seconds(30)))
            }
            #expect(error?.code == .resourceExhausted && error?.reason == .tooLarge)
        }
        var nested: [UInt8] = []
        for _ in 0..<10_000 {
            var length = nested.count
            var prefix: [UInt8] = [0x0A]
            repeat {
                prefix.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
                length >>= 7
            } while length > 0
            nested = prefix + nested
        }
        let refusal = await failure { () async throws(RPCError) in
            try await channel.unary(method, nested, CallOptions(timeout: .seconds(30)))
        }
        #expect(refusal?.code == .invalidArgument || refusal?.code == .resourceExhausted)
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(30))) == [1])
        await client.close()
        await server.node.close()
    }

    @Test("section 8, 2: after an oversized answer, other calls to that instance work again at once")
    func oversizedAnswer() async throws {
        let server = FakeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let lost = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(30)))
            }
        }
        #expect(await eventually { server.requests == 1 })
        server.sendRaw([[UInt8](repeating: 0, count: 2 << 20), []])
        #expect(await lost.value?.reason == .peerLost)
        server.answerAll()
        #expect(try await channel.unary(TestMethods.echo, [7], CallOptions(timeout: .seconds(20))) == [7])
        // One connection was lost and one made in its place: nobody waited for a longer pause.
        #expect(await client.count("bus_connections_lost_total") == 1)
        #expect(await client.count("bus_connect_attempts_total") == 2)
        server.stop()
        await client.close()
    }
}
