import CallModel
import Database
import SignalingCore
import TestSupport
import Testing

@testable import signaling

@Suite("Stores of earlier releases")
struct SchemaStepTests {
    @Test("a store from before seats and directions opens with its users seated and its history told apart")
    func earlierStore() async throws {
        let folder = try TemporaryFolder()
        let place = DatabaseLocation.file(folder.path("signaling.db"))
        let earlier = Schema(name: signalingSchema.name, steps: Array(signalingSchema.steps.prefix(1)))
        let old = try Database(place, schema: earlier)
        try await old.transaction { store in
            try store.execute("INSERT INTO active_users (user_id, call_id) VALUES ('bob', 'c1')")
            try store.execute("INSERT INTO active_sessions (session_id, call_id) VALUES ('s1', 'c1')")
            for direction in 1...3 {
                let line =
                    #"{"callID":"c\#(direction)","direction":\#(direction),"inviteeIDs":["bob"],"inviterID":"alice","#
                    + #""mediaKind":1,"reason":1,"roomID":"\"direction\":0,","startedAt":5,"talkTime":0,"#
                    + #""userID":"bob"}"#
                try store.execute(
                    "INSERT INTO records (user_id, call_id, started_ms, record) VALUES ('bob', $1, 5, $2)",
                    "c\(direction)", line)
            }
        }
        await old.close()

        let database = try Database(place, schema: signalingSchema)
        let (seats, calls, missed) = try await database.transaction { store in
            (
                try store.seats(of: UserID("bob")), try store.activeCalls(ofSession: SessionID("s1")),
                try store.records(of: UserID("bob"), RecordFilter(direction: .missed), after: nil, atMost: 10)
            )
        }
        #expect(seats == [Seat(callID: CallID("c1"), isActive: true)])
        #expect(calls == [CallID("c1")])
        #expect(missed.map(\.callID) == [CallID("c1")])
        await database.close()
    }
}
