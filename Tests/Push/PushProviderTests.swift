import CallModel
import Foundation
import PushCore
import ServiceKit
import Synchronization
import TestSupport
import Testing
import Wire

@testable import push

/// Answers each attempt with the next answer of a script; the last one holds for all further ones.
private final class ScriptedProvider: PushProvider {
    private let script: Mutex<[PushJob.Event]>
    private let taken = Mutex<[OutgoingPush]>([])
    private let isHeld: Mutex<Bool>

    init(_ script: [PushJob.Event], isHeld: Bool = false) {
        self.script = Mutex(script)
        self.isHeld = Mutex(isHeld)
    }

    var attempts: [OutgoingPush] { taken.withLock { $0 } }

    func release() { isHeld.withLock { $0 = false } }

    func send(_ push: OutgoingPush) async -> PushJob.Event {
        taken.withLock { $0.append(push) }
        while isHeld.withLock({ $0 }), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
        return script.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
}

@Suite("What providers say", .timeLimit(.minutes(1)))
struct PushProviderTests {
    private let call = "3f0c5b1e-0000-4000-8000-000000000002"

    private func register(_ push: PushUnderTest, _ kind: Proto.PushKind = .voip, device: String = "phone") async throws
    {
        _ = try await push.client.registerToken(
            Proto.RegisterTokenRequest(
                provider: .log, kind: kind, token: [UInt8](repeating: UInt8(kind.rawValue), count: 32) + device.utf8,
                topic: "org.example.app"),
            CallOptions(identity: Proto.ClientIdentity(userId: "bob", deviceId: device)))
    }

    private func ring(_ push: PushUnderTest, for seconds: Int64 = 20) async throws -> Int {
        Int(
            try await push.client.ring(
                Proto.RingRequest(
                    callId: call, userId: "bob", callerId: "alice", mediaKind: .audio,
                    ringDeadlineMs: SystemClock().wallTime.milliseconds + seconds * 1_000)
            ).deviceCount)
    }

    private func traces(_ push: PushUnderTest) async throws -> [Proto.PushTrace] {
        try await push.client.traceCall(Proto.TraceCallRequest(callId: call)).traces
    }

    @Test("a passing failure is tried again under the same id")
    func retries() async throws {
        let provider = ScriptedProvider([.unanswered(after: .milliseconds(10)), .taken])
        try await withPush(provider: provider) { push in
            try await register(push)
            #expect(try await ring(push) == 1)
            #expect(await eventually(within: .seconds(5)) { await push.signaling.outcomes.count == 1 })
            #expect(provider.attempts.count == 2 && Set(provider.attempts.map(\.id)).count == 1)
            #expect(try await traces(push).map(\.attempts) == [2])
        }
    }

    @Test("a ring that stops while the provider thinks is not tried again")
    func stops() async throws {
        let provider = ScriptedProvider([.unanswered(after: .zero)], isHeld: true)
        try await withPush(provider: provider) { push in
            try await register(push)
            _ = try await ring(push)
            #expect(await eventually(within: .seconds(5)) { provider.attempts.count == 1 })
            _ = try await push.client.stopRing(Proto.StopRingRequest(callId: call))
            provider.release()
            #expect(try await eventually(within: .seconds(5)) { try await traces(push).map(\.state) == [.dropped] })
            #expect(provider.attempts.count == 1)
        }
    }

    @Test("a device that is gone is forgotten, others are not")
    func forgets() async throws {
        let provider = ScriptedProvider([.refused(.tokenGone)])
        try await withPush(provider: provider) { push in
            try await register(push)
            #expect(try await ring(push) == 1)
            #expect(try await eventually(within: .seconds(5)) { try await traces(push).map(\.cause) == ["token gone"] })
            #expect(try await eventually(within: .seconds(5)) { try await ring(push) == 0 })
        }
    }

    @Test("one provider call that hangs holds up no other ring")
    func doesNotBlock() async throws {
        let provider = ScriptedProvider([.taken], isHeld: true)
        try await withPush(provider: provider) { push in
            for number in 0..<5 { try await register(push, device: "d\(number)") }
            #expect(try await ring(push) == 5)
            #expect(await eventually(within: .seconds(5)) { provider.attempts.count == 5 })
            provider.release()
            #expect(await eventually(within: .seconds(5)) { await push.signaling.outcomes.count == 5 })
        }
    }

    @Test("a device without a VoIP token gets an alert; one with both gets the VoIP push alone")
    func choosesTheKind() async throws {
        let provider = ScriptedProvider([.taken])
        try await withPush(provider: provider) { push in
            try await register(push, .alert, device: "both")
            try await register(push, .voip, device: "both")
            try await register(push, .alert, device: "old")
            #expect(try await ring(push) == 2)
            #expect(await eventually(within: .seconds(5)) { provider.attempts.count == 2 })
            let payloads = provider.attempts.map { String(decoding: $0.payload, as: UTF8.self) }
            #expect(payloads.filter { $0.contains("\"aps\"") }.count == 1)
        }
    }

    @Test("who is invited to the same call again rings again; a repeated order does not")
    func ringsAgain() async throws {
        let provider = ScriptedProvider([.taken])
        try await withPush(provider: provider) { push in
            try await register(push)
            _ = try await ring(push, for: 20)
            #expect(await eventually(within: .seconds(5)) { await push.signaling.outcomes.count == 1 })
            _ = try await ring(push, for: 10)
            _ = try await ring(push, for: 40)
            #expect(await eventually(within: .seconds(5)) { await push.signaling.outcomes.count == 2 })
            #expect(provider.attempts.count == 2 && Set(provider.attempts.map(\.id)).count == 2)
        }
    }
}
