import CallModel
import MediaCore
import MediaTestSupport
import Testing
import Wire

@testable import media

/// The reason a call was refused with.
private func refusal(_ body: () async throws -> Void) async -> Proto.Reason? {
    do {
        try await body()
        return nil
    } catch let error as RPCError {
        return error.reason
    } catch {
        return .malformed
    }
}

@Suite("media service", .serialized)
struct MediaServiceTests {
    @Test("three join over the bus, talk over UDP, and each hears the two others and not itself")
    func threePhones() async throws {
        let rig = try await MediaRig()
        try await rig.create()
        let tones = ["alice": 440.0, "bob": 610, "carol": 870]
        for (name, hertz) in tones.sorted(by: { $0.key < $1.key }) { try await rig.phone(name, .tone(hertz)) }
        for (index, own) in [440.0, 610, 870].enumerated() {
            let others = tones.values.filter { $0 != own }
            let phone = rig.phones[index]
            #expect(
                try await rig.wait {
                    others.allSatisfy { phone.hears($0) } && phone.level(of: own) < -40
                })
        }
        await rig.stop()
    }

    @Test("a repeated join gives the same grant, a join after a leave another one")
    func sameGrant() async throws {
        let rig = try await MediaRig()
        try await rig.create()
        let first = try await rig.join("alice")
        #expect(try await rig.join("alice") == first)
        #expect(first.sendKey.count == 30 && first.receiveKey.count == 30 && first.sendKey != first.receiveKey)
        #expect(first.sendSsrc != first.receiveSsrc)
        #expect(first.payloadType == 111 && first.ptimeMs == 20 && first.levelExtensionId == 1)
        _ = try await rig.client.leaveRoom(
            Proto.LeaveRoomRequest(callId: "call-1", era: 1, sessionId: "session-alice"))
        let second = try await rig.join("alice")
        #expect(second.sendKey != first.sendKey && second.sendSsrc != first.sendSsrc)
        await rig.stop()
    }

    @Test("commands of an older era are refused; a newer era replaces the room")
    func eras() async throws {
        let rig = try await MediaRig()
        try await rig.create(era: 3)
        #expect(await refusal { try await rig.create(era: 2) } == .staleEra)
        #expect(await refusal { _ = try await rig.join("alice", era: 2) } == .staleEra)
        #expect(await refusal { _ = try await rig.join("alice", era: 4) } == .unknownRoom)
        _ = try await rig.join("alice", era: 3)
        try await rig.create(era: 4)
        let rooms = try await rig.client.listRooms(Proto.ListRoomsRequest())
        #expect(rooms.rooms == [Proto.RoomSummary(callId: "call-1", era: 4, participantCount: 0)])
        #expect(rooms.epoch != 0)
        await rig.stop()
    }

    @Test("nobody is muted who is not there, and no text that is no id comes in")
    func badRequests() async throws {
        let rig = try await MediaRig()
        try await rig.create()
        let mute = Proto.MuteParticipantRequest(callId: "call-1", era: 1, sessionId: "nobody", isMuted: true)
        #expect(await refusal { _ = try await rig.client.muteParticipant(mute) } == .unknownSession)
        #expect(await refusal { try await rig.create("no/call") } == .badParameter)
        #expect(await refusal { try await rig.create("") } == .badParameter)
        let nameless = Proto.JoinRoomRequest(callId: "call-1", era: 1, userId: "", sessionId: "s")
        #expect(await refusal { _ = try await rig.client.joinRoom(nameless) } == .badParameter)
        await rig.stop()
    }

    @Test("a full room and a full node refuse with capacity, and take again when there is room")
    func capacity() async throws {
        let rig = try await MediaRig(limits: RoomLimits(rooms: 2, participantsPerRoom: 3, participantsPerLoop: 4))
        try await rig.create()
        for name in ["a", "b", "c"] { _ = try await rig.join(name) }
        #expect(await refusal { _ = try await rig.join("d") } == .capacity)
        try await rig.create("call-2")
        _ = try await rig.join("d", call: "call-2")
        #expect(await refusal { _ = try await rig.join("e", call: "call-2") } == .capacity)
        #expect(await refusal { try await rig.create("call-3") } == .capacity)
        _ = try await rig.client.closeRoom(Proto.CloseRoomRequest(callId: "call-1", era: 1))
        try await rig.create("call-3")
        _ = try await rig.join("e", call: "call-2")
        await rig.stop()
    }

    @Test("mute over the bus silences a talker for the others")
    func mute() async throws {
        let rig = try await MediaRig()
        try await rig.create()
        let listener = try await rig.phone("alice", .silence)
        try await rig.phone("bob", .tone(610))
        #expect(try await rig.wait { listener.hears(610) })
        let mute = Proto.MuteParticipantRequest(callId: "call-1", era: 1, sessionId: "session-bob", isMuted: true)
        _ = try await rig.client.muteParticipant(mute)
        #expect(try await rig.wait { listener.level(of: 610) < -60 })
        await rig.stop()
    }

    @Test("watchers hear levels and statistics, who timed out, and that a room is gone")
    func watch() async throws {
        let rig = try await MediaRig(receiveTimeout: .milliseconds(600))
        let reports = ReportLog()
        let client = rig.client
        let watching = Task { await reports.collect(client.watchRooms(Proto.WatchRoomsRequest(watcher: "test"))) }
        try await rig.create()
        let talker = try await rig.phone("bob", .tone(610))
        try await rig.phone("alice", .silence)
        #expect(
            try await rig.wait {
                await reports.all.contains { report in
                    report.speakers.first?.userId == "bob" && report.speakers[0].volume > 50
                        && report.participants.count == 2 && report.participants[0].packetsReceived > 10
                }
            })
        talker.voice = .nothing
        #expect(try await rig.wait { await reports.all.contains { $0.timedOutSessionIds == ["session-bob"] } })
        let rooms = try await rig.client.listRooms(Proto.ListRoomsRequest()).rooms
        #expect(rooms == [Proto.RoomSummary(callId: "call-1", era: 1, participantCount: 1)])
        _ = try await rig.client.closeRoom(Proto.CloseRoomRequest(callId: "call-1", era: 1))
        #expect(try await rig.wait { await reports.all.contains { $0.isClosed && $0.callId == "call-1" } })
        watching.cancel()
        await rig.stop()
    }

    @Test("rooms spread over the loops, and each room's clients are sent to its own port")
    func loops() async throws {
        let rig = try await MediaRig(loops: 2)
        try await rig.create("call-1")
        let first = try await rig.join("alice", call: "call-1")
        try await rig.create("call-2")
        let second = try await rig.join("bob", call: "call-2")
        #expect(first.port != second.port)
        let load = try await rig.client.nodeLoad(Proto.NodeLoadRequest())
        #expect(load.roomCount == 2 && load.participantCount == 2 && !load.isDraining)
        await rig.stop()
    }

    @Test("a drain tells watchers first, and lets people talk until they have moved")
    func drainMoves() async throws {
        let rig = try await MediaRig()
        let reports = ReportLog()
        let client = rig.client
        let watching = Task { await reports.collect(client.watchRooms(Proto.WatchRoomsRequest(watcher: "test"))) }
        try await rig.create()
        let listener = try await rig.phone("alice", .silence)
        let talker = try await rig.phone("bob", .tone(610))
        #expect(try await rig.wait { await rig.isWatched && listener.hears(610) })
        let reporter = rig.reporter
        let draining = Task { await reporter.drain(within: .seconds(20)) }
        #expect(try await rig.wait { await reports.all.contains { $0.isClosed && $0.callId == "call-1" } })
        // The room is announced as over and still carries sound.
        let before = listener.headers.count
        #expect(try await rig.wait { listener.headers.count > before + 5 })
        #expect(await rig.node.rooms.count == 1)
        talker.voice = .nothing
        listener.voice = .nothing
        await draining.value
        #expect(await rig.node.rooms.isEmpty)
        watching.cancel()
        await rig.stop()
    }

    @Test("a draining node takes nothing new, and announces the end of its rooms")
    func draining() async throws {
        let rig = try await MediaRig()
        try await rig.create()
        let reports = ReportLog()
        let client = rig.client
        let watching = Task { await reports.collect(client.watchRooms(Proto.WatchRoomsRequest(watcher: "test"))) }
        await rig.node.beginDraining()
        await #expect(throws: RoomRefusal.draining) { try await rig.node.create(CallID("call-2"), era: Era(1)) }
        #expect(RPCError(RoomRefusal.draining).code == .unavailable)
        #expect(try await rig.client.nodeLoad(Proto.NodeLoadRequest()).isDraining)
        #expect(try await rig.wait { await rig.isWatched })
        await rig.node.closeAll()
        #expect(try await rig.wait { await reports.all.contains { $0.isClosed && $0.callId == "call-1" } })
        watching.cancel()
        await rig.stop()
    }
}

/// What a watcher heard.
private actor ReportLog {
    private(set) var all: [Proto.RoomReport] = []

    func collect(_ stream: RPCStream<Proto.RoomReport>) async {
        do {
            for try await report in stream { all.append(report) }
        } catch {
            // The test ends the stream by cancelling.
        }
    }
}
