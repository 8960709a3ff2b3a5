import CallModel
import Database
import SignalingCore
import Testing

@testable import signaling

@Suite("Calls that are remembered beside their rows")
struct CallMemoryTests {
    private static func call(_ id: String, room: String = "r") -> Call {
        Call(id: CallID(id), terms: CallTerms(inviterID: UserID("alice"), mediaKind: .audio, roomID: room))
    }

    @Test("a call is given for the very text of its row and for no other")
    func exactText() {
        let memory = CallMemory()
        let call = Self.call("a")
        memory.keep(call, as: RowWriter.text(of: call))
        #expect(memory.call(call.id, as: RowWriter.text(of: call)) == call)
        #expect(memory.call(call.id, as: RowWriter.text(of: Self.call("a", room: "other"))) == nil)
        #expect(memory.call(CallID("b"), as: RowWriter.text(of: call)) == nil)
    }

    @Test("as many as there is room for are kept; the ones before are forgotten in the end")
    func capacity() {
        let memory = CallMemory(capacity: 10)
        let calls = (0..<30).map { Self.call("call-\($0)") }
        for call in calls { memory.keep(call, as: call.id.rawValue) }
        #expect(calls.suffix(10).allSatisfy { memory.call($0.id, as: $0.id.rawValue) == $0 })
        #expect(calls.count { memory.call($0.id, as: $0.id.rawValue) != nil } <= 20)
        #expect(memory.call(calls[0].id, as: calls[0].id.rawValue) == nil)
    }

    @Test("a row that was written differently, with blanks and another order, is read all the same")
    func foreignText() throws {
        let text = """
            { "version": 3, "id": "a", "isGroup": false, "media": {"none": {}}, "mergedIDs": [], "participants": [],
              "placedAt": 5, "state": {"ringing": {"since": 5}}, "terms": {"inviterID": "alice", "isEphemeral": false,
              "limits": {"acceptGrace": 1000, "participants": 32}, "mediaKind": 1, "roomID": "r", "userData": ""} }
            """
        try Recollection.$current.withValue(Recollection(memory: CallMemory(), mayGuess: true)) {
            let read = try CallRow.decode(text, of: CallID("a"))
            #expect(read.version == 3)
            #expect(try CallRow.decode(text, of: CallID("a")) == read, "from memory")
            #expect(try CallRow.decode(CallRow.encode(read), of: CallID("a")) == read)
        }
    }

    private static func device(_ user: String) -> CallDevice {
        CallDevice(userID: UserID(user), deviceID: DeviceID(user), sessionID: SessionID(user))
    }

    /// A call that rings, in a store with two owners, each with a memory of its own.
    private static func ringing() async throws -> (CallTable, CallTable, CallID) {
        let database = try Database(.memory, schema: signalingSchema)
        let (first, second) = (CallTable(database: database), CallTable(database: database))
        let placement = Placement(
            caller: device("alice"),
            invitees: [Invitee(userID: UserID("bob"), standing: .free, devices: [device("bob")])])
        let call = call("a")
        _ = try await first.transact { store in
            try store.place(call, placement, at: WallTime(milliseconds: 1_000))
        }
        return (first, second, call.id)
    }

    @Test("a decision that began with a row that somebody else has changed since is made again, from the row")
    func outdatedGuess() async throws {
        let (first, second, id) = try await Self.ringing()
        let now = WallTime(milliseconds: 2_000)
        let bob = Self.device("bob")
        let rung = try await second.decide(id, .device(bob, .acknowledged(.alerting)), at: now)
        let answered = try #require(try await first.decide(id, .device(bob, .accepted), at: now))
        #expect(answered.old == rung?.new)
        #expect(try await second.call(id) == answered.new)
    }

    @Test("nobody is refused because of what is out of date")
    func outdatedRefusal() async throws {
        let (first, second, id) = try await Self.ringing()
        let now = WallTime(milliseconds: 2_000)
        let room = CallEvent.media(.roomCreated(MediaNode(endpoint: "n"), era: 1))
        await #expect(throws: CallRefusal.race(.staleEra)) { try await first.decide(id, room, at: now) }
        _ = try await second.decide(id, .device(Self.device("bob"), .accepted), at: now)
        #expect(try await first.decide(id, room, at: now)?.new.media.joinableEra == 1)
    }
}
