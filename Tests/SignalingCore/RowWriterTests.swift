import CallModel
import Foundation
import SignalingCore
import Testing

/// The row writer lists fields by hand. Foundation's encoder, which cannot forget one, is the oracle.
@Suite("The row writer")
struct RowWriterTests {
    private static func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Calls that between them have every field set and every case once.
    private static func samples() throws -> [Call] {
        let full = try JSONDecoder().decode([Call].self, from: Data(everyFieldSet.utf8))
        var running = try CallScene.connectedGroup()
        try running.act(device(alice), .invited([free(dave)], .standard, userData: "come \"here\"\n\u{1}\u{7f}/é"))
        return full + [
            try CallScene.ringing(free(bob), chatGroup: "g").call, try CallScene.connected().call, running.call,
        ]
    }

    private static let everyFieldSet = """
        [{"id":"a","isGroup":true,"media":{"owed":{"avoiding":"tcp://x","era":2}},"mergedIDs":["b","c"],"participants":\
        [{"connectedAt":5,"digits":{"end":3,"last":"12#"},"invitedBy":"alice","isCameraOpened":true,\
        "isMicrophoneOpened":false,"isOnHold":true,"legs":[\
        {"device":{"deviceID":"d","sessionID":"s","userID":"u"},"state":{"ended":{"_0":{"by":"bob","device":"d","reason":8}}}},\
        {"device":{"deviceID":"d","platform":3,"sessionID":"s","userID":"u"},"state":{"received":{}}},\
        {"device":{"deviceID":"d","sessionID":"s","userID":"u"},"state":{"alerting":{}}},\
        {"device":{"deviceID":"d","sessionID":"s","userID":"u"},"state":{"invited":{}}},\
        {"device":{"deviceID":"d","sessionID":"s","userID":"u"},"state":{"answered":{}}}],\
        "push":{"rung":{"deviceCount":3}},"pushTargets":["d","e"],\
        "reach":[{"deviceID":"d","platform":4,"progress":3},{"deviceID":"e","progress":1}],"round":2,"stage":{"ringing":{"_0":{"confirmBy":1,"confirms":2,"deadline":3,\
        "expiresAt":4,"isPushed":true,"isWaiting":true,"reached":3,"repeats":1,"userData":"come"}}},"talkTime":7,"userID":"u",\
        "wasConnected":true},{"legs":[],"push":{"stopped":{}},"round":1,"stage":{"gone":{"_0":{"at":-5,"by":"bob",\
        "device":"d","reason":1}}},"talkTime":0,"userID":"v","wasConnected":false},{"legs":[],"push":{"stopOwed":{}},"round":1,\
        "stage":{"connected":{"since":9}},"talkTime":0,"userID":"w","wasConnected":true},{"legs":[],"push":{"none":{}},\
        "round":1,"stage":{"calling":{}},"talkTime":0,"userID":"x","wasConnected":true},{"legs":[],"push":{"ringOwed":{}},\
        "round":1,"stage":{"calling":{}},"talkTime":0,"userID":"y","wasConnected":true}],"placedAt":1000000,\
        "state":{"ended":{"_0":{"answeredAt":1,"at":2,"endedBy":"alice","reason":9}}},"terms":{"chatGroupID":"g",\
        "inviterID":"alice","isEphemeral":true,"limits":{"acceptGrace":1,"confirmAfter":2,"participants":32},\
        "mediaKind":2,"roomID":"r","userData":"x"},"trace":{"dropped":2,"text":"1\\tplaced\\n"},"version":18446744073709551615},\
        {"id":"b","isGroup":false,"media":{"closed":{"era":1}},"mergedIDs":[],"participants":[],"placedAt":0,\
        "state":{"created":{}},"terms":{"inviterID":"","isEphemeral":false,"limits":{"acceptGrace":0,"participants":0},\
        "mediaKind":0,"roomID":"","userData":""},"version":0},\
        {"id":"c","isGroup":false,"media":{"closeOwed":{"era":1,"node":"n"}},"mergedIDs":[],"participants":[],\
        "placedAt":0,"state":{"answered":{"since":1}},"terms":{"inviterID":"","isEphemeral":false,"limits":\
        {"acceptGrace":0,"participants":0},"mediaKind":0,"roomID":"","userData":""},"version":0}]
        """

    @Test("a call's row is, byte for byte, what Foundation's encoder writes")
    func calls() throws {
        for call in try Self.samples() { #expect(RowWriter.text(of: call) == (try Self.foundation(call))) }
    }

    @Test("so is a record's")
    func records() throws {
        var scene = try CallScene.ringing(free(bob), free(carol), chatGroup: "g")
        try scene.handle(.operatorEnded)
        let text = """
            {"answeredAt":3,"callID":"c","chatGroupID":"g","direction":3,"endedAt":4,"endedBy":"e",\
            "inviteeIDs":["a","b"],"inviterID":"i","isGroup":true,"mediaKind":2,"reason":9,\
            "roomID":"r","startedAt":1,"talkTime":2,"userID":"u"}
            """
        let full = try JSONDecoder().decode(CallRecord.self, from: Data(text.utf8))
        let records = Array(scene.records.values) + [full]
        #expect(records.count == 4)
        for record in records { #expect(RowWriter.text(of: record) == (try Self.foundation(record))) }
    }

    @Test("every character is written as Foundation writes it")
    func characters() throws {
        let texts =
            (0...0x2FF).compactMap(UnicodeScalar.init).map { "a\($0)b" } + ["", "\u{2028}\u{2029}", "😀", "/\\/"]
        for text in texts { #expect(RowWriter.text(of: text) == (try Self.foundation(text))) }
    }

    @Test("numbers are written as Foundation writes them, the largest and the smallest too")
    func numbers() throws {
        for number in [0, 1, -1, 9, 10, 1_000_000, Int.max, Int.min] {
            #expect(RowWriter.text(of: number) == (try Self.foundation(number)))
        }
        #expect(RowWriter.text(of: UInt64.max) == (try Self.foundation(UInt64.max)))
    }

    /// Without this a field that no sample sets could be left out unseen.
    @Test("the samples have every field of every stored type set at least once")
    func coverage() throws {
        var census = FieldCensus()
        for call in try Self.samples() { census.count(call) }
        #expect(census.neverSet.isEmpty, "add a sample that sets \(census.neverSet.sorted())")
    }
}

/// Which stored properties have been seen, and which of them with a value.
private struct FieldCensus {
    private var seen: Set<String> = []
    private var set: Set<String> = []

    var neverSet: Set<String> { seen.subtracting(set) }

    mutating func count(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        for child in mirror.children {
            let name = "\(mirror.subjectType).\(child.label ?? "")"
            if mirror.displayStyle == .struct { seen.insert(name) }
            if Mirror(reflecting: child.value).displayStyle == .optional {
                guard let content = Mirror(reflecting: child.value).children.first?.value else { continue }
                set.insert(name)
                count(content)
            } else {
                set.insert(name)
                count(child.value)
            }
        }
    }
}
