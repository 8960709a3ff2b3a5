import CallModel
import Foundation
import SignalingCore
import Testing

@Suite("The stored form")
struct StoredFormTests {
    @Test("a call reads back from its row as it was, in every state")
    func roundTrip() throws {
        var ended = try CallScene.connectedGroup()
        try ended.act(device(alice), .invited([free(dave)], .standard, userData: "come"))
        let running = ended
        try ended.handle(.operatorEnded)
        var repeated = try CallScene.ringing(free(bob))
        try repeated.letSilencePass(of: bob)
        let scenes = [
            try CallScene.ringing(free(bob), chatGroup: "g"), repeated, try CallScene.connected(), running, ended,
        ]
        for scene in scenes {
            let row = try JSONEncoder().encode(scene.call)
            #expect(try JSONDecoder().decode(Call.self, from: row) == scene.call)
        }
    }

    @Test("a row can be read by a person: users, stages and times are plain")
    func readable() throws {
        let scene = try CallScene.ringing(free(bob))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(scene.call), as: UTF8.self)
        for part in [#""userID":"bob""#, #""ringing""#, #""deadline":1030000"#, #""mediaKind":1"#] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    /// Written before rings were confirmed: a grace of 1 s, no `confirmAfter`, no `confirmBy`.
    private static let olderRow = """
        {"id":"call-1","isGroup":false,"media":{"none":{}},"mergedIDs":[],"participants":[{"legs":[{"device":\
        {"deviceID":"alice-phone","sessionID":"alice-phone-1","userID":"alice"},"state":{"answered":{}}}],\
        "push":{"none":{}},"round":1,"stage":{"calling":{}},"talkTime":0,"userID":"alice","wasConnected":false},\
        {"invitedBy":"alice","legs":[{"device":{"deviceID":"bob-phone","sessionID":"bob-phone-1","userID":"bob"},\
        "state":{"invited":{}}}],"push":{"ringOwed":{}},"round":1,"stage":{"ringing":{"_0":{"deadline":1030000,\
        "expiresAt":1031000,"isPushed":false}}},"talkTime":0,"userID":"bob","wasConnected":false}],\
        "placedAt":1000000,"state":{"ringing":{"since":1000000}},"terms":{"inviterID":"alice","isEphemeral":false,\
        "limits":{"acceptGrace":1000,"participants":32},"mediaKind":1,"roomID":"room","userData":""},"version":1}
        """

    @Test("a row from before rings were confirmed rings on as it did, and is written back as it was")
    func olderRow() throws {
        var call = try JSONDecoder().decode(Call.self, from: Data(Self.olderRow.utf8))
        #expect(call.nextDeadline == WallTime(milliseconds: 1_031_000))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(call), as: UTF8.self) == Self.olderRow)
        let timer = RingTimer(userID: bob, round: 1)
        #expect(call.owedEffects == [.pushRing(timer, deadline: WallTime(milliseconds: 1_030_000))])
        let taken = #"{"push":{"_0":{"ringTaken":{"_0":{"round":1,"userID":"bob"},"deviceCount":1}}}}"#
        let event = try JSONDecoder().decode(CallEvent.self, from: Data(taken.utf8))
        #expect(event == .push(.ringTaken(timer, deviceCount: 1)))
        _ = try call.handle(event, at: WallTime(milliseconds: 1_001_000))
        _ = try call.handle(.device(device(bob), .acknowledged(.alerting)), at: WallTime(milliseconds: 1_002_000))
        _ = try call.handle(.timer(timer), at: WallTime(milliseconds: 1_031_000))
        #expect(call.state.isOver)
    }

    @Test("a history line from before its end was kept reads as one that says nothing of it")
    func olderRecord() throws {
        let text = #"""
            {"callID":"call-1","direction":1,"inviteeIDs":["bob"],"inviterID":"alice","mediaKind":1,"reason":3,\#
            "roomID":"room","startedAt":1000000,"talkTime":0,"userID":"bob"}
            """#
        let record = try JSONDecoder().decode(CallRecord.self, from: Data(text.utf8))
        #expect(record.direction == .missed && record.reason == .noResponse)
        #expect(record.endedAt == nil && record.endedBy == nil && record.isGroup == nil && record.answeredAt == nil)
    }

    @Test("events and effects survive the journal")
    func journal() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        let event = CallEvent.device(device(bob), .accepted)
        try scene.handle(event)
        #expect(try JSONDecoder().decode(CallEvent.self, from: JSONEncoder().encode(event)) == event)
        var repeated = try CallScene.ringing(free(bob))
        try repeated.letSilencePass(of: bob)
        let tapped = CallEvent.device(device(bob), .accepted, saidAt: WallTime(milliseconds: 5))
        #expect(try JSONDecoder().decode(CallEvent.self, from: JSONEncoder().encode(tapped)) == tapped)
        let older = #"{"push":{"_0":{"outcome":{"_0":"bob","isHandedOver":true}}}}"#
        #expect(
            try JSONDecoder().decode(CallEvent.self, from: Data(older.utf8)) == .push(.outcome(bob, isHandedOver: true))
        )
        let effects = scene.allEffects + repeated.allEffects
        #expect(try JSONDecoder().decode([CallEffect].self, from: JSONEncoder().encode(effects)) == effects)
    }

    @Test("a clock set back does not make talk time negative")
    func clockSetBack() throws {
        var scene = try CallScene.connected()
        scene.now = WallTime(milliseconds: 10)
        try scene.act(device(bob), .hungUp)
        #expect(scene.records[bob]?.talkTime == .zero)
    }
}

@Suite("Connection quality")
struct QualityMeterTests {
    @Test(
        "grades follow the loss between two readings",
        arguments: [
            (0, QualityGrade.excellent), (2, .good), (5, .poor), (15, .bad), (50, .veryBad),
        ])
    func loss(_ percent: Int, _ expected: QualityGrade) {
        var meter = QualityMeter()
        #expect(meter.grade(received: 1_000, lost: 500, jitter: .zero) == .unknown)
        let received = UInt64(1_000 + 100 - percent)
        #expect(meter.grade(received: received, lost: UInt64(500 + percent), jitter: .milliseconds(5)) == expected)
    }

    @Test("jitter alone lowers the grade")
    func jitter() {
        var meter = QualityMeter()
        _ = meter.grade(received: 0, lost: 0, jitter: .zero)
        #expect(meter.grade(received: 100, lost: 0, jitter: .milliseconds(100)) == .bad)
    }

    @Test("nothing arriving while packets are missing is down; counts that start anew are unknown")
    func edges() {
        var meter = QualityMeter()
        _ = meter.grade(received: 100, lost: 0, jitter: .zero)
        #expect(meter.grade(received: 100, lost: 20, jitter: .zero) == .down)
        #expect(meter.grade(received: 10, lost: 0, jitter: .zero) == .unknown)
        #expect(meter.grade(received: 110, lost: 0, jitter: .zero) == .excellent)
        #expect(meter.grade(received: 110, lost: 0, jitter: .zero) == .unknown, "a muted device sends nothing")
    }
}
