import Bus
import Synchronization
import TestSupport
import Testing
import Wire

/// Methods that exist only in these tests: bytes in, bytes out.
enum TestMethods {
    static let echo = MethodDescriptor(service: "test.Echo", name: "Echo")
    static let lookup = MethodDescriptor(service: "test.Echo", name: "Lookup", isIdempotent: true)
    static let glance = MethodDescriptor(service: "test.Echo", name: "Glance", isIdempotent: true, isReadOnly: true)
    static let hang = MethodDescriptor(service: "test.Echo", name: "Hang")
    static let fail = MethodDescriptor(service: "test.Echo", name: "Fail")
    static let relay = MethodDescriptor(service: "test.Echo", name: "Relay")
    static let count = MethodDescriptor(service: "test.Echo", name: "Count", isServerStreaming: true)
    static let flood = MethodDescriptor(service: "test.Echo", name: "Flood", isServerStreaming: true)
}

/// A door that tests open; whoever came before waits.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Something that has happened or not, from any thread.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

/// Counts from any thread.
final class Tally: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add(_ amount: Int = 1) { count.withLock { $0 += amount } }
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

/// A node whose handlers do what each test needs.
struct EchoServer {
    let node: BusNode
    let endpoint: String
    let started = Tally()
    let cancelled = Tally()
    let gate = Gate()

    init(
        on bind: String = "tcp://127.0.0.1:0", instance: String = "echo-1",
        _ adjust: (inout BusConfiguration) -> Void = { _ in }, further: [RPCHandler] = []
    ) throws {
        var configuration = BusConfiguration(service: "echo", instance: instance, bind: bind)
        adjust(&configuration)
        node = try BusNode(configuration)
        node.serve(Self.handlers(started, cancelled, gate) + further)
        try node.start()
        endpoint = try #require(node.boundEndpoint)
    }

    private static func handlers(_ started: Tally, _ cancelled: Tally, _ gate: Gate) -> [RPCHandler] {
        [
            RPCHandler(TestMethods.echo, .unary { (_, request) in request }),
            RPCHandler(TestMethods.glance, .unary { (_, request) in request }),
            RPCHandler(TestMethods.lookup, .unary { (_, request) in request }),
            RPCHandler(
                TestMethods.hang,
                .unary { (_, request) in
                    started.add()
                    await withTaskCancellationHandler {
                        await gate.wait()
                    } onCancel: {
                        cancelled.add()
                        gate.open()
                    }
                    return request
                }),
            RPCHandler(
                TestMethods.fail,
                .unary { (_, _) async throws(RPCError) in
                    throw RPCError(
                        .failedPrecondition, reason: .callNotFound, "no such thing", retryAfter: .milliseconds(250))
                }),
            RPCHandler(
                TestMethods.count,
                .serverStream { (_, request, responder) async throws(RPCError) in
                    for number in 0..<(request.first ?? 0) { try await responder.send([number]) }
                }),
        ]
    }
}

extension EchoServer {
    /// One where another was until now: libzmq gives a port back a moment after its socket is closed.
    static func succeeding(at endpoint: String, instance: String) async throws -> EchoServer {
        var server: EchoServer?
        let isThere = await eventually {
            server = try? EchoServer(on: endpoint, instance: instance)
            return server != nil
        }
        return try #require(isThere ? server : nil)
    }
}

/// A node that only calls.
func makeClient(_ adjust: (inout BusConfiguration) -> Void = { _ in }) throws -> BusNode {
    var configuration = BusConfiguration(service: "tester", instance: "tester-\(UInt32.random(in: 0...UInt32.max))")
    adjust(&configuration)
    return try BusNode(configuration)
}
