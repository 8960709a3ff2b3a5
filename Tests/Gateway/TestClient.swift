import Synchronization
import Testing
import WebSocket
import Wire

@testable import gateway

/// A client written by hand, in either form, that can also do what no honest client does.
final class TestClient: Sendable {
    let socket: WebSocketConnection
    private let form: FrameFormat
    private let lastID = Mutex<UInt64>(0)

    init(_ socket: WebSocketConnection, _ form: FrameFormat) {
        self.socket = socket
        self.form = form
    }

    func nextID() -> UInt64 {
        lastID.withLock { last in
            last += 1
            return last
        }
    }

    func sendHello(protocolVersion: UInt32 = 1) throws {
        var header = Proto.Header(version: 1, kind: .hello)
        header.hello = Proto.Hello(service: "client", instance: "test", epoch: 1, protocol: protocolVersion)
        try send(header)
    }

    func send(_ header: Proto.Header, _ payload: [UInt8] = [], json: JSONValue? = nil) throws {
        switch form {
        case .binary: try socket.send(.binary(try Proto.Frame(header: header, payload: payload).encoded()))
        case .text:
            var members = [JSONValue.Member("header", header.json())]
            if let json { members.append(JSONValue.Member("payload", json)) }
            try socket.send(.text(JSONValue.object(members).text))
        }
    }

    /// Sends a request and returns its number.
    @discardableResult
    func request(
        _ method: String, _ message: any WireMessage, _ adjust: (inout Proto.Header) -> Void = { _ in }
    ) throws -> UInt64 {
        var header = Proto.Header(version: 1, kind: .request, requestId: nextID(), method: method)
        adjust(&header)
        try send(header, try message.encoded(), json: message.json())
        return header.requestId
    }

    struct Frame: Sendable {
        let header: Proto.Header
        let payload: [UInt8]
        let json: JSONValue?
    }

    struct Closed: Error {
        let closure: WebSocketClosure
    }

    /// The next frame; throws `Closed`.
    func receive() async throws -> Frame {
        switch await socket.receive() {
        case .binary(let bytes):
            #expect(form == .binary)
            let frame = try Proto.Frame(decoding: bytes)
            return Frame(header: try #require(frame.header), payload: frame.payload, json: nil)
        case .text(let text):
            #expect(form == .text)
            let json = try JSONValue(parsing: text)
            return Frame(
                header: try Proto.Header(json: try #require(json["header"])), payload: [], json: json["payload"])
        case nil: throw Closed(closure: await socket.closed())
        }
    }

    /// One request to its answer. Throws `RPCError` for a failure.
    func call<Response: WireMessage>(
        _ method: MethodDescriptor, _ request: any WireMessage, _ adjust: (inout Proto.Header) -> Void = { _ in }
    ) async throws -> Response {
        let id = try self.request(method.path, request, adjust)
        let frame = try await receive()
        #expect(frame.header.requestId == id)
        #expect(frame.header.kind == .response)
        let status = try #require(frame.header.status)
        guard status.code == .ok else {
            throw RPCError(
                status.code, reason: status.reason, status.message,
                retryAfter: status.retryAfterMs == 0 ? nil : .milliseconds(Int64(status.retryAfterMs)))
        }
        return switch form {
        case .binary: try Response(decoding: frame.payload)
        case .text: try Response(json: frame.json ?? .object([]))
        }
    }

    /// The failure of a request; `nil` if it succeeds.
    func failure(_ method: String, _ request: any WireMessage = Proto.Empty()) async throws -> RPCError? {
        let id = try self.request(method, request)
        let frame = try await receive()
        #expect(frame.header.requestId == id)
        guard let status = frame.header.status, status.code != .ok else { return nil }
        return RPCError(status.code, reason: status.reason, status.message)
    }

    func openEvents(credit: UInt32 = 0) throws -> UInt64 {
        try request(Proto.GatewayMethods.events.path, Proto.EventsRequest()) { $0.credit = credit }
    }

    /// How the gateway closes the connection, whatever it sends before.
    func closure() async -> WebSocketClosure {
        while await socket.receive() != nil {}
        return await socket.closed()
    }
}
