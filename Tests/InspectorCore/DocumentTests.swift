import Foundation
import InspectorCore
import TestSupport
import Testing
import Wire

@Suite("the inspector's documents")
struct DocumentTests {
    private func document(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/" + name), encoding: .utf8)
    }

    @Test("an event's line is the documented one, member by member")
    func goldenEvent() {
        let record = TapRecord(
            Samples.full, from: "tcp://10.0.0.4:7203", arrivedAt: Moment(microseconds: 1_796_043_431_004_300))
        #expect(
            record.json().text
                == #"{"schema":1,"type":"event","target":"tcp://10.0.0.4:7203","arrived_us":1796043431004300,"#
                + #""point":"client_receive","kind":"response","service":"gateway","instance":"gateway-1","#
                + #""epoch":"9f00000000000001","peer_service":"signaling","peer_instance":"signaling-1","#
                + #""method":"partyline.v1.Signaling/Call","request_id":"77","attempt":2,"#
                + #""trace_id":"0102030405060708090a0b0c0d0e0f10","span_id":"0102030405060708","#
                + #""parent_span_id":"0b0c0d0e0f101112","shard_key":"c1","user_id":"alice","device_id":"d1","#
                + ##""session_id":"#00ff00ff","platform":"android","status":"not_found","##
                + #""reason":"user_never_logged_in","status_message":"nobody","retry_after_ms":5,"is_final":true,"#
                + #""remaining_ms":4800,"item_sequence":4,"credit":65536,"monotonic_ns":5000000123,"#
                + #""wall_us":1796043431004210,"drop":"bus_late_answers_total","detail":"request 77","sequence":12,"dropped_total":3,"#
                + #""payload_bytes":3,"payload_hex":"0102ff","is_payload_cut":true,"#
                + #""metadata":[{"key":"a","value":"b"},{"key":"c","value_hex":"ff"}]}"#)
    }

    @Test("an exchange's line is the documented one")
    func goldenExchange() throws {
        var scene = TapScene()
        scene.call(
            "signaling", "push", "partyline.v1.Push/Ring", ["userId": "bob"], ["deviceCount": 2], shardKey: "c1")
        var table = ExchangeTable()
        for record in scene.records { table.take(record) }
        #expect(
            try #require(table.takeFinished().first).json().text
                == #"{"schema":1,"type":"exchange","exchange":1,"call":1,"state":"ended","#
                + #""method":"partyline.v1.Push/Ring","request_id":"1","attempt":1,"#
                + #""trace_id":"00000000000000010707070707070707","span_id":"0000000000000001","shard_key":"c1","#
                + #""client_service":"signaling","client_instance":"signaling-1","server_service":"push","#
                + #""server_instance":"push-1","started_us":1796043431000000,"total_us":720,"network_us":200,"#
                + #""at_server_us":520,"queue_us":20,"handler_us":500,"slack_us":4999280,"status":"ok","#
                + #""request_bytes":16,"response_bytes":17,"request":{"userId":"bob"},"response":{"deviceCount":2}}"#)
    }

    @Test("every member that any line has is in docs/inspector-json.md")
    func members() throws {
        let document = LineDocument(try document("inspector-json.md"))
        var lines: [String] = []
        var scene = TapScene.unreachableCallee()
        scene.lostCall(
            "gateway", "signaling", "partyline.v1.Signaling/Call", ["callId": "c1"], reaches: .serverReceive,
            drop: "bus_queue_full_total")
        for number in 1...4 {
            scene.item(
                "media", "signaling", "partyline.v1.Media/WatchRooms", ["callId": "c1"], request: 90,
                number: UInt32(number))
        }
        lines += scene.records.map { $0.json().text }
        var (table, statistics) = (ExchangeTable(), MethodStatistics())
        for record in scene.records { table.take(record) }
        let exchanges = table.takeFinished() + table.finishAll()
        for exchange in exchanges { statistics.take(exchange, at: MethodStatisticsTests.start) }
        lines += exchanges.map { $0.json().text } + statistics.jsonLines(at: MethodStatisticsTests.start)
        let story = CallStory(
            StoryQuery("c1"), records: scene.records, clocks: ClockMap(), missed: MissedEvents(sampling: 2))
        lines += SequenceDiagram(story).jsonLines()
        lines += RecordingDiff(before: exchanges, after: [], missedAfter: MissedEvents(sampling: 2)).jsonLines()
        for line in lines {
            let type = try #require(JSONValue(parsing: line)["type"]?.stringValue)
            let known = try #require(document.forms[type]).union(["schema", "type"])
            for member in try #require(JSONValue(parsing: line).objectValue) {
                #expect(known.contains(member.name), "\(member.name) in \(line)")
            }
        }
    }

    @Test("docs/inspector-json.md describes every type that there is, and no other")
    func types() throws {
        let document = LineDocument(try document("inspector-json.md"))
        #expect(Set(document.forms.keys) == Set(LineType.allCases.map(\.rawValue)))
    }

    @Test("a line of another version, another type, or no JSON is refused with its reason; what is unknown is ignored")
    func refusals() throws {
        #expect(throws: JSONLineError.otherSchema(2)) { try TapRecord(jsonLine: #"{"schema":2,"type":"event"}"#) }
        #expect(throws: JSONLineError.otherSchema(nil)) { try TapRecord(jsonLine: "{}") }
        #expect(throws: JSONLineError.otherType("note")) { try TapRecord(jsonLine: #"{"schema":1,"type":"note"}"#) }
        #expect(throws: JSONLineError.notJSON(offset: 0)) { try TapRecord(jsonLine: "x") }
        for (member, value) in [
            ("point", #""nowhere""#), ("sequence", "-1"), ("trace_id", #""abc""#), ("method", "7"),
            ("is_final", "1"), ("request_id", #""x""#), ("attempt", "4294967296"), ("epoch", #""xyz""#),
        ] {
            let status = member == "is_final" ? #","status":"ok""# : ""
            #expect(throws: JSONLineError.badMember(member)) {
                try TapRecord(jsonLine: #"{"schema":1,"type":"event"\#(status),"\#(member)":\#(value)}"#)
            }
        }
        let later = try TapRecord(jsonLine: #"{"schema":1,"type":"event","point":"drop","colour":"red"}"#)
        #expect(later.event.point == .drop)
        // The largest attempt fits, and an enum value from a later contract is kept as its number.
        let edge = try TapRecord(jsonLine: #"{"schema":1,"type":"event","attempt":4294967295,"kind":"77"}"#)
        #expect(edge.event.attempt == .max && edge.event.kind.rawValue == 77)
    }

    @Test("every example of docs/inspector-expressions.md is an expression, and every field is described")
    func expressions() throws {
        let text = try document("inspector-expressions.md")
        let start = try #require(text.range(of: "## Examples"))
        let end = try #require(text.range(of: "## Mistakes"))
        let rows = text[start.upperBound..<end.lowerBound].split(separator: "\n").filter { $0.hasPrefix("|") }
            .dropFirst(2)
        #expect(rows.count >= 8)
        for row in rows {
            let example = try #require(row.split(separator: "`").dropFirst().first)
            #expect(throws: Never.self) { try Expression(parsing: String(example)) }
        }
        for field in ExpressionField.allCases { #expect(text.contains("`\(field.rawValue)`"), "\(field.rawValue)") }
    }
}
