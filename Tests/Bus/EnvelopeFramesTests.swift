import Testing
import Wire
import ZeroMQ

@testable import Bus

@Suite struct EnvelopeFramesTests {
    @Test("headers of every kind arrive as they left, short or long")
    func roundTrip() throws {
        let pair = try Pair()
        var plain = EnvelopeHeader(kind: .request, requestId: 9, credit: 3, sequence: 4)
        plain.descriptor = TestMethods.echo
        plain.remainingMs = 1_500
        plain.attempt = 2
        plain.trace = TraceID([UInt8](1...16))
        plain.span = SpanID([UInt8](1...8))
        plain.shardKey = "call-7"
        var long = plain
        long.attach(
            identity: Proto.ClientIdentity(userId: "alice"), metadata: [Proto.Metadata(key: "k", value: [1, 2])])
        var named = plain
        named.shardKey = "Zürich"
        let hello = EnvelopeHeader(kind: .pong, hello: Proto.Hello(service: "s", instance: "i", epoch: 7), wallUs: 12)
        let failed = EnvelopeHeader(
            kind: .response, requestId: 9, status: Proto.Status(code: .notFound, reason: .callNotFound, message: "x"))
        let answered = EnvelopeHeader(kind: .end, requestId: 9, status: nil)
        for header in [plain, long, named, hello, failed, answered] {
            for payload in [[], [1, 2, 3], [UInt8](repeating: 7, count: 100_000)] as [[UInt8]] {
                let read = try pair.carry(Envelope(header, payload)).get()
                #expect(read.header.whole == header.whole && read.payload == payload)
                #expect(read.header.isPlainOK == header.isPlainOK)
            }
        }
    }

    @Test("a method that this process answers is found, another is named")
    func methods() throws {
        let pair = try Pair()
        var header = EnvelopeHeader(kind: .request, requestId: 1)
        header.descriptor = TestMethods.echo
        let known = try pair.carry(Envelope(header)).get().header
        #expect(known.entry?.handler.method == TestMethods.echo && known.method == "test.Echo/Echo")
        header.descriptor = TestMethods.hang
        let unknown = try pair.carry(Envelope(header)).get().header
        #expect(unknown.entry == nil && unknown.method == "test.Echo/Hang")
    }

    @Test("what is no envelope is refused by name, and the next message is read all the same")
    func refusals() throws {
        let pair = try Pair()
        let head = try Proto.Header(version: 1, kind: .ping).encoded()
        let oldHead = try Proto.Header(version: 2, kind: .ping).encoded()
        let oddTrace = try Proto.Header(version: 1, kind: .request, traceId: [1]).encoded()
        let tooLong = [UInt8](repeating: 0, count: Envelope.longestHeader + 1)
        let tooMuch = [UInt8](repeating: 0, count: Envelope.longestPayload + 1)
        let cases: [([[UInt8]], EnvelopeRefusal)] = [
            ([head], .wrongFrameCount), ([head, [], []], .wrongFrameCount), ([head, [], [], []], .wrongFrameCount),
            ([[0xFF], []], .malformedHeader), ([oldHead, []], .unsupportedVersion), ([oddTrace, []], .badIdentifiers),
            ([tooLong, []], .headerTooLarge), ([head, tooMuch], .payloadTooLarge),
        ]
        for (frames, refusal) in cases {
            #expect(throws: refusal) { try pair.carry(frames).get() }
            #expect(try pair.carry([head, [5]]).get().payload == [5])
        }
    }
}

/// Two connected sockets of this thread.
private final class Pair {
    private let near: Socket
    private let far: Socket
    private var sender = EnvelopeFrames()
    private var receiver = EnvelopeFrames()
    private let methods = MethodTable([
        (
            method: TestMethods.echo,
            value: HandlerTable.Entry(
                RPCHandler(TestMethods.echo, .unary { (_, request) in request }), isBuiltIn: false, number: 0)
        )
    ])

    init() throws {
        let context = try Context()
        let bound = try Socket(context, .dealer)
        try bound.bind("inproc://envelopes")
        let connected = try Socket(context, .dealer)
        try connected.connect("inproc://envelopes")
        near = connected
        far = bound
    }

    func carry(_ envelope: Envelope) throws -> Result<Envelope, EnvelopeRefusal> {
        #expect(try sender.send(envelope, on: near) == .sent)
        return try arrival()
    }

    func carry(_ frames: [[UInt8]]) throws -> Result<Envelope, EnvelopeRefusal> {
        #expect(try near.sendMultipart(frames) == .sent)
        return try arrival()
    }

    private func arrival() throws -> Result<Envelope, EnvelopeRefusal> {
        try #require(try receiver.receive(from: far, methods: methods)).content
    }
}
