import Schema
import Testing
import Wire
import WireTestSupport

@Suite("Payloads by a schema read at run time")
struct PayloadTests {
    private let pool: SchemaPool

    init() throws { pool = try SchemaPool(decoding: Proto.fileDescriptorSet) }

    @Test("every message of the contract reads as the generated type reads it, and is written back to equal bytes")
    func oracle() throws {
        for type in Proto.allMessages {
            for seed in UInt64(1)...40 {
                var random = RandomMessage(seed: seed)
                let message = try type.init(decoding: random.encode(type.fullName))
                let bytes = try message.encoded()
                let json = try pool.json(bytes, of: type.fullName, .exact)
                #expect(json == message.json(), "\(type.fullName), seed \(seed)")
                #expect(try pool.bytes(json, of: type.fullName) == bytes, "\(type.fullName), seed \(seed)")
            }
        }
    }

    @Test("protoc reads what was written from JSON")
    func protoc() throws {
        let json = try JSONValue(
            parsing: #"{"callId":"c1","version":"18446744073709551615","invitee_ids":["bob","é"],"isGroup":true}"#)
        let bytes = try pool.bytes(json, of: "partyline.v1.CallSnapshot")
        let text = try Protoc.decode(bytes, as: "partyline.v1.CallSnapshot")
        #expect(try Protoc.encode(text, as: "partyline.v1.CallSnapshot") == bytes)
        #expect(text.contains("version: 18446744073709551615"))
    }

    @Test("for eyes, bytes are a length and a head, wide numbers numbers, unknown fields their number")
    func readable() throws {
        let bytes = try Proto.Header(requestId: 7, traceId: Array(0..<16), spanId: [255]).encoded() + [0x98, 0x06, 5]
        let json = try pool.json(bytes, of: "partyline.v1.Header", .readable(head: 4))
        #expect(
            json.text
                == ##"{"requestId":7,"traceId":"<16 bytes 00010203...>","spanId":"<1 byte ff>","#99":5}"##)
    }

    @Test("text that is no UTF-8 and enum values without a name are shown, not dropped")
    func odd() throws {
        let json = try pool.json([0x22, 2, 0xff, 0xfe, 0x10, 99], of: "partyline.v1.Header")
        #expect(json.text == #"{"kind":99,"method":"<2 bytes fffe>"}"#)
    }

    @Test("a singular message that occurs twice is merged, and of a oneof the last one is kept")
    func merges() throws {
        let first = try Proto.Header(status: Proto.Status(code: .notFound)).encoded()
        let second = try Proto.Header(status: Proto.Status(message: "gone")).encoded()
        let json = try pool.json(first + second, of: "partyline.v1.Header")
        #expect(json.text == #"{"status":{"code":"STATUS_CODE_NOT_FOUND","message":"gone"}}"#)
        let call = try Proto.ClientEvent(event: .call(Proto.CallSnapshot(callId: "c"))).encoded()
        let activity = try Proto.ClientEvent(event: .activity(Proto.CallActivity(callId: "d"))).encoded()
        let event = try pool.json(call + activity, of: "partyline.v1.ClientEvent")
        #expect(event.text == #"{"activity":{"callId":"d"}}"#)
    }

    @Test(
        "JSON that does not fit is refused with the place and what would fit",
        arguments: [
            (#"{"callid":1}"#, "no field callid; there is callId"),
            (#"{"status":{"cod":1}}"#, "no field status.cod; there is code"),
            (#"{"kind":"KIND_NONE"}"#, "kind: takes one of KIND_UNSPECIFIED, KIND_REQUEST, KIND_RESPONSE, KIND_ITEM"),
            (#"{"version":-1}"#, "version: takes a whole number from 0 to 4294967295"),
            (#"{"traceId":"hex:0"}"#, "traceId: takes base64, or hex: and pairs of digits"),
            (#"{"metadata":{}}"#, "metadata: takes a list"),
            (#"{"metadata":[1]}"#, "metadata[0]: takes an object"),
            ("[]", "the message: takes an object"),
        ])
    func refuses(text: String, sentence: String) throws {
        let type = text.contains("callid") ? "partyline.v1.CallSnapshot" : "partyline.v1.Header"
        let error = #expect(throws: SchemaError.self) { try pool.bytes(JSONValue(parsing: text), of: type) }
        #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
    }

    @Test("two members of a oneof are refused")
    func oneofTwice() throws {
        let json = try JSONValue(parsing: #"{"call":{},"activity":{}}"#)
        #expect(throws: SchemaError.oneofTwice(path: "activity", oneof: "event")) {
            try pool.bytes(json, of: "partyline.v1.ClientEvent")
        }
    }

    @Test("bytes in hex and in base64 are the same bytes")
    func bytesForms() throws {
        for text in ["hex:00ff10", "AP8Q", "AP8Q=="] {
            #expect(
                try pool.bytes(["traceId": .string(text)], of: "partyline.v1.Header")
                    == Proto.Header(traceId: [0, 255, 16]).encoded())
        }
    }

    @Test("damaged payloads are read or refused, and nothing else happens")
    func damaged() throws {
        for type in Proto.allMessages {
            for seed in UInt64(1)...60 {
                var damage = DamagedBytes(seed: seed)
                var random = RandomMessage(seed: seed)
                _ = try? pool.json(damage.damage(random.encode(type.fullName)), of: type.fullName)
            }
        }
    }
}
