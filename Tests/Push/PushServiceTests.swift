import Bus
import CallModel
import Foundation
import ServiceKit
import Synchronization
import TestSupport
import Testing
import Wire

@testable import push

/// The service in process, on a real bus, with its store in a folder of its own.
@Suite("The push service", .timeLimit(.minutes(1)))
struct PushServiceTests {
    private let call = "3f0c5b1e-0000-4000-8000-000000000001"

    private var soon: Int64 { SystemClock().wallTime.milliseconds + 20_000 }

    private func identity(_ user: String, _ device: String) -> CallOptions {
        CallOptions(identity: Proto.ClientIdentity(userId: user, deviceId: device, sessionId: "s", platform: .ios))
    }

    private func token(_ byte: UInt8) -> Proto.RegisterTokenRequest {
        Proto.RegisterTokenRequest(
            provider: .log, kind: .voip, token: [UInt8](repeating: byte, count: 32), topic: "org.example.app.voip")
    }

    private func ring(_ user: String, except: [String] = [], deadline: Int64? = nil) -> Proto.RingRequest {
        Proto.RingRequest(
            callId: call, userId: user, callerId: "alice", callerName: "Alice \"A\"", mediaKind: .audio,
            ringDeadlineMs: deadline ?? soon, userData: "{}", exceptDeviceIds: except)
    }

    @Test("a ring reaches every device with a token but those that have it on their connection, and is reported")
    func rings() async throws {
        try await withPush { push in
            _ = try await push.client.registerToken(token(1), identity("bob", "phone"))
            _ = try await push.client.registerToken(token(2), identity("bob", "tablet"))
            _ = try await push.client.registerToken(token(3), identity("bob", "desk"))
            let answer = try await push.client.ring(ring("bob", except: ["desk"]))
            #expect(answer.deviceCount == 2)
            #expect(await eventually(within: .seconds(5)) { await push.signaling.outcomes.count == 2 })
            #expect(Set(await push.signaling.outcomes.map(\.deviceId)) == ["phone", "tablet"])
            #expect(await push.signaling.outcomes.allSatisfy(\.handedOver))

            let lines = try push.writtenLines()
            #expect(lines.count == 2)
            let payload = try #require(
                try JSONSerialization.jsonObject(with: Data((lines[0]["payload"] as? String ?? "").utf8))
                    as? [String: Any])
            #expect(payload["voip_caller_name"] as? String == "Alice \"A\"")
            #expect(lines[0]["topic"] as? String == "org.example.app.voip")
        }
    }

    @Test("ids that are none and a topic with control characters are refused before the store sees them")
    func refusesIllegalTexts() async throws {
        try await withPush { push in
            var badTopic = token(1)
            badTopic.topic = "org.example\u{1}"
            var badCaller = ring("bob")
            badCaller.callerId = "alice\n"
            let stop = Proto.StopRingRequest(callId: "c 1", userId: "bob")
            var refusals: [RPCError] = []
            do throws(RPCError) { _ = try await push.client.registerToken(badTopic, identity("bob", "phone")) } catch {
                refusals.append(error)
            }
            do throws(RPCError) { _ = try await push.client.ring(badCaller) } catch { refusals.append(error) }
            do throws(RPCError) { _ = try await push.client.stopRing(stop) } catch { refusals.append(error) }
            #expect(refusals.map(\.code) == [.invalidArgument, .invalidArgument, .invalidArgument])
        }
    }

    @Test("the same ring ordered again changes nothing")
    func idempotent() async throws {
        try await withPush { push in
            _ = try await push.client.registerToken(token(1), identity("bob", "phone"))
            let order = ring("bob")
            for _ in 0..<3 { _ = try await push.client.ring(order) }
            #expect(await eventually(within: .seconds(5)) { await push.signaling.outcomes.count == 1 })
            #expect(try push.writtenLines().count == 1)
            #expect(
                try await push.client.traceCall(Proto.TraceCallRequest(callId: call)).traces.map(\.state) == [.sent])
        }
    }

    @Test("a token moves to whoever registers it: its former user's calls do not ring there")
    func tokenMoves() async throws {
        try await withPush { push in
            _ = try await push.client.registerToken(token(1), identity("bob", "phone"))
            _ = try await push.client.registerToken(token(1), identity("carol", "phone"))
            #expect(try await push.client.ring(ring("bob")).deviceCount == 0)
            #expect(try await push.client.ring(ring("carol")).deviceCount == 1)
            _ = try await push.client.unregisterToken(
                Proto.UnregisterTokenRequest(provider: .log, kind: .voip), identity("carol", "phone"))
            #expect(try await push.client.ring(ring("carol")).deviceCount == 0)
        }
    }

    @Test("a ring whose deadline has passed is not sent, and the trace says so")
    func expired() async throws {
        try await withPush { push in
            _ = try await push.client.registerToken(token(1), identity("bob", "phone"))
            _ = try await push.client.ring(ring("bob", deadline: SystemClock().wallTime.milliseconds - 1))
            #expect(await eventually(within: .seconds(5)) { await push.signaling.outcomes.count == 1 })
            #expect(await push.signaling.outcomes[0].handedOver == false)
            let traces = try await push.client.traceCall(Proto.TraceCallRequest(callId: call)).traces
            #expect(traces.map(\.state) == [.expired] && traces.map(\.attempts) == [0])
        }
    }

    @Test("jobs outlive the process: what was queued is sent after a restart, unless the ring was stopped")
    func restart() async throws {
        try await withPush { push in
            // A folder where the log file should be: the provider cannot write, attempts stay unanswered.
            let file = URL(fileURLWithPath: push.folder + "/push.log")
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            _ = try await push.client.registerToken(token(1), identity("bob", "phone"))
            _ = try await push.client.registerToken(token(2), identity("carol", "phone"))
            _ = try await push.client.ring(ring("bob"))
            _ = try await push.client.ring(ring("carol"))
            _ = try await push.client.stopRing(Proto.StopRingRequest(callId: call, userId: "carol"))
            await push.stop()
            try FileManager.default.removeItem(at: file)
            try await push.restart()
            #expect(
                await eventually(within: .seconds(10)) { await push.signaling.outcomes.contains { $0.userId == "bob" } }
            )
            #expect(try push.writtenLines().count == 1)
        }
    }

    @Test("a stranger, an unknown provider and an impossible token are refused with their reasons")
    func refusals() async throws {
        try await withPush { push in
            await #expect(throws: RPCError.self) { try await push.client.registerToken(token(1)) }
            var wrong = token(1)
            wrong.provider = Proto.PushProvider(rawValue: 99)
            await expect(.badParameter) { try await push.client.registerToken(wrong, identity("bob", "phone")) }
            var long = token(1)
            long.token = [UInt8](repeating: 1, count: 201)
            await expect(.badParameter) { try await push.client.registerToken(long, identity("bob", "phone")) }
            var named = ring("bob")
            named.userId = "not a user"
            await expect(.badParameter) { try await push.client.ring(named) }
        }
    }

    @Test("the reference file lists every key at its default")
    func reference() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Services/Push/Service/reference.conf")
        let text = try String(contentsOf: file.standardized, encoding: .utf8)
        #expect(ReferenceConfiguration.complaints(about: text, for: PushConfiguration.self, service: "push") == [])
    }

    private func expect(_ reason: Proto.Reason, _ body: () async throws -> some Sendable) async {
        do {
            _ = try await body()
            Issue.record("expected \(reason.name)")
        } catch {
            #expect((error as? RPCError)?.reason == reason)
        }
    }
}
