import WireTestSupport
import TestSupport
import Testing
import Wire

@Suite("Messages and their bytes")
struct RoundTripTests {
    @Test("every message type decodes what an independent encoder wrote and encodes it to the same bytes")
    func everyMessage() throws {
        for type in Proto.allMessages {
            for seed in 0..<15 as Range<UInt64> {
                var random = RandomMessage(seed: seed)
                try check(type, random.encode(type.fullName), seed)
            }
        }
    }

    private func check<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8], _ seed: UInt64) throws {
        let message = try Message(decoding: bytes)
        #expect(try message.encoded() == bytes, "\(Message.fullName), seed \(seed)")
    }

    @Test("a message at its defaults is empty, and empty bytes are that message")
    func defaults() throws {
        func check<Message: WireMessage>(_ type: Message.Type) throws {
            #expect(try Message().encoded().isEmpty)
            #expect(try Message(decoding: []) == Message())
        }
        for type in Proto.allMessages { try check(type) }
    }

    @Test("a value that this build does not know stays in an enum field")
    func unknownEnumValue() throws {
        let status = Proto.Status(code: Proto.StatusCode(rawValue: 4711), reason: Proto.Reason(rawValue: -9))
        #expect(try Proto.Status(decoding: status.encoded()) == status)
        #expect(status.code.name == "4711")
        #expect(try Proto.Status(json: status.json()) == status)
    }

    @Test("enum names and numbers are those of the contract")
    func enumNames() {
        #expect(Proto.Reason.callNotFound.rawValue == 101004)
        #expect(Proto.Reason.callStateRefuses.rawValue == -1203)
        #expect(Proto.StatusCode.internal.name == "STATUS_CODE_INTERNAL")
        #expect(Proto.StatusCode(name: "STATUS_CODE_UNAVAILABLE") == .unavailable)
        #expect(Proto.StatusCode(name: "UNAVAILABLE") == nil)
        #expect(
            Proto.Reason.allCases.map { "\($0.name) \($0.rawValue)" }
                == Contract.current.enums["partyline.v1.Reason"]?.map { "\($0.name) \($0.number)" })
    }

    @Test("fields this build does not know are dropped")
    func unknownFields() throws {
        var out = WireWriter()
        out.tag(1, 2)
        out.lengthPrefixed(Array("alice".utf8))
        for (number, wireType) in [(900, 0), (901, 1), (902, 2), (903, 5)] {
            out.tag(number, wireType)
            switch wireType {
            case 0: out.varint(.max)
            case 1: out.fixed(.max, bytes: 8)
            case 2: out.lengthPrefixed([1, 2, 3])
            default: out.fixed(.max, bytes: 4)
            }
        }
        #expect(try Proto.ClientIdentity(decoding: out.bytes) == Proto.ClientIdentity(userId: "alice"))
    }

    @Test("a field sent twice has its last value, whole messages their parts together")
    func repeatedSingularFields() throws {
        let first = Proto.Header(version: 1, method: "a", status: Proto.Status(message: "why"))
        let second = Proto.Header(method: "b", status: Proto.Status(code: .aborted))
        let merged = try Proto.Header(decoding: first.encoded() + second.encoded())
        #expect(
            merged == Proto.Header(version: 1, method: "b", status: Proto.Status(code: .aborted, message: "why")))
    }

    @Test("of several alternatives of a oneof the last one holds")
    func lastAlternative() throws {
        let call = Proto.ClientEvent(event: .call(Proto.CallSnapshot(callId: "c")))
        let ended = Proto.ClientEvent(event: .sessionEnded(Proto.SessionEnded(cause: .logout)))
        #expect(try Proto.ClientEvent(decoding: call.encoded() + ended.encoded()) == ended)
        #expect(try Proto.ClientEvent(decoding: ended.encoded() + call.encoded()) == call)
    }
}
