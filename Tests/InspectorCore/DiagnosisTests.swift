import InspectorCore
import Testing
import Wire

/// One scene for every reason why a phone does not ring, and the sentence a person reads.
@Suite("why a phone did not ring")
struct DiagnosisTests {
    // MARK: Scenes

    private let callBody: JSONValue = ["callId": "c1", "participantIds": ["bob"]]

    func snapshot(_ phase: String = "RINGING", version: Int = 1, bob: JSONValue? = nil) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("callId", "c1"), .init("version", .string(String(version))), .init("inviterId", "alice"),
            .init("inviteeIds", ["bob"]), .init("phase", .string("CALL_PHASE_" + phase)),
        ]
        if let bob { members.append(.init("participants", [bob])) }
        return .object(members)
    }

    private func session(connected: Bool) -> JSONValue {
        let base: JSONValue = ["sessionId": "s-bob", "userId": "bob", "deviceId": "b1"]
        guard connected else { return base }
        return .object((base.objectValue ?? []) + [.init("isConnected", true)])
    }

    /// alice, bob and the services, and alice's call as far as presence's answer.
    func placed(
        bob: JSONValue, answer: JSONValue? = nil, status: Proto.Status = Proto.Status()
    ) -> TapScene {
        var scene = TapScene()
        scene.add(phone: "alice", device: "a1")
        scene.add(phone: "bob", device: "b1")
        let call = "partyline.v1.Signaling/Call"
        let body: JSONValue = answer ?? ["call": snapshot()]
        scene.call("alice", "gateway", call, callBody, body, status: status) { scene in
            scene.call("gateway", "signaling", call, callBody, body, status: status) { scene in
                scene.call(
                    "signaling", "presence", "partyline.v1.Presence/LookupUsers", ["userIds": ["bob"]], ["users": [bob]]
                )
            }
        }
        return scene
    }

    private func connectedBob() -> JSONValue {
        ["userId": "bob", "exists": true, "sessions": .array([session(connected: true)])]
    }

    private func deliver(_ scene: inout TapScene, answer: JSONValue = [:], status: Proto.Status = Proto.Status()) {
        scene.call(
            "signaling", "gateway", "partyline.v1.Gateway/Deliver",
            ["deliveries": [["sessionId": "s-bob", "event": ["call": snapshot()]]]], answer, status: status)
    }

    private func acknowledge(_ scene: inout TapScene, _ alert: String) {
        let body: JSONValue = ["callId": "c1", "version": "1", "alert": .string("ALERT_STATE_" + alert)]
        scene.call("bob", "gateway", "partyline.v1.Signaling/Acknowledge", body)
    }

    func findings(_ scene: TapScene) -> [Finding] {
        CallStory(StoryQuery("c1"), records: scene.records, clocks: ClockMap()).findings
    }

    func expect(
        _ scene: TapScene, _ rule: Finding.Rule, _ sentence: String, weight: Finding.Weight = .cause,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let all = findings(scene)
        #expect(
            all.contains { $0.rule == rule && $0.weight == weight && $0.sentence == sentence },
            "\(all.map(\.sentence))", sourceLocation: sourceLocation)
    }

    // MARK: The callee

    @Test("the callee has never logged in")
    func neverLoggedIn() {
        let refusal = Proto.Status(
            code: .notFound, reason: .userNeverLoggedIn, message: "nobody asked for has ever logged in")
        let scene = placed(bob: ["userId": "bob"], answer: [:], status: refusal)
        expect(scene, .neverLoggedIn, "bob has never logged in, so there was nobody to ring.")
    }

    @Test("the callee is logged in nowhere, and push knows no token")
    func noSessionNoToken() {
        let scene = TapScene.unreachableCallee()
        expect(scene, .noSession, "bob was logged in on no device: only a push could ring there.")
        expect(scene, .noPushToken, "Push knows no token of bob: there was no device it could wake.")
    }

    @Test("the callee's sessions have no connection")
    func notConnected() {
        let scene = placed(
            bob: ["userId": "bob", "exists": true, "sessions": .array([session(connected: false)])])
        expect(
            scene, .notConnected, "bob had 1 session, but none with a connection: only a push could ring there.")
    }

    @Test("a connected device that gets no push is no cause")
    func connectedAndExcepted() {
        var scene = placed(bob: connectedBob())
        scene.call(
            "signaling", "push", "partyline.v1.Push/Ring", ["callId": "c1", "userId": "bob", "exceptDeviceIds": ["b1"]])
        #expect(!findings(scene).contains { $0.rule == .noPushToken })
    }

    @Test("the push provider refused, and push's own trace says why")
    func pushRefused() {
        var scene = TapScene.unreachableCallee(pushDevices: 1)
        scene.call(
            "push", "signaling", "partyline.v1.Signaling/PushOutcome",
            ["callId": "c1", "userId": "bob", "deviceId": "b1"])
        expect(scene, .pushGivenUp, "The push to bob's device b1 was given up.")
        scene.call(
            "signaling", "push", "partyline.v1.Push/TraceCall", ["callId": "c1"],
            ["traces": [["userId": "bob", "deviceId": "b1", "state": "PUSH_JOB_STATE_FAILED", "cause": "token gone"]]])
        expect(scene, .pushGivenUp, "The push to bob's device b1 was given up: token gone.")
    }

    @Test("push took the ring and never said what became of it")
    func pushUnreported() {
        var scene = TapScene.unreachableCallee(pushDevices: 2)
        #expect(!findings(scene).contains { $0.rule == .pushUnreported })
        scene.wait(microseconds: 6_000_000)
        scene.call("signaling", "push", "partyline.v1.Push/StopRing", ["callId": "c1"])
        expect(
            scene, .pushUnreported, "Push took the ring for 2 devices of bob and has not said what became of it.",
            weight: .trouble)
    }

    @Test("the callee is in another call")
    func busy() {
        let part: JSONValue = ["userId": "bob", "endReason": "END_REASON_LINE_BUSY"]
        expect(
            placed(bob: connectedBob(), answer: ["call": snapshot("ENDED", bob: part)]), .busy,
            "bob was busy in another call.")
        var scene = placed(bob: connectedBob())
        deliver(&scene)
        acknowledge(&scene, "BUSY")
        expect(scene, .deviceBusy, "bob's device b1 said that it is in another call.")
    }

    @Test("the gateway has lost the session, and a later delivery makes it harmless")
    func sessionLost() {
        var scene = placed(bob: connectedBob())
        deliver(&scene, answer: ["unknownSessionIds": ["s-bob"]])
        expect(
            scene, .sessionLost, "gateway-1 did not hold bob's device b1, though presence had it connected there.")
        deliver(&scene)
        expect(
            scene, .sessionLost,
            "gateway-1 did not hold bob's device b1, though presence had it connected there; a later delivery reached it.",
            weight: .trouble)
    }

    @Test("the device never acknowledged the ring, though it was handed over")
    func notAcknowledged() {
        var scene = placed(bob: connectedBob())
        deliver(&scene)
        #expect(!findings(scene).contains { $0.rule == .notAcknowledged })
        scene.wait(microseconds: 2_000_000)
        scene.call("signaling", "push", "partyline.v1.Push/StopRing", ["callId": "c1"])
        expect(
            scene, .notAcknowledged,
            "The ring was handed to gateway-1 for bob's device b1, and the device never acknowledged it.")
    }

    @Test("the device has the ring, but does not ring")
    func notAlerting() {
        var scene = placed(bob: connectedBob())
        deliver(&scene)
        acknowledge(&scene, "RECEIVED")
        scene.wait(microseconds: 2_000_000)
        scene.call("signaling", "push", "partyline.v1.Push/StopRing", ["callId": "c1"])
        expect(
            scene, .notAlerting, "bob's device b1 has the ring, but never said that it rings.", weight: .trouble)
        #expect(!findings(scene).contains { $0.weight == .cause })
    }

    @Test("a phone that rings is told to ring, and nothing is wrong")
    func rang() {
        var scene = placed(bob: connectedBob())
        deliver(&scene)
        acknowledge(&scene, "RECEIVED")
        acknowledge(&scene, "ALERTING")
        #expect(findings(scene).map(\.sentence) == ["bob's device b1 rang."])
    }

    @Test(
        "how it ended is told",
        arguments: [
            ("NO_RESPONSE", "bob did not answer before the ring's deadline."), ("REJECT", "bob declined the call."),
            ("CANCELED", "bob was rung until the caller called it off."),
        ])
    func endings(_ reason: String, _ sentence: String) {
        var scene = placed(bob: connectedBob())
        deliver(&scene)
        acknowledge(&scene, "ALERTING")
        let part: JSONValue = ["userId": "bob", "endReason": .string("END_REASON_" + reason)]
        scene.call(
            "gateway", "signaling", "partyline.v1.Signaling/Hangup", ["callId": "c1"],
            ["call": snapshot("ENDED", version: 3, bob: part)])
        expect(scene, .ended, sentence, weight: .outcome)
    }

    @Test("the callee was kicked by a login elsewhere")
    func kicked() {
        var scene = placed(bob: connectedBob())
        scene.call(
            "presence", "gateway", "partyline.v1.Gateway/Disconnect",
            ["sessionId": "s-bob", "cause": "SESSION_END_CAUSE_KICKED_OFFLINE"])
        expect(scene, .kicked, "bob's session on b1 was ended by a login on another device.", weight: .trouble)
    }

    // MARK: The bus

    @Test("the caller asked too often")
    func rateLimited() {
        var scene = TapScene()
        scene.add(phone: "alice", device: "a1")
        scene.call(
            "alice", "gateway", "partyline.v1.Signaling/Call", callBody,
            status: Proto.Status(code: .resourceExhausted, reason: .tooFrequent, retryAfterMs: 500))
        expect(
            scene, .rateLimited,
            "alice was refused Signaling/Call by gateway-1 for asking too often; try again after 500 ms.")
    }

    @Test("the request waited in the queue until its deadline")
    func deadlineInQueue() {
        var scene = TapScene()
        scene.lostCall(
            "gateway", "signaling", "partyline.v1.Signaling/Call", callBody, reaches: .serverReceive,
            drop: "bus_deadlines_in_queue_total")
        expect(
            scene, .deadlineInQueue,
            "Signaling/Call waited in signaling-1's queue until its deadline: the service is overloaded or blocked.")
    }

    @Test("a handler that hangs is told apart from a queue, and only the innermost call is blamed")
    func handlerHangs() {
        var scene = TapScene()
        scene.call(
            "gateway", "signaling", "partyline.v1.Signaling/Call", callBody,
            status: Proto.Status(code: .deadlineExceeded)
        ) { scene in
            scene.lostCall(
                "signaling", "presence", "partyline.v1.Presence/LookupUsers", ["userIds": ["bob"]],
                reaches: .handlerStart)
        }
        let causes = findings(scene).filter { $0.weight == .cause }
        #expect(
            causes.map(\.sentence) == [
                "Presence/LookupUsers to presence-1 got no answer within 500 ms: its handler has not answered."
            ])
    }

    @Test("a service that is down")
    func serviceDown() {
        var scene = TapScene()
        scene.add(phone: "alice", device: "a1")
        scene.call(
            "alice", "gateway", "partyline.v1.Signaling/Call", callBody,
            status: Proto.Status(code: .unavailable, reason: .neverSent, message: "no connection"))
        expect(
            scene, .serviceDown,
            "Signaling/Call: gateway-1 could not be reached (UNAVAILABLE, NEVER_SENT: no connection).")
    }

    @Test("a call that never left its process is told by what that process dropped")
    func neverSent() {
        var scene = TapScene()
        scene.lostCall(
            "signaling", "presence", "partyline.v1.Presence/LookupUsers", ["callId": "c1"], reaches: .clientSend)
        var drop = scene.records[0]
        drop.body = nil
        drop.event.point = .drop
        drop.event.drop = "bus_calls_never_sent_total"
        drop.event.shardKey = "c1"
        (drop.event.peerService, drop.event.peerInstance) = ("", "")
        let story = CallStory(StoryQuery("c1"), records: [drop], clocks: ClockMap())
        #expect(
            story.findings.map(\.sentence) == [
                "Presence/LookupUsers: presence could not be reached (UNAVAILABLE, NEVER_SENT)."
            ])
        #expect(story.steps.map(\.kind) == [.drop])
    }

    @Test("an attempt that failed is no cause once a later one came through")
    func laterSuccess() {
        var scene = TapScene()
        scene.call(
            "gateway", "signaling", "partyline.v1.Signaling/Call", callBody,
            status: Proto.Status(code: .unavailable, reason: .draining))
        let failed = scene.records
        scene.add("signaling", TapScene.Actor(service: "signaling", instance: "signaling-2", epoch: 8))
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Call", callBody, attempt: 2)
        let again = scene.records.dropFirst(failed.count).map { record in
            var record = record
            record.event.requestId = failed[0].event.requestId
            return record
        }
        let story = CallStory(StoryQuery("c1"), records: failed + again, clocks: ClockMap())
        #expect(
            story.findings.map { "\($0.weight) \($0.sentence)" } == [
                "trouble Signaling/Call of gateway-1 was refused by signaling-1: UNAVAILABLE, DRAINING. "
                    + "The service was shutting down.",
                "trouble Signaling/Call to signaling-2 needed 2 attempts.",
            ])
    }

    @Test("a request that was never answered says how far it came")
    func unanswered() {
        for (point, words) in [
            (Proto.TapPoint.clientSend, "sent, but not seen to arrive"),
            (.serverReceive, "arrived, but no handler took it"), (.handlerStart, "its handler has not answered"),
        ] {
            var scene = TapScene()
            scene.lostCall(
                "gateway", "signaling", "partyline.v1.Signaling/Call", callBody, reaches: point, cancels: false)
            expect(scene, .unanswered, "Signaling/Call to signaling-1 was never answered: \(words).", weight: .trouble)
        }
    }

    @Test("no media node takes the room")
    func mediaUnplaced() {
        var scene = TapScene()
        scene.add("media2", TapScene.Actor(service: "media", instance: "media-2", epoch: 12))
        for node in ["media", "media2"] {
            scene.call(
                "signaling", node, "partyline.v1.Media/CreateRoom", ["callId": "c1", "era": 1],
                status: Proto.Status(code: .resourceExhausted, reason: .capacity))
        }
        expect(
            scene, .mediaUnplaced,
            "No media node took the call's room (media-1: RESOURCE_EXHAUSTED, CAPACITY; media-2: RESOURCE_EXHAUSTED, CAPACITY)."
        )
    }

    @Test("a refusal is explained once, where it arose, not at every hop")
    func refusedOnce() {
        let refusal = Proto.Status(code: .failedPrecondition, reason: .callStateRefuses, message: "already in a call")
        let scene = placed(bob: connectedBob(), answer: [:], status: refusal)
        let causes = findings(scene).filter { $0.rule == .refused }
        #expect(
            causes.map(\.sentence) == [
                "Signaling/Call of alice was refused by signaling-1: FAILED_PRECONDITION, CALL_STATE_REFUSES: already in a "
                    + "call. The call, or the caller, is in no state for it: most often the caller is in another call."
            ])
    }

    @Test("a drop is told with its process and its cause")
    func dropped() {
        var scene = TapScene()
        scene.lostCall(
            "gateway", "signaling", "partyline.v1.Signaling/Call", callBody, reaches: .serverReceive,
            drop: "bus_queue_full_total", cancels: false)
        expect(scene, .dropped, "signaling-1 dropped Signaling/Call: queue full.", weight: .trouble)
    }

    @Test("retries are told")
    func retried() {
        var scene = TapScene()
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Call", callBody, attempt: 3)
        expect(scene, .retried, "Signaling/Call to signaling-1 needed 3 attempts.", weight: .trouble)
    }

    @Test("at level metadata there are no payloads, and the story says what that costs")
    func metadataOnly() {
        let records = TapScene.unreachableCallee().records.map { record in
            var record = record
            record.body = nil
            return record
        }
        let story = CallStory(StoryQuery("c1"), records: records, clocks: ClockMap())
        #expect(story.findings.isEmpty)
        #expect(
            story.notes == [
                "no payload was seen: without contents nothing is known of people, sessions and pushes"
            ])
    }

    @Test("text from the wire cannot write control characters into a sentence")
    func controlCharacters() {
        var scene = TapScene()
        scene.call(
            "gateway", "signaling", "partyline.v1.Signaling/Call", callBody,
            status: Proto.Status(code: .internal, message: "\u{1b}[2J"))
        #expect(findings(scene).allSatisfy { !$0.sentence.contains("\u{1b}") })
    }
}
