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
        let scenes = [try CallScene.ringing(free(bob), chatGroup: "g"), try CallScene.connected(), running, ended]
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

    @Test("events and effects survive the journal")
    func journal() throws {
        var scene = try CallScene.ringing(free(bob), free(carol))
        let event = CallEvent.device(device(bob), .accepted)
        try scene.handle(event)
        #expect(try JSONDecoder().decode(CallEvent.self, from: JSONEncoder().encode(event)) == event)
        let effects = scene.allEffects
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
