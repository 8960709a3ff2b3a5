import Foundation
import Testing

@testable import partyline

/// Calls between real phones through real services: what the people on them see.
@Suite("Calls, end to end", .serialized)
struct CallTests {
    @Test("a call rings, is answered, and ends for both when one hangs up")
    func plainCall() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            let bob = try await stack.phone("bob")
            try await alice.perform("call bob")
            try await alice.wait(forEvent: "onCallStarted")
            try await bob.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await alice.wait(forState: "selfStatus", "accept")
            try await bob.wait(forState: "selfStatus", "accept")
            try await bob.perform("hangup")
            try await expectEnd("hangup", by: "bob", at: [alice, bob])
            for phone in [alice, bob] { #expect(phone.lines.count { $0.event == "onCallEnded" } == 1) }
            await alice.quit()
            await bob.quit()
        }
    }

    @Test("cancel, reject, no response and busy reach both sides with their public reasons")
    func endings() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            let bob = try await stack.phone("bob")
            let carol = try await stack.phone("carol")

            try await ring("bob", from: alice, at: bob)
            try await alice.perform("hangup")
            try await expectEnd("canceled", by: "alice", at: [alice, bob])

            try await ring("bob", from: alice, at: bob)
            try await bob.perform("reject")
            try await expectEnd("reject", by: "bob", at: [alice, bob])

            try await ring("bob timeout=10", from: alice, at: bob)
            try await expectEnd("noResponse", by: "bob", at: [alice, bob], within: .seconds(14))

            try await ring("bob", from: alice, at: bob)
            try await bob.perform("accept")
            try await carol.perform("call bob")
            try await expectEnd("lineBusy", by: "bob", at: [carol])
            #expect(bob.lines.count { $0.event == "onCallReceived" } == 4)
            for phone in [alice, bob, carol] { await phone.quit() }
        }
    }

    @Test("every device rings; of two accepts at the same instant one wins, the other learns it was taken elsewhere")
    func severalDevices() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            let desk = try await stack.phone("bob", ["--device", "desk", "--platform", "desktop"])
            let pocket = try await stack.phone("bob", ["--device", "pocket", "--platform", "ios"])
            try await alice.perform("call bob")
            try await desk.wait(forEvent: "onCallReceived")
            try await pocket.wait(forEvent: "onCallReceived")

            desk.send("accept")
            pocket.send("accept")
            try await eventually("one device is in the call, the other is out") {
                let accepted = [desk, pocket].filter { phone in
                    phone.lines.contains { $0.state == "selfStatus" && $0.value == "accept" }
                }
                let ended = [desk, pocket].filter { phone in phone.lines.contains { $0.event == "onCallEnded" } }
                return accepted.count == 1 && ended.count == 1 && accepted[0] !== ended[0]
            }
            let loser = try #require([desk, pocket].first { $0.lines.contains { $0.event == "onCallEnded" } })
            let end = try #require(loser.lines.first { $0.event == "onCallEnded" })
            #expect(end.members["reason"]?.text == "otherDeviceAccepted")
            try await alice.wait(forState: "selfStatus", "accept")
            for phone in [alice, desk, pocket] { await phone.quit() }
        }
    }

    @Test("people are invited into a running group call, others join it, and it ends when one is left")
    func groupCall() async throws {
        try await withStack { stack in
            let alice = try await stack.phone("alice")
            let bob = try await stack.phone("bob")
            let carol = try await stack.phone("carol")
            let dave = try await stack.phone("dave")
            try await alice.perform("call bob carol")
            let received = try await bob.wait(forEvent: "onCallReceived")
            try await carol.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await alice.wait(forState: "selfStatus", "accept")
            try await carol.perform("reject")
            try await carol.wait(forEvent: "onCallEnded")

            try await bob.perform("invite dave")
            try await dave.wait(forEvent: "onCallReceived")
            try await dave.perform("accept")
            let callID = try #require(received.members["callId"]?.text)
            try await carol.perform("join \(callID)")
            try await carol.wait(forState: "selfStatus", "accept")

            try await alice.perform("hangup")
            try await bob.perform("hangup")
            #expect(!dave.lines.contains { $0.event == "onCallEnded" })
            try await carol.perform("hangup")
            try await dave.wait(forEvent: "onCallEnded")
            for phone in [alice, bob, carol, dave] { await phone.quit() }
        }
    }

    private func ring(_ words: String, from caller: ScriptedPhone, at callee: ScriptedPhone) async throws {
        let start = callee.lines.count
        try await caller.perform("call \(words)")
        try await callee.wait(forEvent: "onCallReceived", from: start)
    }

    /// The last call of each phone ended so.
    private func expectEnd(
        _ reason: String, by user: String, at phones: [ScriptedPhone], within limit: Duration = .seconds(5),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for phone in phones {
            let start = phone.lines.lastIndex { $0.event == "onCallReceived" || $0.event == "onCallStarted" } ?? 0
            let end = try await phone.wait(forEvent: "onCallEnded", from: start, within: limit)
            #expect(end.members["reason"]?.text == reason, sourceLocation: sourceLocation)
            #expect(end.members["userId"]?.text == user, sourceLocation: sourceLocation)
        }
    }
}
