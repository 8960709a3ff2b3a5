import CallModel
import Database
import SignalingCore
import TestSupport
import Testing
import Wire

@testable import signaling

/// Two front ends over one store: each with a connection of its own, as two processes have.
@Suite(.timeLimit(.minutes(2))) struct OneOwnerTests {
    private func place(
        _ request: Proto.CallRequest, by device: CallDevice, in table: CallTable
    ) async throws -> CallPlacing.Outcome {
        let placing = try CallPlacing(request, by: device, limits: CallLimits())
        var users: [UserID: Proto.UserPresence] = [:]
        for user in request.participantIds { users[UserID(user)] = Proto.UserPresence(userId: user, exists: true) }
        return try await table.transact { [users] store in
            try placing.decide(
                in: store, users: users, askedAt: WallTime(milliseconds: 1_000), at: WallTime(milliseconds: 1_000))
        }
    }

    private func device(_ name: String, of user: String) -> CallDevice {
        CallDevice(userID: UserID(user), deviceID: DeviceID(name), sessionID: SessionID("\(user)-\(name)"))
    }

    @Test("two front ends that place the same call at the same instant, a thousand times, make one call each time")
    func samePlace() async throws {
        let folder = try TemporaryFolder()
        let tables = try (0..<2).map { _ in
            CallTable(database: try Database(.file(folder.path("signaling.db"), claim: .none), schema: signalingSchema))
        }
        var wins = [0, 0]
        for round in 0..<1_000 {
            let caller = "alice\(round)"
            let request = Proto.CallRequest(callId: "call-\(round)", participantIds: ["bob\(round)"], mediaKind: .audio)
            async let left = place(request, by: device("phone", of: caller), in: tables[0])
            async let right = place(request, by: device("tablet", of: caller), in: tables[1])
            let outcomes = try await [left, right]
            let makers = outcomes.indices.filter { !outcomes[$0].transitions.isEmpty }
            #expect(makers.count == 1, "round \(round)")
            guard let maker = makers.first else { continue }
            wins[maker] += 1
            // The loser was given the winner's call, and both see the same row.
            #expect(outcomes[0].call == outcomes[1].call, "round \(round)")
            #expect(try await tables[1 - maker].call(CallID("call-\(round)")) == outcomes[maker].call)
        }
        #expect(wins.reduce(0, +) == 1_000)
    }

    @Test("of two different calls that one user places at the same instant, exactly one takes him")
    func oneCallPerUser() async throws {
        let folder = try TemporaryFolder()
        let tables = try (0..<2).map { _ in
            CallTable(database: try Database(.file(folder.path("signaling.db"), claim: .none), schema: signalingSchema))
        }
        for round in 0..<100 {
            let caller = "alice\(round)"
            async let left = place(
                Proto.CallRequest(callId: "left-\(round)", participantIds: ["bob\(round)"], mediaKind: .audio),
                by: device("phone", of: caller), in: tables[0])
            async let right = place(
                Proto.CallRequest(callId: "right-\(round)", participantIds: ["bob\(round)"], mediaKind: .audio),
                by: device("tablet", of: caller), in: tables[1])
            let outcomes = [try? await left, try? await right]
            let running = outcomes.compactMap { $0 }.filter { !$0.call.state.isOver }
            #expect(running.count == 1, "round \(round)")
        }
    }
}
