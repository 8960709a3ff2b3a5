/// Decides for a context who may connect to its CURVE servers: the answering end of ZAP (ZeroMQ RFC 27). One per
/// context, made before the first of those sockets binds, and read by the thread that made it.
///
/// Every question is answered, whatever it holds, and with 200 or 400 only: libzmq 4.3.4 leaves a client that is
/// answered 300 hanging (libzmq #2329) and ends the process over an answer that is not well formed.
public struct Authenticator: ~Copyable {
    /// Somebody wants in.
    public struct Question: Sendable, Hashable {
        /// Of the socket that was connected to.
        public let domain: String
        /// The peer's IP address.
        public let address: String
        /// The peer's key; `nil` if it has none, or if the question is malformed.
        public let key: CurvePublicKey?
    }

    /// For `Poller.watch`.
    public let socket: Socket
    private let context: Context
    private var scratch = Message()

    /// `.addressInUse`: the context has one already.
    public init(_ context: Context) throws(ZeroMQError) {
        // Not a REP: its one answer at a time is nothing to build on.
        let socket = try Socket(context, .router)
        try socket.bind(Self.endpoint)
        context.authenticatorCame()
        self.socket = socket
        self.context = context
    }

    deinit { context.authenticatorWent() }

    /// Answers the next question, and returns false if there is none. Who is let in has its key as the `User-Id` of
    /// each of its messages.
    public mutating func answerNext(_ mayEnter: (Question) -> Bool) throws(ZeroMQError) -> Bool {
        guard let whole = try socket.receiveMultipart(using: &scratch, maximumFrames: 9) else { return false }
        let request = Request(frames: whole.frames, discarded: whole.discardedFrames)
        let isLetIn = request.question.key != nil && mayEnter(request.question)
        let answer = [
            request.asker, [], Array(Self.version.utf8), request.id, Array((isLetIn ? "200" : "400").utf8), [],
            isLetIn ? Array((request.question.key?.text ?? "").utf8) : [], [],
        ]
        // Whoever asked may be gone by now; this ROUTER then drops the answer without a word.
        _ = try socket.sendMultipart(answer)
        return true
    }

    static let endpoint = "inproc://zeromq.zap.01"
    private static let version = "1.0"

    /// The asking session, a delimiter, version, request id, domain, address, routing id, mechanism, credentials.
    private struct Request {
        let asker: [UInt8]
        let id: [UInt8]
        let question: Question

        init(frames: [[UInt8]], discarded: Int) {
            func text(_ index: Int) -> String {
                frames.indices.contains(index) ? String(decoding: frames[index], as: UTF8.self) : ""
            }
            asker = frames.first ?? []
            id = frames.indices.contains(3) ? frames[3] : []
            let isWellFormed =
                frames.count == 9 && discarded == 0 && frames[1].isEmpty && text(2) == Authenticator.version
                && text(7) == "CURVE"
            question = Question(
                domain: text(4), address: text(5), key: isWellFormed ? CurvePublicKey(bytes: frames[8]) : nil)
        }
    }
}

@available(*, unavailable)
extension Authenticator: Sendable {}
