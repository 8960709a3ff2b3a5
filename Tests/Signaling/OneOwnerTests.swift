import CallModel
import Database
import PostgresSupport
import SignalingCore
import Testing
import Wire

@testable import signaling

/// Two front ends over one store: each with a connection of its own, as two processes have.
@Suite(.timeLimit(.minutes(2))) struct OneOwnerTests {
    /// The place goes with what is returned first.
    private func tables(_ dialect: Dialect) async throws -> (TestPlace, [CallTable]) {
        let place = try await TestPlace(dialect)
        var location = place.location
        location.claim = .none
        location.isolation = .readCommitted
        return (
            place, try (0..<2).map { _ in CallTable(database: try Database(location, schema: signalingSchema)) }
        )
    }

    private func place(
        _ request: Proto.CallRequest, by device: CallDevice, in table: CallTable
    ) async throws -> CallPlacing.Outcome {
        let placing = try CallPlacing(request, by: device, limits: CallLimits(), rules: RingRules())
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

    @Test(
        "two front ends that place the same call at the same instant, a thousand times, make one call each time",
        arguments: Dialect.allCases)
    func samePlace(_ dialect: Dialect) async throws {
        let (store, tables) = try await tables(dialect)
        defer { withExtendedLifetime(store) {} }
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

    @Test(
        "of two different calls that one user places at the same instant, exactly one takes him",
        arguments: Dialect.allCases)
    func oneCallPerUser(_ dialect: Dialect) async throws {
        let (store, tables) = try await tables(dialect)
        defer { withExtendedLifetime(store) {} }
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

    @Test(
        "a hang-up and the call that it overtakes, at two front ends at once: the call never rings on",
        arguments: Dialect.allCases)
    func calledOff(_ dialect: Dialect) async throws {
        let (store, tables) = try await tables(dialect)
        defer { withExtendedLifetime(store) {} }
        for round in 0..<200 {
            let (id, caller) = (CallID("call-\(round)"), device("phone", of: "alice\(round)"))
            async let placed = self.place(
                Proto.CallRequest(callId: id.rawValue, participantIds: ["bob\(round)"], mediaKind: .audio), by: caller,
                in: tables[0])
            async let wasThere = tables[1].transact { store in
                try store.lockPlacing(of: id)
                if try store.load(id) != nil { return true }
                try store.noteCalledOff(id, by: caller.userID, at: WallTime(milliseconds: 1_000))
                return false
            }
            let (outcome, isThere) = try await (placed, wasThere)
            // Either the hang-up finds the call, or the call finds the hang-up.
            #expect(isThere != outcome.call.state.isOver, "round \(round)")
        }
    }

    @Test("calls among the same users, placed at two front ends in opposite order, hold each other up for no second")
    func noDeadlock() async throws {
        let (store, tables) = try await tables(.postgreSQL)
        defer { withExtendedLifetime(store) {} }
        let started = ContinuousClock.now
        for round in 0..<100 {
            let users = (0..<6).map { "user\($0)-\(round)" }
            async let left = self.place(
                Proto.CallRequest(callId: "left-\(round)", participantIds: users, mediaKind: .audio),
                by: device("phone", of: "alice\(round)"), in: tables[0])
            async let right = self.place(
                Proto.CallRequest(callId: "right-\(round)", participantIds: users.reversed(), mediaKind: .audio),
                by: device("phone", of: "bob\(round)"), in: tables[1])
            let calls = try await [left, right].map(\.call)
            // The users are in one of them; the other found all of them busy.
            #expect(calls.count { !$0.state.isOver } == 1, "round \(round)")
        }
        // Each deadlock would have taken the server's lock_timeout of 0.5 s.
        #expect(ContinuousClock.now - started < .seconds(20))
    }
}
