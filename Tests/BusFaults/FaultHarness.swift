import Bus
import Synchronization
import Testing
import Wire

/// Methods that exist only in these tests.
enum TestMethods {
    static let echo = MethodDescriptor(service: "test.Echo", name: "Echo")
    static let hang = MethodDescriptor(service: "test.Echo", name: "Hang")
}

/// A node that answers with the request, or not until it is told to stop.
struct EchoServer {
    let node: BusNode
    let endpoint: String
    let started = Tally()
    let cancelled = Tally()

    init(_ adjust: (inout BusConfiguration) -> Void = { _ in }) throws {
        var configuration = BusConfiguration(service: "echo", instance: "echo-1", bind: "tcp://127.0.0.1:0")
        adjust(&configuration)
        node = try BusNode(configuration)
        let (started, cancelled) = (started, cancelled)
        node.serve([
            RPCHandler(TestMethods.echo, .unary { (_, request) in request }),
            RPCHandler(
                TestMethods.hang,
                .unary { (_, request) in
                    started.add()
                    try? await Task.sleep(for: .seconds(600))
                    cancelled.add()
                    return request
                }),
        ])
        try node.start()
        endpoint = try #require(node.boundEndpoint)
    }

    var port: UInt16? { endpoint.split(separator: ":").last.flatMap { UInt16($0) } }
}

/// Counts from any thread.
final class Tally: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

/// A node that only calls, and waits as long for a connection as a starved machine takes.
func makeClient(_ adjust: (inout BusConfiguration) -> Void = { _ in }) throws -> BusNode {
    var configuration = BusConfiguration(service: "tester", instance: "tester")
    configuration.timing.readyPatience = .seconds(20)
    adjust(&configuration)
    return try BusNode(configuration)
}

/// The error that a call throws; records an issue if it succeeds.
func failure<Value>(
    of call: () async throws(RPCError) -> Value, sourceLocation: SourceLocation = #_sourceLocation
) async -> RPCError? {
    do throws(RPCError) {
        let value = try await call()
        Issue.record("expected a failure, got \(value)", sourceLocation: sourceLocation)
        return nil
    } catch {
        return error
    }
}

/// One of a node's counters.
func count(_ name: String, of node: BusNode) async -> UInt64 {
    await node.counters().first { $0.name == name }?.value ?? 0
}
