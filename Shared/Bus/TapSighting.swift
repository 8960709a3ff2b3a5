public import CallModel
public import Wire

/// An envelope seen at one point of its life, before anybody is known to want it. Made only while the tap is armed.
public struct TapSighting: Sendable {
    /// Where in its life.
    public var point: Proto.TapPoint
    /// What it is.
    public var kind: Proto.Kind
    /// Unique per connection.
    public var requestID: UInt64
    /// Path of the method, also on answers.
    public var method: String
    /// Of the request, also on answers.
    public var traceID: [UInt8]
    /// Of the request, also on answers.
    public var spanID: [UInt8]
    /// Span of the call whose handler made this one.
    public var parentSpanID: [UInt8] = []
    /// Of the request, also on answers.
    public var shardKey: String
    /// On whose behalf.
    public var identity: Proto.ClientIdentity?
    /// The other end.
    public var peerService: String
    /// The other end.
    public var peerInstance: String
    /// As it travels, secrets included; masked before anybody sees it.
    public var payload: [UInt8] = []
    /// Of an answer.
    public var status: Proto.Status?
    /// Of a request.
    public var remainingMilliseconds: UInt32 = 0
    /// Of a request, from 1.
    public var attempt: UInt32 = 0
    /// Of an item, from 1.
    public var itemSequence: UInt32 = 0
    /// Of a stream's request, and of CREDIT.
    public var credit: UInt32 = 0
    /// Secret keys are masked before anybody sees them.
    public var metadata: [Proto.Metadata] = []
    /// The method's, for the ring of last events; 0 if it is not at hand.
    var number: UInt16 = 0
    /// At DROP: the counter.
    public var drop = ""
    /// At DROP: what is known beyond the cause.
    public var detail = ""
    /// When, if not now.
    public var instant: MonotonicInstant?

    public init(
        _ point: Proto.TapPoint, _ kind: Proto.Kind, requestID: UInt64, method: String, traceID: [UInt8] = [],
        spanID: [UInt8] = [], shardKey: String = "", identity: Proto.ClientIdentity? = nil, peerService: String = "",
        peerInstance: String = ""
    ) {
        self.point = point
        self.kind = kind
        self.requestID = requestID
        self.method = method
        self.traceID = traceID
        self.spanID = spanID
        self.shardKey = shardKey
        self.identity = identity
        self.peerService = peerService
        self.peerInstance = peerInstance
    }

    /// Keeps the connection alive or the stream moving; nobody's call.
    var isControl: Bool { Self.isControl(kind) && point != .drop }

    /// Whether envelopes of this kind are nobody's call.
    static func isControl(_ kind: Proto.Kind) -> Bool {
        switch kind {
        case .credit, .ping, .pong, .hello, .draining: true
        default: false
        }
    }
}
