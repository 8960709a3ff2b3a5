import CallModel
import InspectorCore
import Testing
import Wire

@Suite("which records belong to a story")
struct StorySelectorTests {
    private func story(_ query: StoryQuery, _ records: [TapRecord], limits: StorySelector.Limits = .init())
        -> [TapRecord]
    {
        var selector = StorySelector(query, limits: limits)
        for record in records { selector.take(record) }
        return selector.records
    }

    private func methods(_ records: [TapRecord]) -> Set<String> { Set(records.map(\.shortMethod)) }

    @Test("a call id brings its trace with it, also what came before anybody named it")
    func trace() {
        let scene = TapScene.unreachableCallee()
        // Without the payloads of the first hops only the shard key of an inner call names it.
        let records = scene.records.map { record in
            var record = record
            record.body = nil
            if record.shortMethod == "Presence/LookupUsers" { record.event.shardKey = "c1" }
            return record
        }
        let found = story(StoryQuery("c1"), records)
        #expect(methods(found) == ["Signaling/Call", "Presence/LookupUsers"])
        #expect(found.count == records.count - 5 + 0)
    }

    @Test("a parent span leads from one trace to another")
    func parentSpan() {
        var scene = TapScene()
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Accept", ["callId": "c1"])
        let parent = scene.records[0].event.spanId
        scene.call("signaling", "media", "partyline.v1.Media/CreateRoom")
        scene.call("signaling", "media", "partyline.v1.Media/NodeLoad")
        let records = scene.records.map { record in
            var record = record
            record.body = record.shortMethod == "Signaling/Accept" ? record.body : nil
            if record.shortMethod == "Media/CreateRoom", record.event.point == .clientSend {
                record.event.parentSpanId = parent
            }
            return record
        }
        #expect(methods(story(StoryQuery("c1"), records)) == ["Signaling/Accept", "Media/CreateRoom"])
    }

    @Test("a trace id of 32 digits is a trace, in either case; anything else is not")
    func traceQuery() {
        let scene = TapScene.unreachableCallee()
        let trace = Hexadecimal.encode(scene.records[0].event.traceId)
        #expect(StoryQuery(trace).kind == .trace && StoryQuery("c1").kind == .anything)
        let found = story(StoryQuery(trace.uppercased()), scene.records)
        #expect(methods(found) == ["Signaling/Call", "Presence/LookupUsers"])
    }

    @Test("a user brings his calls with him: as the one who asks, as one of those called, by name in a lookup")
    func user() {
        var scene = TapScene.unreachableCallee()
        scene.call("signaling", "push", "partyline.v1.Push/StopRing", ["callId": "c1"])
        scene.call("signaling", "push", "partyline.v1.Push/StopRing", ["callId": "other"])
        for user in ["alice", "bob"] {
            let found = story(StoryQuery(user, as: .user), scene.records)
            #expect(methods(found) == ["Signaling/Call", "Presence/LookupUsers", "Push/Ring", "Push/StopRing"])
            #expect(!found.contains { $0.body?["callId"] == "other" })
        }
    }

    @Test("an item that names the call comes alone, without the rest of its stream")
    func streams() {
        var scene = TapScene()
        scene.add(phone: "bob", device: "b1")
        for (number, call) in ["c0", "c1", "c2"].enumerated() {
            let body: JSONValue = ["call": ["callId": .string(call)]]
            scene.item("gateway", "bob", "partyline.v1.Gateway/Events", body, request: 4, number: UInt32(number + 1))
        }
        #expect(story(StoryQuery("c1"), scene.records).map(\.event.itemSequence) == [2])
    }

    @Test("sessions of the people called are followed into lookups, but not into renewals of a whole gateway")
    func sessions() {
        var scene = TapScene.unreachableCallee()
        let found: JSONValue = ["users": [["userId": "bob", "exists": true, "sessions": [["sessionId": "s-9"]]]]]
        scene.call(
            "signaling", "presence", "partyline.v1.Presence/LookupUsers", ["userIds": ["bob"], "callId": "c1"], found)
        scene.call("signaling", "presence", "partyline.v1.Presence/LookupSessions", ["sessionIds": ["s-9"]])
        scene.call("gateway", "presence", "partyline.v1.Presence/RenewLeases", ["sessionIds": ["s-9", "s-10"]])
        let methods = methods(story(StoryQuery("c1"), scene.records))
        #expect(methods.contains("Presence/LookupSessions") && !methods.contains("Presence/RenewLeases"))
    }

    @Test("the backlog is as long as asked: what fell out of it does not come back")
    func backlog() {
        var scene = TapScene()
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Hangup")
        let trace = scene.records[0].event.traceId
        var naming = scene.records[4]
        naming.event.shardKey = "c1"
        for (backlog, count) in [(5, 6), (4, 5), (0, 1)] {
            var limits = StorySelector.Limits()
            limits.backlog = backlog
            let found = story(StoryQuery("c1"), scene.records + [naming], limits: limits)
            #expect(found.count == count && found.allSatisfy { $0.event.traceId == trace })
        }
    }

    @Test("an item that a gateway passes on follows what caused it, without payloads too")
    func causedItem() {
        var scene = TapScene()
        scene.add(phone: "bob", device: "b1")
        scene.call("signaling", "gateway", "partyline.v1.Gateway/Deliver", shardKey: "c1")
        scene.item("gateway", "bob", "partyline.v1.Gateway/Events", [:], request: 4, number: 1)
        scene.item("gateway", "bob", "partyline.v1.Gateway/Events", [:], request: 4, number: 2)
        let deliver = scene.records[0].event
        let records = scene.records.map { record in
            var record = record
            if record.event.itemSequence == 2 {
                (record.event.traceId, record.event.parentSpanId) = (deliver.traceId, deliver.spanId)
            }
            record.body = nil
            return record
        }
        let found = story(StoryQuery("c1"), records)
        #expect(found.filter { $0.event.kind == .item }.map(\.event.itemSequence) == [2])
    }

    @Test("a story has as many records as it may have; further ones are counted and the story says so")
    func records() {
        let scene = TapScene.unreachableCallee()
        var limits = StorySelector.Limits()
        limits.records = scene.records.count
        var selector = StorySelector(StoryQuery("alice"), limits: limits)
        for record in scene.records { selector.take(record) }
        #expect(selector.leftOut == 0 && selector.records.count == scene.records.count)
        selector.take(scene.records[0])
        #expect(selector.leftOut == 1)
        let story = CallStory(
            selector.query, records: selector.records, clocks: ClockMap(), leftOut: selector.leftOut)
        #expect(story.notes.contains("1 further event of this story was not kept"))
    }
}
