import Testing
import Wire

@Suite("Clients and handlers")
struct StubTests {
    @Test("a unary call carries request, options and response")
    func unary() async throws {
        let client = Proto.HealthClient(Loopback(Proto.HealthMethods.handlers(for: Watcher())))
        let response = try await client.check(Proto.HealthCheckRequest(service: "media"))
        #expect(response == Proto.HealthCheckResponse(status: .serving, detail: "media for alice"))
    }

    @Test("the status a handler throws reaches the caller")
    func status() async {
        let client = Proto.HealthClient(Loopback(Proto.HealthMethods.handlers(for: Watcher())))
        await #expect(throws: RPCError(.notFound, reason: .badParameter, "no such service")) {
            try await client.check(Proto.HealthCheckRequest(service: ""))
        }
    }

    @Test("a server stream carries its items in order, then ends")
    func stream() async throws {
        let client = Proto.HealthClient(Loopback(Proto.HealthMethods.handlers(for: Watcher())))
        var details: [String] = []
        for try await item in client.watch(Proto.HealthCheckRequest(service: "media")) { details.append(item.detail) }
        #expect(details == ["media 0", "media 1", "media 2"])
    }

    @Test("a stream that fails throws its status after the items before it")
    func failingStream() async {
        let client = Proto.HealthClient(Loopback(Proto.HealthMethods.handlers(for: Watcher())))
        var iterator = client.watch(Proto.HealthCheckRequest()).makeAsyncIterator()
        await #expect(throws: RPCError(.unavailable)) { try await iterator.next() }
    }

    @Test("bytes that are no request give INVALID_ARGUMENT without reaching the service")
    func malformedRequest() async {
        let channel = Loopback(Proto.HealthMethods.handlers(for: Watcher()))
        for method in Proto.HealthMethods.all where !method.isServerStreaming {
            await #expect {
                try await channel.unary(method, [0xff], CallOptions())
            } throws: { error in
                let error = error as? RPCError
                return error?.code == .invalidArgument && error?.reason == .malformed
            }
        }
    }

    @Test("a request that cannot be encoded fails without being sent")
    func unencodableRequest() async {
        let client = Proto.HealthClient(Loopback([]))
        let request = Proto.HealthCheckRequest(service: "\0")
        await #expect { try await client.check(request) } throws: { ($0 as? RPCError)?.code == .internal }
        var iterator = client.watch(request).makeAsyncIterator()
        await #expect { try await iterator.next() } throws: { ($0 as? RPCError)?.code == .internal }
    }

    @Test("an item that is no message of the method ends the stream; it is the server's fault")
    func malformedItem() async {
        var iterator = RPCStream<Proto.Status>(Loopback.stream([[0xff]])).makeAsyncIterator()
        await #expect { try await iterator.next() } throws: { error in
            let error = error as? RPCError
            return error?.code == .internal && error?.reason == .malformed
        }
    }

    @Test("what is too large is refused as too large on both sides")
    func tooLarge() {
        let bytes = [UInt8](repeating: 0, count: WireLimits.messageBytes + 1)
        #expect { try encodeMessage(Proto.Frame(payload: bytes)) } throws: { ($0 as? RPCError)?.reason == .tooLarge }
        #expect { try decodeMessage(Proto.Frame.self, from: bytes) } throws: { error in
            let error = error as? RPCError
            return error?.code == .resourceExhausted && error?.reason == .tooLarge
        }
    }
}

/// Answers health calls.
private struct Watcher: Proto.HealthService {
    func check(
        _ request: Proto.HealthCheckRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.HealthCheckResponse {
        guard !request.service.isEmpty else { throw RPCError(.notFound, reason: .badParameter, "no such service") }
        let user = context.identity?.userId ?? ""
        return Proto.HealthCheckResponse(status: .serving, detail: "\(request.service) for \(user)")
    }

    func watch(
        _ request: Proto.HealthCheckRequest, _ context: RPCContext, _ responses: RPCSender<Proto.HealthCheckResponse>
    ) async throws(RPCError) {
        guard !request.service.isEmpty else { throw RPCError(.unavailable) }
        for number in 0..<3 {
            try await responses.send(Proto.HealthCheckResponse(detail: "\(request.service) \(number)"))
        }
    }
}

/// A channel that calls the handlers directly.
private struct Loopback: RPCChannel {
    let handlers: [RPCHandler]
    let context = RPCContext(identity: Proto.ClientIdentity(userId: "alice"))

    init(_ handlers: [RPCHandler]) { self.handlers = handlers }

    func unary(
        _ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions
    ) async throws(RPCError) -> [UInt8] {
        guard let handler = handlers.first(where: { $0.method == method }), case .unary(let body) = handler.body else {
            throw RPCError(.unimplemented, reason: .unknownMethod)
        }
        return try await body(context, request)
    }

    func serverStream(_ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions) -> RPCByteStream {
        guard let handler = handlers.first(where: { $0.method == method }), case .serverStream(let body) = handler.body
        else { return RPCByteStream(failing: RPCError(.unimplemented, reason: .unknownMethod)) }
        let context = context
        return RPCByteStream {
            var pending: ArraySlice<[UInt8]>?
            return RPCByteStream.Iterator { () async throws(RPCError) -> [UInt8]? in
                if pending == nil {
                    let collector = Collector()
                    try await body(context, request, collector)
                    pending = await collector.items[...]
                }
                return pending?.popFirst()
            }
        }
    }

    static func stream(_ items: [[UInt8]]) -> RPCByteStream {
        RPCByteStream {
            var rest = items[...]
            return RPCByteStream.Iterator { () async throws(RPCError) -> [UInt8]? in rest.popFirst() }
        }
    }
}

private actor Collector: RPCResponder {
    var items: [[UInt8]] = []

    func send(_ item: [UInt8]) async throws(RPCError) { items.append(item) }
}
