import WebSocket
import Wire

/// The two forms of the client protocol. A connection speaks the form of its first message.
enum FrameFormat: Sendable, Hashable {
    /// A binary message is one `Proto.Frame`.
    case binary
    /// A text message is `{"header":{…},"payload":{…}}`.
    case text

    init(of message: WebSocketMessage) {
        switch message {
        case .binary: self = .binary
        case .text: self = .text
        }
    }

    /// Why a message is no frame.
    enum Nonsense: Error, Hashable {
        case otherForm
        case malformed
        case version
    }

    /// Header and payload of a client's message. The payload of a text frame is JSON still: only its method tells the
    /// type. Identity and metadata are whatever a client likes to claim, and end here.
    func decode(_ message: WebSocketMessage) throws(Nonsense) -> IncomingFrame {
        var frame: IncomingFrame
        do {
            switch (self, message) {
            case (.binary, .binary(let bytes)):
                let whole = try Proto.Frame(decoding: bytes)
                frame = IncomingFrame(header: whole.header ?? Proto.Header(), payload: .bytes(whole.payload))
            case (.text, .text(let text)):
                let json = try JSONValue(parsing: text)
                guard let header = json["header"] else { throw Nonsense.malformed }
                frame = IncomingFrame(
                    header: try Proto.Header(json: header), payload: .json(json["payload"] ?? .object([])))
            case (.binary, .text), (.text, .binary): throw Nonsense.otherForm
            }
        } catch let nonsense as Nonsense {
            throw nonsense
        } catch {
            throw .malformed
        }
        guard frame.header.version == 1 else { throw .version }
        frame.header.identity = nil
        frame.header.metadata = []
        return frame
    }

    /// A message for the client. `method`: what the payload answers, empty without one.
    func encode(_ header: Proto.Header, _ payload: [UInt8] = [], method: String = "") throws(WireError)
        -> WebSocketMessage
    {
        switch self {
        case .binary: return .binary(try Proto.Frame(header: header, payload: payload).encoded())
        case .text:
            var members = [JSONValue.Member("header", header.json())]
            if let transcoder = Proto.transcoder(method) {
                members.append(JSONValue.Member("payload", try transcoder.responseJSON(payload)))
            }
            return .text(JSONValue.object(members).text)
        }
    }
}

/// A client's message, taken apart.
struct IncomingFrame: Sendable {
    enum Payload: Sendable {
        case bytes([UInt8])
        case json(JSONValue)
    }

    var header: Proto.Header
    let payload: Payload
    /// What taps and the calls it leads to know it by. Only what is or names a request has one: its ids cost secure chance.
    let origin: RequestOrigin?

    init(header: Proto.Header, payload: Payload) {
        self.header = header
        self.payload = payload
        origin = [.request, .cancel].contains(header.kind) ? RequestOrigin(header) : nil
    }

    /// The request's bytes.
    func request() throws(RPCError) -> [UInt8] {
        switch payload {
        case .bytes(let bytes): return bytes
        case .json(let json):
            guard let transcoder = Proto.transcoder(header.method) else {
                throw RPCError(.unimplemented, reason: .unknownMethod)
            }
            do {
                return try transcoder.requestBytes(json)
            } catch {
                throw RPCError(.invalidArgument, reason: .malformed, "\(error)")
            }
        }
    }
}
