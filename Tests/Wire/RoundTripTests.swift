import Testing
import Wire

@Suite("Messages")
struct RoundTripTests {
    @Test("a header comes back as it was sent")
    func header() throws {
        let header = Proto.Header(
            version: 1, kind: .request, requestId: 77, method: "partyline.v1.Signaling/Accept", remainingMs: 5000,
            attempt: 1, traceId: Array(0..<16), spanId: Array(0..<8), shardKey: "grün",
            status: Proto.Status(code: .unavailable, reason: .callStateRefuses, message: "no", retryAfterMs: 3),
            hello: Proto.Hello(service: "signaling", epoch: .max), identity: Proto.ClientIdentity(userId: "alice"),
            metadata: [Proto.Metadata(key: "k", value: [0, 1, 2]), Proto.Metadata()])
        let bytes = try header.encoded()
        #expect(try Proto.Header(decoding: bytes) == header)
        #expect(try Proto.Header(json: JSONValue(parsing: header.json().text)) == header)
    }

    @Test("the alternatives of a oneof come back as they were sent")
    func oneof() throws {
        let events: [Proto.ClientEvent] = [
            Proto.ClientEvent(), Proto.ClientEvent(event: .call(Proto.CallSnapshot(callId: "c", inviteeIds: ["a", "b"]))),
            Proto.ClientEvent(event: .sessionEnded(Proto.SessionEnded(cause: .kickedOffline))),
        ]
        for event in events {
            #expect(try Proto.ClientEvent(decoding: event.encoded()) == event)
            #expect(try Proto.ClientEvent(json: event.json()) == event)
        }
    }
}
