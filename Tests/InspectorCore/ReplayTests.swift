import InspectorCore
import Testing
import Wire

@Suite("comparing recordings and sending them again")
struct ReplayTests {
    private func exchanges(_ scene: TapScene) -> [Exchange] {
        var table = ExchangeTable()
        for record in scene.records { table.take(record) }
        return (table.takeFinished() + table.finishAll()).sorted { $0.id < $1.id }
    }

    private func facts(_ method: String) -> ReplayPlan.Facts? {
        switch shortened(method: method) {
        case "Gateway/Deliver": ReplayPlan.Facts(isIdempotent: false)
        case "Presence/CloseSession": ReplayPlan.Facts(isIdempotent: true, isDangerous: true)
        case "Media/WatchRooms": ReplayPlan.Facts(isIdempotent: false, isStream: true)
        case "Nobody/Knows": nil
        default: ReplayPlan.Facts(isIdempotent: true)
        }
    }

    private func plan(_ scene: TapScene, _ change: (inout ReplayPlan.Options) -> Void = { _ in }) -> ReplayPlan {
        var options = ReplayPlan.Options(idPrefix: "replay-7")
        change(&options)
        return ReplayPlan(exchanges(scene), options: options, facts: facts)
    }

    // MARK: Replay

    @Test("only what nothing else caused is sent, in its order, with its pauses")
    func roots() {
        let plan = plan(.unreachableCallee()) { $0.speed = 2 }
        #expect(plan.steps.map(\.method) == ["partyline.v1.Signaling/Call", "partyline.v1.Push/Ring"])
        #expect(plan.steps.map(\.offset) == [.zero, .microseconds(1_030)])
        #expect(
            plan.refused.map { "\($0.method): \($0.refusal.rawValue) \($0.count)" } == [
                "partyline.v1.Presence/LookupUsers: caused by another request 1",
                "partyline.v1.Signaling/Call: caused by another request 1",
            ])
    }

    @Test("call ids are renamed everywhere alike, the shard key with them")
    func renaming() {
        var scene = TapScene()
        for (call, user) in [("c1", "bob"), ("c2", "c1"), ("c1", "dan")] {
            scene.call(
                "gateway", "signaling", "partyline.v1.Signaling/Call",
                ["callId": .string(call), "participantIds": [.string(user)], "note": "about c1"], shardKey: call)
        }
        let plan = plan(scene)
        #expect(plan.steps.map { $0.request["callId"] } == ["replay-7-1", "replay-7-2", "replay-7-1"])
        #expect(plan.steps.map(\.shardKey) == ["replay-7-1", "replay-7-2", "replay-7-1"])
        #expect(plan.steps[1].request["participantIds"] == ["replay-7-1"])
        #expect(plan.steps[0].request["note"] == "about c1")
        #expect(plan.renamed == ["c1": "replay-7-1", "c2": "replay-7-2"])
    }

    @Test("what may not be repeated is left out unless asked for, what people notice needs a word of its own")
    func refusals() {
        var scene = TapScene()
        scene.call("signaling", "gateway", "partyline.v1.Gateway/Deliver", ["deliveries": []])
        scene.call("gateway", "presence", "partyline.v1.Presence/CloseSession", ["sessionId": "s"])
        scene.call("gateway", "presence", "partyline.v1.Nobody/Knows", ["a": 1])
        scene.call("signaling", "media", "partyline.v1.Media/WatchRooms", ["a": 1])
        scene.call("gateway", "presence", "partyline.v1.Presence/OpenSession", ["userSig": "#00ff00ff"])
        scene.call("gateway", "push", "partyline.v1.Push/RegisterToken", ["token": "IzAwZmYwMGZm"])
        #expect(plan(scene).steps.isEmpty)
        #expect(
            plan(scene).refused.map(\.refusal) == [
                .notIdempotent, .stream, .unknownMethod, .dangerous, .masked, .masked,
            ])
        #expect(plan(scene) { $0.includesEverything = true }.steps.map(\.method) == ["partyline.v1.Gateway/Deliver"])
        #expect(
            plan(scene) { $0.includesDangerous = true }.steps.map(\.method) == ["partyline.v1.Presence/CloseSession"])
        #expect(
            plan(scene) {
                $0.includesEverything = true; $0.services = ["presence"]
            }.steps.isEmpty)
    }

    @Test("a request without its payload, and an answer without its request, cannot be sent")
    func incomplete() {
        var scene = TapScene()
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Sync", ["callId": "c"])
        var table = ExchangeTable()
        for record in scene.records {
            var record = record
            record.body = nil
            table.take(record)
        }
        let bare = table.takeFinished()
        let options = ReplayPlan.Options(idPrefix: "x")
        #expect(ReplayPlan(bare, options: options, facts: facts).refused.map(\.refusal) == [.noPayload])
        for record in scene.records where record.event.kind == .response { table.take(record) }
        #expect(ReplayPlan(table.finishAll(), options: options, facts: facts).refused.map(\.refusal) == [.notSeen])
    }

    @Test("speed 0 has no pauses, later attempts of a call are not sent again")
    func speed() {
        #expect(plan(.unreachableCallee()) { $0.speed = 0 }.steps.map(\.offset) == [.zero, .zero])
        var scene = TapScene()
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Sync", ["a": 1], attempt: 2)
        #expect(plan(scene).steps.isEmpty)
    }

    // MARK: Diff

    @Test("the same thing twice is equal, although ids, times and masks differ")
    func equal() {
        func scene(_ call: String, _ mask: String, _ time: Int64) -> TapScene {
            var scene = TapScene()
            scene.call(
                "gateway", "signaling", "partyline.v1.Signaling/Call",
                ["callId": .string(call), "userSig": .string(mask), "ringDeadlineMs": .integer(time)],
                ["call": ["callId": .string(call), "version": "1"]])
            return scene
        }
        let diff = RecordingDiff(
            before: exchanges(scene("c1", "#00000001", 5)), after: exchanges(scene("c2", "#00000002", 9)))
        #expect(diff.isEqual)
        #expect(diff.text(width: 100, style: .plain).first == "1 of 1 method did the same")
    }

    @Test("counts, statuses, payloads and latency that differ are told by method")
    func different() {
        var (before, after) = (TapScene(), TapScene())
        for _ in 0..<2 {
            before.call(
                "gateway", "signaling", "partyline.v1.Signaling/Call", [:], ["call": ["phase": "RINGING", "a": [1]]])
        }
        for _ in 0..<2 {
            after.call(
                "gateway", "signaling", "partyline.v1.Signaling/Call", [:], ["call": ["phase": "ENDED", "a": [1, 2]]],
                costs: TapScene.Costs(handler: 5_000))
        }
        after.call("gateway", "push", "partyline.v1.Push/Ring", status: Proto.Status(code: .notFound))
        let diff = RecordingDiff(before: exchanges(before), after: exchanges(after))
        #expect(!diff.isEqual)
        #expect(
            diff.text(width: 120, style: .plain) == [
                "Push/Ring", "  calls: 0 before, 1 after", "  NOT_FOUND: 0 before, 1 after", "Signaling/Call",
                "  response.call.a: 1 elements → 2 elements (2 times)",
                "  response.call.phase: \"RINGING\" → \"ENDED\" (2 times)", "0 of 2 methods did the same", "",
                "method          calls  p50 before    after  p99 before    after  p50 ratio",
                "Signaling/Call    2/2      720 µs  5.22 ms      720 µs  5.22 ms     × 7.25",
            ])
        #expect(diff.jsonLines().count == 2)
    }

    @Test("with events missing on a side nothing is called equal")
    func missing() {
        let same = exchanges(.unreachableCallee())
        let diff = RecordingDiff(before: same, after: same, missedAfter: MissedEvents(sampling: 8))
        #expect(!diff.isEqual && diff.methods.allSatisfy(\.isEqual))
        #expect(
            diff.text(width: 100, style: .plain).first
                == "note: after: only 1 call in 8 was sampled: counts are not totals")
    }
}
