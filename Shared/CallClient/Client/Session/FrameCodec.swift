internal import Wire

/// One message of the client connection, as a transport carries it.
enum LinkMessage: Sendable, Hashable {
    case binary([UInt8])
    case text(String)
}

/// An open, message-oriented connection to a gateway.
protocol MessageLink: Sendable {
    /// Queues a message; never waits. Throws when the connection is closed.
    func send(_ message: LinkMessage) throws
    /// The next message; `nil` once the connection is closed.
    func receive() async -> LinkMessage?
    func close()
}

/// Why a link cannot be opened, where trying again changes nothing.
struct LinkRefused: Error {
    let cause: String
}

/// Opens connections; throws `LinkRefused` or, if it may work later, anything else. The seam for platforms without libwebsockets, and for tests.
protocol LinkOpener: Sendable {
    func open(_ url: String) async throws -> any MessageLink
}

/// How envelopes become messages of the transport. Payloads are protobuf bytes on this side of the seam.
protocol FrameCodec: Sendable {
    /// `method`: whose request the payload is, if it is one.
    func encode(_ header: Proto.Header, _ payload: [UInt8], method: String) throws(WireError) -> LinkMessage
    /// `methodOf`: the method that was called with a request id.
    func decode(
        _ message: LinkMessage, methodOf: (UInt64) -> String?
    ) throws(WireError) -> (header: Proto.Header, payload: [UInt8])
}

/// One `Proto.Frame` as a binary message.
struct BinaryCodec: FrameCodec {
    func encode(_ header: Proto.Header, _ payload: [UInt8], method: String) throws(WireError) -> LinkMessage {
        .binary(try Proto.Frame(header: header, payload: payload).encoded())
    }

    func decode(
        _ message: LinkMessage, methodOf: (UInt64) -> String?
    ) throws(WireError) -> (header: Proto.Header, payload: [UInt8]) {
        guard case .binary(let bytes) = message else { throw .malformed }
        let frame = try Proto.Frame(decoding: bytes)
        guard let header = frame.header else { throw .malformed }
        return (header, frame.payload)
    }
}

/// The JSON form of the same values as a text message: `{"header":…,"payload":…}`.
struct TextCodec: FrameCodec {
    func encode(_ header: Proto.Header, _ payload: [UInt8], method: String) throws(WireError) -> LinkMessage {
        var members = [JSONValue.Member("header", header.json())]
        if let transcoder = Proto.transcoder(method) {
            members.append(JSONValue.Member("payload", try transcoder.requestJSON(payload)))
        }
        return .text(JSONValue.object(members).text)
    }

    func decode(
        _ message: LinkMessage, methodOf: (UInt64) -> String?
    ) throws(WireError) -> (header: Proto.Header, payload: [UInt8]) {
        guard case .text(let text) = message else { throw .malformed }
        let json = try JSONValue(parsing: text)
        guard let headerJSON = json["header"] else { throw .malformed }
        let header = try Proto.Header(json: headerJSON)
        guard let payload = json["payload"], let method = methodOf(header.requestId),
            let transcoder = Proto.transcoder(method)
        else { return (header, []) }
        return (header, try transcoder.responseBytes(payload))
    }
}
