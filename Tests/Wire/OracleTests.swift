import WireTestSupport
import Testing
import Wire

@Suite("Bytes against protoc")
struct OracleTests {
    @Test("a header has the bytes that protoc gives its text form")
    func header() throws {
        let header = Proto.Header(
            version: 1, kind: .response, requestId: 0x0102_0304_0506_0708, method: "partyline.v1.Signaling/Accept",
            remainingMs: 5000, traceId: [0, 1, 255], status: Proto.Status(code: .notFound, reason: .callStateRefuses),
            identity: Proto.ClientIdentity(userId: "grün", platform: .web),
            metadata: [Proto.Metadata(key: "k", value: [0]), Proto.Metadata()])
        let text = """
            version: 1 kind: KIND_RESPONSE request_id: 0x0102030405060708 method: "partyline.v1.Signaling/Accept"
            remaining_ms: 5000 trace_id: "\\000\\001\\377" status { code: STATUS_CODE_NOT_FOUND reason: REASON_CALL_STATE_REFUSES }
            identity { user_id: "gr\\303\\274n" platform: PLATFORM_WEB } metadata { key: "k" value: "\\000" } metadata {}
            """
        #expect(try header.encoded() == Protoc.encode(text, as: "partyline.v1.Header"))
    }

    @Test("a call snapshot inside an event has the bytes that protoc gives its text form")
    func event() throws {
        let snapshot = Proto.CallSnapshot(
            callId: "c", version: .max, inviteeIds: ["bob", "", "carol"], mediaKind: .video, isGroup: true,
            phase: .ringing, participants: [Proto.Participant(userId: "bob", status: .waiting, progress: .alerting)],
            ringDeadlineMs: -1, mediaEra: 7)
        let text = """
            call { call_id: "c" version: 18446744073709551615 invitee_ids: "bob" invitee_ids: "" invitee_ids: "carol"
            media_kind: MEDIA_KIND_VIDEO is_group: true phase: CALL_PHASE_RINGING
            participants { user_id: "bob" status: PARTICIPANT_STATUS_WAITING progress: RING_PROGRESS_ALERTING }
            ring_deadline_ms: -1 media_era: 7 }
            """
        let event = Proto.ClientEvent(event: .call(snapshot))
        #expect(try event.encoded() == Protoc.encode(text, as: "partyline.v1.ClientEvent"))
        let empty = Proto.ClientEvent(event: .activity(Proto.CallActivity()))
        #expect(try empty.encoded() == Protoc.encode("activity {}", as: "partyline.v1.ClientEvent"))
    }

    @Test(
        "random messages come out of protoc's decoder and encoder with the same bytes",
        arguments: [
            "Header", "Frame", "ClientEvent", "DeliverRequest", "MediaGrant", "RoomReport", "StatsResponse",
            "RegisterTokenRequest", "LookupUsersResponse",
        ])
    func random(name: String) throws {
        let fullName = "partyline.v1." + name
        let type = try #require(Proto.allMessages.first { $0.fullName == fullName })
        var random = RandomMessage(seed: 11)
        let bytes = try type.init(decoding: random.encode(fullName)).encoded()
        #expect(try Protoc.encode(Protoc.decode(bytes, as: fullName), as: fullName) == bytes)
    }

    @Test("a process's own descriptor set is enough to read its messages")
    func descriptorSet() throws {
        let bytes = try Proto.SpeakerLevel(userId: "alice", volume: 50).encoded()
        let text = try Protoc.decode(
            bytes, as: "partyline.v1.SpeakerLevel", descriptorSet: Proto.fileDescriptorSet)
        #expect(text == "user_id: \"alice\"\nvolume: 50\n")
    }
}
