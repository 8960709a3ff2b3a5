import CallModel
import Foundation
import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Who, where and why, through the service")
struct WhyTests {
    @Test("the other devices learn within the answer's round trip which device took the call")
    func answeredWhere() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bobs = rig.connect("bob", "phone", "tablet")
            _ = try await alice.call("c1", "bob")
            _ = try await bobs[1].accept("c1")
            let told = try await bobs[0].hears("c1") { $0.ownEndReason == .otherDeviceAccepted }
            #expect(told.ownEndedByDevice == "bob-tablet")
            let caller = try await alice.hears("c1") { $0.ownStatus == .accept }
            let devices = caller.participants.last?.devices ?? []
            #expect(devices.map(\.deviceId) == ["bob-phone", "bob-tablet"])
            #expect(devices.map(\.progress) == [.reaching, .answered])
            #expect(told.participants.allSatisfy { $0.devices.isEmpty })
        }
    }

    @Test("a reject of one device leaves the ring to the others")
    func rejectHere() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bobs = rig.connect("bob", "phone", "tablet")
            _ = try await alice.call("c1", "bob")
            let request = Proto.RejectRequest(callId: "c1", scope: .thisDevice)
            let answer = try await bobs[0].api.reject(request, bobs[0].options)
            #expect(answer.call?.ownEndReason == .reject)
            #expect(try await bobs[0].sync().isEmpty, "what was declined does not ring anew")
            #expect(try await bobs[1].sync().map(\.ownStatus) == [.waiting])
            _ = try await bobs[1].accept("c1")
            try await alice.hears("c1") { $0.ownStatus == .accept }
        }
    }

    @Test("the trace tells why it did not ring, from what was decided and from push's own books")
    func trace() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            rig.world.state.withLock { $0.pushDeviceCount = 0 }
            let intent = Proto.CallRequest(
                callId: "c1", participantIds: ["bob"], mediaKind: .audio, intentAtMs: 1_700_000_000_000)
            _ = try await alice.api.call(intent, alice.options)
            try await become("push has answered") {
                try await rig.asService.traceCall(Proto.TraceCallRequest(callId: "c1")).lines
                    .contains { $0.fact == .pushQueued }
            }
            let outcome = Proto.PushOutcomeRequest(
                callId: "c1", userId: "bob", deviceId: "bob-old", handedOver: false, cause: "token gone",
                atMs: 1_700_000_000_500)
            _ = try await rig.asService.pushOutcome(outcome)
            _ = try await bob.api.accept(
                Proto.AcceptRequest(callId: "c1", tappedAtMs: 1_700_000_001_000), bob.options)
            try await alice.hangup("c1")

            let trace = try await rig.asService.traceCall(Proto.TraceCallRequest(callId: "c1"))
            #expect(trace.phase == .ended && trace.droppedLines == 0)
            let placed = try #require(trace.lines.first)
            #expect(placed.fact == .placed && placed.userId == "alice" && placed.saidAtMs == 1_700_000_000_000)
            let failed = try #require(trace.lines.first { $0.fact == .pushFailed })
            #expect(failed.deviceId == "bob-old" && failed.detail == "token gone")
            #expect(failed.saidAtMs == 1_700_000_000_500)
            let answered = try #require(trace.lines.first { $0.fact == .answered })
            #expect(answered.deviceId == "bob-phone" && answered.saidAtMs == 1_700_000_001_000)
            let end = try #require(trace.lines.last)
            #expect(end.fact == .ended && end.reason == .hangup && end.byUserId == "alice")
            #expect(trace.isPushKnown && trace.pushes.map(\.cause) == ["token gone"])
            #expect(
                await reason { () throws(RPCError) in
                    _ = try await rig.asService.traceCall(Proto.TraceCallRequest(callId: "gone"))
                } == .callNotFound)
        }
    }

    @Test("a history line says when and by whom it ended; the history can be asked by time and direction")
    func records() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0]
            for id in ["c1", "c2", "c3"] {
                _ = try await alice.call(id, "bob")
                if id == "c2" {
                    try await bob.reject(id)
                } else {
                    _ = try await bob.accept(id)
                    rig.clock.advance(.seconds(5))
                    try await bob.hangup(id)
                }
                rig.clock.advance(.seconds(60))
            }
            let all = try await bob.records()
            #expect(all.map(\.callId) == ["c3", "c2", "c1"])
            #expect(all.map(\.endedBy) == ["bob", "bob", "bob"] && !all[0].isGroup)
            #expect(all[1].answeredAtMs == 0 && all[1].endedAtMs >= all[1].startedAtMs)
            #expect(all[0].endedAtMs - all[0].answeredAtMs >= 5_000)

            func ids(_ request: Proto.QueryRecordsRequest) async throws -> [String] {
                try await bob.api.queryRecords(request, bob.options).records.map(\.callId)
            }
            #expect(try await ids(Proto.QueryRecordsRequest(direction: .missed)) == ["c2"])
            #expect(try await ids(Proto.QueryRecordsRequest(direction: .incoming)) == ["c3", "c1"])
            #expect(try await ids(Proto.QueryRecordsRequest(fromMs: all[1].startedAtMs)) == ["c3", "c2"])
            #expect(try await ids(Proto.QueryRecordsRequest(toMs: all[1].startedAtMs)) == ["c1"])
            let page = try await bob.api.queryRecords(
                Proto.QueryRecordsRequest(count: 1, direction: .incoming), bob.options)
            let next = Proto.QueryRecordsRequest(cursor: page.nextCursor, count: 1, direction: .incoming)
            #expect(try await ids(next) == ["c1"])
            #expect(
                await reason { () throws(RPCError) in
                    _ = try await bob.api.queryRecords(Proto.QueryRecordsRequest(fromMs: -1), bob.options)
                } == .callBadParameter)
        }
    }
}
