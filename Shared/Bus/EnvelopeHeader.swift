import Wire

/// A header as the bus handles it: what every call needs as plain values, what few need behind one reference. Read and
/// written by `PlainHeader` when it can be, by protobuf-c otherwise.
struct EnvelopeHeader: Sendable {
    /// What `PlainHeader` cannot say.
    private final class Rest: Sendable {
        let header: Proto.Header
        init(_ header: Proto.Header) { self.header = header }
    }

    let kind: Proto.Kind
    let requestId: UInt64
    var remainingMs: UInt32 = 0
    var attempt: UInt32 = 0
    var credit: UInt32 = 0
    var sequence: UInt32 = 0
    var trace: TraceID?
    var span: SpanID?
    var shardKey = ""
    /// Of a request, on its way out.
    var descriptor: MethodDescriptor?
    /// Of a request that came in, if the method is known.
    private(set) var entry: HandlerTable.Entry?
    private var isOK = false
    private var rest: Rest?

    init(kind: Proto.Kind, requestId: UInt64 = 0, credit: UInt32 = 0, sequence: UInt32 = 0) {
        self.kind = kind
        self.requestId = requestId
        self.credit = credit
        self.sequence = sequence
    }

    /// A successful answer if `status` is `nil`.
    init(kind: Proto.Kind, requestId: UInt64 = 0, status: Proto.Status?) {
        self.init(kind: kind, requestId: requestId)
        if let status { rest = Rest(Proto.Header(status: status)) } else { isOK = true }
    }

    init(kind: Proto.Kind, hello: Proto.Hello, wallUs: UInt64 = 0) {
        self.init(kind: kind)
        rest = Rest(Proto.Header(hello: hello, wallUs: wallUs))
    }

    /// For a request: what travels beside it, if anything does.
    mutating func attach(identity: Proto.ClientIdentity?, metadata: [Proto.Metadata]) {
        guard identity != nil || !metadata.isEmpty else { return }
        rest = Rest(Proto.Header(identity: identity, metadata: metadata))
    }

    var method: String { entry?.handler.method.path ?? descriptor?.path ?? rest?.header.method ?? "" }
    var status: Proto.Status? { isOK ? Proto.Status() : rest?.header.status }
    var hello: Proto.Hello? { rest?.header.hello }
    var identity: Proto.ClientIdentity? { rest?.header.identity }
    var metadata: [Proto.Metadata] { rest?.header.metadata ?? [] }
    var wallUs: UInt64 { rest?.header.wallUs ?? 0 }
    var traceId: [UInt8] { trace?.bytes ?? [] }
    var spanId: [UInt8] { span?.bytes ?? [] }
    /// OK and nothing else: what nearly every answer says.
    var isPlainOK: Bool { isOK }
}

// MARK: Reading

extension EnvelopeHeader {
    /// `methods`: those that this process answers.
    init(_ bytes: Span<UInt8>, methods: MethodTable<HandlerTable.Entry>?) throws(EnvelopeRefusal) {
        guard bytes.count <= Envelope.longestHeader else { throw .headerTooLarge }
        if let plain = PlainHeader(bytes), let header = EnvelopeHeader(plain, bytes, methods) {
            self = header
        } else {
            try self.init(whole: bytes, methods: methods)
        }
    }

    private init?(_ plain: PlainHeader, _ bytes: Span<UInt8>, _ methods: MethodTable<HandlerTable.Entry>?) {
        self.init(kind: plain.kind, requestId: plain.requestID)
        if !plain.method.isEmpty {
            guard let known = methods?.find(bytes.extracting(plain.method)) else { return nil }
            entry = known
        }
        remainingMs = plain.remainingMs
        attempt = plain.attempt
        credit = plain.credit
        sequence = plain.sequence
        trace = plain.trace
        span = plain.span
        isOK = plain.isOK
        if !plain.shardKey.isEmpty {
            shardKey = String(decoding: plain.shardKey.map { bytes[$0] }, as: UTF8.self)
        }
    }

    private init(whole bytes: Span<UInt8>, methods: MethodTable<HandlerTable.Entry>?) throws(EnvelopeRefusal) {
        let header: Proto.Header
        do { header = try Proto.Header(decoding: bytes.indices.map { bytes[$0] }) } catch { throw .malformedHeader }
        guard header.version == Envelope.version else { throw .unsupportedVersion }
        let metadataBytes = header.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
        guard metadataBytes <= Envelope.longestMetadata else { throw .metadataTooLarge }
        guard header.traceId.isEmpty || header.traceId.count == 16, header.spanId.isEmpty || header.spanId.count == 8
        else { throw .badIdentifiers }
        self.init(kind: header.kind, requestId: header.requestId)
        remainingMs = header.remainingMs
        attempt = header.attempt
        credit = header.credit
        sequence = header.sequence
        trace = TraceID(header.traceId)
        span = SpanID(header.spanId)
        shardKey = header.shardKey
        if !header.method.isEmpty { entry = methods?.find(Array(header.method.utf8).span) }
        rest = Rest(header)
    }
}

// MARK: Writing

extension EnvelopeHeader {
    /// How to write it short, or the bytes of the long way.
    func encoded() throws(WireError) -> Encoded {
        guard rest == nil, PlainHeader.canWrite(shardKey: shardKey) else { return .bytes(try whole.encoded()) }
        var plain = PlainHeader(kind: kind, requestID: requestId)
        plain.remainingMs = remainingMs
        plain.attempt = attempt
        plain.credit = credit
        plain.sequence = sequence
        plain.trace = trace
        plain.span = span
        plain.isOK = isOK
        return .plain(plain)
    }

    enum Encoded {
        /// To be written straight into the message, with the path of `descriptor` and the shard key.
        case plain(PlainHeader)
        case bytes([UInt8])
    }

    /// In the contract's own type.
    var whole: Proto.Header {
        var header = rest?.header ?? Proto.Header()
        header.version = Envelope.version
        header.kind = kind
        header.requestId = requestId
        header.method = method
        header.remainingMs = remainingMs
        header.attempt = attempt
        header.credit = credit
        header.sequence = sequence
        header.traceId = traceId
        header.spanId = spanId
        header.shardKey = shardKey
        header.status = status
        return header
    }
}
