import Bus
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct UnaryTests {
    @Test("a call is answered with what its handler returns")
    func echo() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        #expect(try await channel.unary(TestMethods.echo, [1, 2, 3], CallOptions()) == [1, 2, 3])
        #expect(try await channel.unary(TestMethods.echo, [], CallOptions()) == [])
        let large = [UInt8](repeating: 7, count: 1 << 20)
        #expect(try await channel.unary(TestMethods.echo, large, CallOptions()) == large)
        await client.close()
        await server.node.close()
    }

    @Test("ten thousand calls at once are all answered, each with its own answer")
    func tenThousand() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let correct = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<10_000 {
                group.addTask {
                    let request = [UInt8(number & 0xFF), UInt8(number >> 8)]
                    let options = CallOptions(timeout: .seconds(50))
                    return try await channel.unary(TestMethods.echo, request, options) == request
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(correct == 10_000)
        await client.close()
        await server.node.close()
    }

    @Test("a handler's error arrives with code, reason, text and retry hint")
    func handlerError() async throws {
        let server = try EchoServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let error = await failure { () async throws(RPCError) in
            try await channel.unary(TestMethods.fail, [], CallOptions())
        }
        #expect(
            error
                == RPCError(
                    .failedPrecondition, reason: .callNotFound, "no such thing", retryAfter: .milliseconds(250)))
        await client.close()
        await server.node.close()
    }
}
