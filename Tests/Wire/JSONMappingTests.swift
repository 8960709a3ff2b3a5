import WireTestSupport
import Testing
import Wire

@Suite("Messages as JSON")
struct JSONMappingTests {
    @Test("every message type comes back from its JSON text")
    func everyMessage() throws {
        func check<Message: WireMessage>(_ type: Message.Type, _ seed: UInt64) throws {
            var random = RandomMessage(seed: seed)
            let message = try Message(decoding: random.encode(Message.fullName))
            #expect(
                try Message(json: JSONValue(parsing: message.json().text)) == message,
                "\(Message.fullName), seed \(seed)")
        }
        for type in Proto.allMessages {
            for seed in 0..<5 as Range<UInt64> { try check(type, seed) }
        }
    }

    @Test("the form is that of the protobuf mapping")
    func form() {
        let header = Proto.Header(
            version: 1, kind: .request, requestId: 7, traceId: [0xfb, 0xff], status: Proto.Status(),
            metadata: [Proto.Metadata(key: "k")])
        #expect(
            header.json().text
                == #"{"version":1,"kind":"KIND_REQUEST","requestId":"7","traceId":"+/8=","status":{},"metadata":[{"key":"k"}]}"#
        )
        #expect(Proto.Empty().json().text == "{}")
        #expect(Proto.ClientEvent(event: .sessionEnded(Proto.SessionEnded())).json().text == #"{"sessionEnded":{}}"#)
    }

    @Test(
        "enums are taken by name and by number, 64-bit integers as strings and as numbers",
        arguments: [
            #"{"kind":"KIND_PING","requestId":"7"}"#, #"{"kind":7,"requestId":7}"#, #"{"kind":7.0,"request_id":7.0}"#,
            #"{"kind":"KIND_PING","requestId":"7","unknown":[{}],"method":null}"#,
        ])
    func leniency(text: String) throws {
        #expect(try Proto.Header(json: JSONValue(parsing: text)) == Proto.Header(kind: .ping, requestId: 7))
    }

    @Test("64-bit numbers keep every bit")
    func wideNumbers() throws {
        let stats = Proto.Counter(name: "n", value: .max)
        #expect(stats.json().text == #"{"name":"n","value":"18446744073709551615"}"#)
        #expect(try Proto.Counter(json: stats.json()) == stats)
    }

    @Test("base64 is read in both alphabets, with and without padding", arguments: ["+/8=", "+/8", "-_8=", "-_8"])
    func base64(text: String) throws {
        #expect(try Proto.Header(json: ["traceId": .string(text)]).traceId == [0xfb, 0xff])
    }

    @Test(
        "a wrong type is refused with its path",
        arguments: [
            (#"[]"#, ""), (#"{"method":1}"#, "method"), (#"{"version":"x"}"#, "version"),
            (#"{"version":-1}"#, "version"),
            (#"{"version":4294967296}"#, "version"), (#"{"version":1.5}"#, "version"), (#"{"kind":"PING"}"#, "kind"),
            (#"{"traceId":"!"}"#, "traceId"), (#"{"status":{"code":true}}"#, "status.code"),
            (#"{"metadata":{}}"#, "metadata"), (#"{"metadata":[{},{"key":{}}]}"#, "metadata[1].key"),
            (#"{"metadata":[null]}"#, "metadata[0]"),
        ])
    func wrongType(text: String, path: String) {
        #expect(throws: WireError.wrongType(path: path)) { try Proto.Header(json: JSONValue(parsing: text)) }
    }

    @Test("every method has a transcoder between JSON and bytes")
    func transcoders() throws {
        for method in Contract.current.methods {
            let transcoder = try #require(Proto.transcoder(method.path))
            var random = RandomMessage(seed: 5)
            let request = random.encode(method.request)
            #expect(try transcoder.requestBytes(transcoder.requestJSON(request)) == request, "\(method.path)")
            let response = random.encode(method.response)
            #expect(try transcoder.responseBytes(transcoder.responseJSON(response)) == response, "\(method.path)")
        }
        #expect(Proto.transcoder("partyline.v1.Signaling/Nothing") == nil)
    }
}
