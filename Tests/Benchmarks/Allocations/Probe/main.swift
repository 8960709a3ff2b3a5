// Counts the allocations of unary calls: a client and a server in this one process, over tcp loopback, one call at a
// time. Prints one line for handlers and callers on the pool, one for both on the bus's thread.
import Bus
import CAllocationCounter
import Wire

let method = MethodDescriptor(service: "probe.Echo", name: "Echo")

/// A quiet node: nothing but the calls allocates.
func makeNode(_ service: String, bind: String? = nil, inline: Bool) throws -> BusNode {
    var configuration = BusConfiguration(service: service, instance: "\(service)-1", bind: bind)
    configuration.runsHandlersOnBusThread = inline
    configuration.timing.pingInterval = .seconds(3_600)
    return try BusNode(configuration)
}

func allocationsPerCall(inline: Bool) async throws -> Double {
    let server = try makeNode("server", bind: "tcp://127.0.0.1:0", inline: inline)
    server.serve([RPCHandler(method, .unary { (_, request) in request })])
    try server.start()
    guard let endpoint = server.boundEndpoint else { fatalError("not bound") }
    let client = try makeNode("client", inline: inline)
    let channel = client.channel(to: [endpoint])
    let calls = 2_000
    let counting = Task(executorPreference: inline ? client.executor : nil) { () async throws -> Double in
        let request = [UInt8](repeating: 1, count: 200)
        // Tables, queues and libraries grow to their size first.
        for _ in 0..<calls { _ = try await channel.unary(method, request, CallOptions(timeout: .seconds(60))) }
        let before = allocation_count()
        for _ in 0..<calls { _ = try await channel.unary(method, request, CallOptions(timeout: .seconds(60))) }
        return Double(allocation_count() - before) / Double(calls)
    }
    let result = try await counting.value
    await client.close()
    await server.close()
    return result
}

print("pool", try await allocationsPerCall(inline: false))
print("inline", try await allocationsPerCall(inline: true))
