import Synchronization
import TestSupport
import Testing
import Wire

@testable import CallClient

/// A connection whose other side is the test.
private final class Bench: Sendable {
    let link: FakeLink
    let connection: GatewayConnection
    private let sink: Sink

    init() {
        let sink = Sink()
        link = FakeLink(onSend: { message, _ in sink.take(message) })
        connection = GatewayConnection(link: link, codec: BinaryCodec())
        self.sink = sink
    }

    final class Sink: Sendable {
        let headers = Mutex<[Proto.Header]>([])

        func take(_ message: LinkMessage) {
            guard case .binary(let bytes) = message, let header = try? Proto.Frame(decoding: bytes).header else {
                return
            }
            headers.withLock { $0.append(header) }
        }
    }

    var headers: [Proto.Header] { sink.headers.withLock { $0 } }

    func push(_ header: Proto.Header, _ payload: [UInt8] = []) throws {
        link.push(.binary(try Proto.Frame(header: header, payload: payload).encoded()))
    }
}

@Suite("Gateway connection", .timeLimit(.minutes(1)))
struct GatewayConnectionTests {
    private let method = Proto.SignalingMethods.accept

    private func response(_ id: UInt64) -> Proto.Header {
        Proto.Header(version: 1, kind: .response, requestId: id, status: Proto.Status(code: .ok))
    }

    @Test("answers find their requests in any order")
    func order() async throws {
        let bench = Bench()
        let first = bench.connection.begin(method, [1], timeout: .seconds(30))
        let second = bench.connection.begin(method, [2], timeout: .seconds(30))
        let reader = Task { await bench.connection.run { _ in } }
        try bench.push(response(2), [20])
        try bench.push(response(1), [10])
        #expect(try await second.value() == [20])
        #expect(try await first.value() == [10])
        #expect(bench.headers.map(\.method) == [method.path, method.path])
        #expect(bench.headers.allSatisfy { $0.remainingMs == 30_000 })
        bench.connection.close()
        await reader.value
    }

    @Test("a failure carries status, reason and hint")
    func failure() async throws {
        let bench = Bench()
        let pending = bench.connection.begin(method, [], timeout: .seconds(30))
        Task { await bench.connection.run { _ in } }
        var header = response(1)
        header.status = Proto.Status(code: .resourceExhausted, reason: .queueFull, message: "full", retryAfterMs: 70)
        try bench.push(header)
        await #expect(
            throws: RPCError(.resourceExhausted, reason: .queueFull, "full", retryAfter: .milliseconds(70))
        ) { try await pending.value() }
        bench.connection.close()
    }

    @Test("a lost connection fails what is in flight, and what comes later never leaves")
    func lost() async {
        let bench = Bench()
        let pending = bench.connection.begin(method, [], timeout: .seconds(30))
        bench.link.close()
        await bench.connection.run { _ in }
        await #expect(throws: RPCError(.unavailable, reason: .peerLost, "connection lost")) {
            try await pending.value()
        }
        await #expect(throws: RPCError(.unavailable, reason: .neverSent, "connection closed")) {
            try await bench.connection.unary(method, [], CallOptions())
        }
        let stream = bench.connection.serverStream(Proto.GatewayMethods.events, [], CallOptions())
        await #expect(throws: RPCError.self) { for try await _ in stream {} }
    }

    @Test("a request that nobody answers fails by itself and is cancelled at the gateway")
    func expiry() async {
        let bench = Bench()
        let pending = bench.connection.begin(method, [], timeout: .milliseconds(1))
        await #expect(throws: RPCError(.deadlineExceeded, "no answer in time")) { try await pending.value() }
        #expect(bench.headers.last?.kind == .cancel)
    }

    @Test("a stream hands on its items in order, gives back credit, and ends as the gateway says")
    func stream() async throws {
        let bench = Bench()
        Task { await bench.connection.run { _ in } }
        let stream = bench.connection.serverStream(Proto.GatewayMethods.events, [], CallOptions())
        var iterator = stream.makeAsyncIterator()
        #expect((bench.headers.first?.credit ?? 0) > 0)
        for item: UInt8 in 1...3 { try bench.push(Proto.Header(version: 1, kind: .item, requestId: 1), [item, 0]) }
        try bench.push(Proto.Header(version: 1, kind: .end, requestId: 1, status: Proto.Status(code: .ok)))
        var items: [[UInt8]] = []
        while let item = try await iterator.next() { items.append(item) }
        #expect(items == [[1, 0], [2, 0], [3, 0]])
        #expect(bench.headers.filter { $0.kind == .credit }.map(\.credit) == [2, 2, 2])
        bench.connection.close()
    }

    @Test("a ping is answered; hello, draining and every message are told")
    func control() async throws {
        let bench = Bench()
        let news = Mutex<[String]>([])
        for kind in [Proto.Kind.hello, .ping, .draining] { try bench.push(Proto.Header(version: 1, kind: kind)) }
        let reader = Task { await bench.connection.run { entry in news.withLock { $0.append("\(entry)") } } }
        try await eventually("the draining") { news.withLock { $0.contains("draining") } }
        #expect(
            news.withLock { $0 } == ["bytesReceived", "helloReceived", "bytesReceived", "bytesReceived", "draining"])
        #expect(bench.headers.map(\.kind) == [.pong])
        bench.connection.close()
        await reader.value
    }

    @Test("bytes that are no frame end the connection; nothing crashes", arguments: 0..<50)
    func garbage(seed: Int) async {
        var generator = SeededGenerator(seed: UInt64(seed))
        let bench = Bench()
        let pending = bench.connection.begin(method, [], timeout: .seconds(30))
        for _ in 0..<20 { bench.link.push(.binary(generator.bytes(generator.next(in: 0...200)))) }
        bench.link.push(.text("{\"header\":"))
        await bench.connection.run { _ in }
        #expect(bench.link.isClosed, "seed \(seed)")
        await #expect(throws: RPCError.self) { try await pending.value() }
    }
}
