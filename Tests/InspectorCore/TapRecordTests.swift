import InspectorCore
import Testing
import Wire

@Suite("a tap record and its line of JSON")
struct TapRecordTests {
    @Test("a record survives the way through its line, whatever its fields hold")
    func roundTrip() throws {
        let record = TapRecord(
            Samples.full, from: "tcp://10.0.0.4:7203", arrivedAt: Moment(microseconds: 1_796_043_431_004_300))
        #expect(try TapRecord(jsonLine: record.json().text) == record)
    }
}

/// Events that tests start from.
enum Samples {
    static let full = Proto.TapEvent(
        sequence: 12, droppedTotal: 3, point: .clientReceive, kind: .response, requestId: 77,
        method: "partyline.v1.Signaling/Call", traceId: Array(1...16), spanId: Array(1...8),
        parentSpanId: Array(11...18), shardKey: "c1",
        identity: Proto.ClientIdentity(userId: "alice", deviceId: "d1", sessionId: "#00ff00ff", platform: .android),
        service: "gateway", instance: "gateway-1", epoch: 0x9f00_0000_0000_0001, peerService: "signaling",
        peerInstance: "signaling-1", payloadBytes: 3, payload: [1, 2, 255], isPayloadCut: true,
        status: Proto.Status(
            code: .notFound, reason: .userNeverLoggedIn, message: "nobody", retryAfterMs: 5, isFinal: true),
        remainingMs: 4_800, attempt: 2, itemSequence: 4, credit: 65_536, monotonicNs: 5_000_000_123,
        wallUs: 1_796_043_431_004_210, drop: "bus_late_answers_total",
        metadata: [Proto.Metadata(key: "a", value: Array("b".utf8)), Proto.Metadata(key: "c", value: [255])],
        detail: "request 77")
}
