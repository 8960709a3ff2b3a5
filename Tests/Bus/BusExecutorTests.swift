import Bus
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct BusExecutorTests {
    private func makeServer() throws -> EchoServer {
        try EchoServer { $0.runsHandlersOnBusThread = true }
    }

    @Test("calls are made and answered on the nodes' own threads, many at a time")
    func many() async throws {
        let server = try makeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let correct = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 as Range<UInt8> {
                group.addTask(executorPreference: client.executor) {
                    var correct = 0
                    for _ in 0..<20 {
                        let options = CallOptions(timeout: .seconds(50))
                        if try await channel.unary(TestMethods.echo, [number], options) == [number] { correct += 1 }
                    }
                    return correct
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(correct == 2_000)
        await client.close()
        await server.node.close()
    }

    @Test("a handler that suspends there holds up nobody, and can be cancelled")
    func suspended() async throws {
        let server = try makeServer()
        let client = try makeClient()
        let channel = client.channel(to: [server.endpoint])
        let hanging = Task { () async -> RPCError? in
            await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.hang, [], CallOptions(timeout: .seconds(50)))
            }
        }
        #expect(await eventually { server.started.value == 1 })
        #expect(try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(50))) == [1])
        hanging.cancel()
        #expect(await hanging.value?.code == .cancelled)
        #expect(await eventually { server.cancelled.value == 1 })
        await client.close()
        await server.node.close()
    }

    @Test("a task that prefers the thread of a closed node still comes to its end")
    func closed() async throws {
        let client = try makeClient()
        let channel = client.channel(to: ["tcp://127.0.0.1:9"])
        let gate = Gate()
        let waiting = Task(executorPreference: client.executor) { () async -> RPCError? in
            await gate.wait()
            return await failure { () async throws(RPCError) in
                try await channel.unary(TestMethods.echo, [], CallOptions())
            }
        }
        await client.close()
        gate.open()
        #expect(await waiting.value?.reason == .neverSent)
        let late = Task(executorPreference: client.executor) { 7 }
        #expect(await late.value == 7)
    }
}
