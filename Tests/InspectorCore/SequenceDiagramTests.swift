import InspectorCore
import Testing
import Wire

@Suite("a story as a picture")
struct SequenceDiagramTests {
    private func story(_ scene: TapScene, missed: MissedEvents = MissedEvents()) -> CallStory {
        CallStory(StoryQuery("c1"), records: scene.records, clocks: ClockMap(), missed: missed)
    }

    private func text(_ scene: TapScene, width: Int = 120, style: Style = .plain) -> String {
        SequenceDiagram(story(scene)).text(width: width, style: style).joined(separator: "\n")
    }

    @Test("a wide terminal has captions beside the arrows")
    func wide() {
        #expect(
            text(.unreachableCallee()) == """
                c1  2026-11-30T12:57:11.000100Z  2.78 ms
                alice = a1

                        ms    alice     gateway   presence   signaling    push
                                │          │          │          │          │
                     0.000      ├─────────▶│          │          │          │      Signaling/Call alice calls bob
                     0.020      │          ├────────────────────▶│          │      Signaling/Call alice calls bob
                     0.140      │          │          │◀─────────┤          │      Presence/LookupUsers bob
                     0.860      │          │          ├╌╌╌╌╌╌╌╌╌▶│          │      OK bob: no session
                                │          │          │          │          │        720 µs: net 200 µs, queue 20 µs, handler 500 µs
                     1.460      │          │◀╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤          │      OK v1 RINGING
                                │          │          │          │          │        1.44 ms: net 200 µs, queue 20 µs, handler 1.22 ms
                     1.960      │◀╌╌╌╌╌╌╌╌╌┤          │          │          │      OK v1 RINGING  1.96 ms: queue 20 µs, handler 1.94 ms
                     2.060      │          │          │          ├─────────▶│      Push/Ring rings bob
                     2.780      │          │          │          │◀╌╌╌╌╌╌╌╌╌┤      OK 0 devices
                                │          │          │          │          │        720 µs: net 200 µs, queue 20 µs, handler 500 µs

                what went wrong
                  ✗ bob was logged in on no device: only a push could ring there. (+0.140 ms)
                  ✗ Push knows no token of bob: there was no device it could wake. (+2.060 ms)
                """)
    }

    @Test("a narrow terminal has captions below the arrows, and no line is wider than asked")
    func narrow() {
        #expect(
            text(.unreachableCallee(), width: 60) == """
                c1  2026-11-30T12:57:11.000100Z  2.78 ms
                alice = a1

                        ms   alice   gateway presence signali…   push
                               │        │        │        │        │
                     0.000     ├───────▶│        │        │        │
                           Signaling/Call alice calls bob
                     0.020     │        ├────────────────▶│        │
                           Signaling/Call alice calls bob
                     0.140     │        │        │◀───────┤        │
                           Presence/LookupUsers bob
                     0.860     │        │        ├╌╌╌╌╌╌╌▶│        │
                           OK bob: no session
                             720 µs: net 200 µs, queue 20 µs, handler 500 µs
                     1.460     │        │◀╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤        │
                           OK v1 RINGING
                             1.44 ms: net 200 µs, queue 20 µs, handler 1.22
                             ms
                     1.960     │◀╌╌╌╌╌╌╌┤        │        │        │
                           OK v1 RINGING
                             1.96 ms: queue 20 µs, handler 1.94 ms
                     2.060     │        │        │        ├───────▶│
                           Push/Ring rings bob
                     2.780     │        │        │        │◀╌╌╌╌╌╌╌┤
                           OK 0 devices
                             720 µs: net 200 µs, queue 20 µs, handler 500 µs

                what went wrong
                  ✗ bob was logged in on no device: only a push could ring
                    there. (+0.140 ms)
                  ✗ Push knows no token of bob: there was no device it could
                    wake. (+2.060 ms)
                """)
        for width in [40, 60, 79, 80, 100, 133, 200] {
            for line in SequenceDiagram(story(.unreachableCallee())).text(width: width, style: .coloured) {
                #expect(TextLayout.width(line) <= width)
            }
        }
    }

    @Test("colours tell arrows, answers and causes apart")
    func coloured() {
        var scene = TapScene()
        scene.call(
            "gateway", "signaling", "partyline.v1.Signaling/Call", ["callId": "c1"],
            status: Proto.Status(code: .unavailable, reason: .draining), attempt: 2)
        #expect(
            text(scene, style: .coloured) == """
                \u{1b}[1mc1  2026-11-30T12:57:11.000000Z  720 µs\u{1b}[0m

                        ms \u{1b}[1;36m  gateway  \u{1b}[0m\u{1b}[1;36m signaling \u{1b}[0m
                                \u{1b}[2m│\u{1b}[0m          \u{1b}[2m│\u{1b}[0m
                \u{1b}[2m     0.000 \u{1b}[0m     \u{1b}[36m├─────────▶\u{1b}[0m\u{1b}[2m│\u{1b}[0m      \u{1b}[33mSignaling/Call (attempt 2)\u{1b}[0m
                \u{1b}[2m     0.720 \u{1b}[0m     \u{1b}[2m│\u{1b}[0m\u{1b}[1;31m◀╌╌╌╌╌╌╌╌╌┤\u{1b}[0m      \u{1b}[1;31mUNAVAILABLE, DRAINING\u{1b}[0m  \u{1b}[2m720 µs: net 200 µs, queue 20 µs, handler 500 µs\u{1b}[0m

                \u{1b}[1mwhat went wrong\u{1b}[0m
                  \u{1b}[1;31m✗\u{1b}[0m \u{1b}[1;31mSignaling/Call of gateway-1 was refused by signaling-1: UNAVAILABLE, DRAINING. The service was shutting down.\u{1b}[0m
                    \u{1b}[1;31m(+0.000 ms)\u{1b}[0m
                  \u{1b}[33m!\u{1b}[0m \u{1b}[33mSignaling/Call to signaling-1 needed 2 attempts. (+0.000 ms)\u{1b}[0m
                """)
    }

    @Test("Mermaid has the same arrows")
    func mermaid() {
        #expect(
            SequenceDiagram(story(.unreachableCallee())).mermaid() == """
                sequenceDiagram
                    actor L0 as alice
                    participant L1 as gateway
                    participant L2 as presence
                    participant L3 as signaling
                    participant L4 as push
                    L0->>L1: +0.000 ms Signaling/Call alice calls bob
                    L1->>L3: +0.020 ms Signaling/Call alice calls bob
                    L3->>L2: +0.140 ms Presence/LookupUsers bob
                    L2-->>L3: +0.860 ms OK bob: no session (720 µs: net 200 µs, queue 20 µs, handler 500 µs)
                    L3-->>L1: +1.460 ms OK v1 RINGING (1.44 ms: net 200 µs, queue 20 µs, handler 1.22 ms)
                    L1-->>L0: +1.960 ms OK v1 RINGING (1.96 ms: queue 20 µs, handler 1.94 ms)
                    L3->>L4: +2.060 ms Push/Ring rings bob
                    L4-->>L3: +2.780 ms OK 0 devices (720 µs: net 200 µs, queue 20 µs, handler 500 µs)
                    Note over L0,L4: bob was logged in on no device: only a push could ring there.
                    Note over L0,L4: Push knows no token of bob: there was no device it could wake.

                """)
    }

    @Test("Mermaid's own signs in a text are escaped, and a line stays one")
    func escaping() {
        var scene = TapScene()
        scene.call(
            "gateway", "signaling", "partyline.v1.Signaling/Call", ["callId": "c1"],
            status: Proto.Status(code: .internal, message: "a;b#c<d>\"e\"\nL0->>L1: %%{x}"))
        let text = SequenceDiagram(story(scene)).mermaid()
        #expect(text.contains("INTERNAL: a#59;b#35;c#lt;d#gt;#quot;e#quot;\\u{a}L0-#gt;#gt;L1: #37;#37;{x}"))
        #expect(text.split(separator: "\n").count == 6)
    }

    @Test("several instances of a service have numbers, and the legend says which is which")
    func instances() {
        var scene = TapScene()
        scene.add("signaling2", TapScene.Actor(service: "signaling", instance: "host-77", epoch: 9))
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Call", ["callId": "c1"])
        scene.call("gateway", "signaling2", "partyline.v1.Signaling/Hangup", ["callId": "c1"])
        let story = story(scene)
        #expect(story.lifelines.map(\.label) == ["gateway", "signaling#1", "signaling#2"])
        #expect(text(scene).contains("signaling#1 = host-77, signaling#2 = signaling-1"))
    }

    @Test("repeated traffic is one line with a count; one that fails among it stays visible")
    func folding() {
        var scene = TapScene()
        for number in 0..<20 {
            scene.wait(microseconds: 1_000_000)
            scene.call(
                "gateway", "signaling", "partyline.v1.Signaling/SetMediaState", ["callId": "c1"],
                status: Proto.Status(code: number == 12 ? .aborted : .ok))
        }
        let steps = story(scene).steps
        #expect(steps.map(\.kind) == [.folded, .request, .answer, .folded])
        #expect(steps.map(\.count) == [12, 1, 1, 7])
        #expect(text(scene).contains("Signaling/SetMediaState × 12  over 11.0 s, slowest 720 µs"))
    }

    @Test("two equal calls are told in full, the third makes them a fold")
    func shortRuns() {
        for (count, kinds) in [
            (2, [StoryStep.Kind.request, .answer, .request, .answer]), (3, [StoryStep.Kind.folded]),
        ] {
            var scene = TapScene()
            for _ in 0..<count {
                scene.call("gateway", "signaling", "partyline.v1.Signaling/SetMediaState", ["callId": "c1"])
            }
            #expect(story(scene).steps.map(\.kind) == kinds)
        }
    }

    @Test("levels on a stream fold, snapshots on it do not")
    func items() {
        var scene = TapScene()
        scene.add(phone: "bob", device: "b1")
        for number in 1...6 {
            let isSnapshot = number == 4
            let body: JSONValue =
                isSnapshot
                ? ["call": ["callId": "c1", "version": "2", "phase": "CALL_PHASE_ENDED"]] : ["activity": [:]]
            scene.item("gateway", "bob", "partyline.v1.Gateway/Events", body, request: 3, number: UInt32(number))
        }
        let steps = story(scene).steps
        #expect(steps.map(\.kind) == [.folded, .item, .folded])
        #expect(steps.map(\.count) == [3, 1, 2])
        #expect(steps[1].detail == "v2 ENDED")
    }

    @Test("an item that both ends saw is one arrow, with the time on the way")
    func itemOfBoth() {
        var scene = TapScene()
        scene.item("media", "signaling", "partyline.v1.Media/WatchRooms", ["callId": "c1"], request: 3, number: 1)
        let steps = story(scene).steps
        #expect(steps.map(\.kind) == [.item] && steps[0].timing.network == .microseconds(100))
    }

    @Test("cancels, drops, missing answers and restarts are marked on their lines")
    func marks() {
        var scene = TapScene()
        scene.lostCall(
            "gateway", "signaling", "partyline.v1.Signaling/Call", ["callId": "c1"], reaches: .serverReceive,
            drop: "bus_deadlines_in_queue_total")
        scene.lostCall(
            "gateway", "signaling", "partyline.v1.Signaling/Hangup", ["callId": "c1"], reaches: .clientSend,
            cancels: false)
        scene.add("signaling", TapScene.Actor(service: "signaling", instance: "signaling-1", epoch: 99))
        scene.call("gateway", "signaling", "partyline.v1.Signaling/Sync", ["callId": "c1"])
        #expect(
            story(scene).steps.map(\.kind) == [
                .request, .drop, .cancel, .request, .unanswered, .request, .note, .answer,
            ])
        let text = text(scene)
        #expect(text.contains("dropped Signaling/Call (deadlines in queue)"))
        #expect(text.contains("cancel Signaling/Call (deadline passed)"))
        #expect(text.contains("no answer: Signaling/Hangup sent, but not seen to arrive"))
        #expect(text.contains("started anew"))
    }

    @Test("events that are missing are said below the picture")
    func missing() {
        var missed = MissedEvents()
        var late = TapScene.unreachableCallee().records[0]
        late.event.sequence = 38
        missed.take(late)
        let lines = SequenceDiagram(story(.unreachableCallee(), missed: missed)).text(width: 100)
        #expect(lines.contains("note: 37 events missed at gateway-1"))
    }

    @Test("of nothing there is a sentence, no picture")
    func nothing() {
        let story = CallStory(StoryQuery("c\u{7}9"), records: [], clocks: ClockMap())
        #expect(SequenceDiagram(story).text() == ["nothing was seen of c\\u{7}9"])
        #expect(SequenceDiagram(story).mermaid() == "sequenceDiagram\n")
        #expect(SequenceDiagram(story).jsonLines().isEmpty)
    }

    @Test("every line of JSON has schema and type, and a step its times")
    func json() throws {
        let lines = try SequenceDiagram(story(.unreachableCallee())).jsonLines().map { try JSONValue(parsing: $0) }
        #expect(lines.allSatisfy { $0["schema"] == 1 && $0["type"]?.stringValue != nil })
        #expect(lines.filter { $0["type"] == "lifeline" }.count == 5)
        let answer = lines.first { $0["step"] == "answer" && $0["title"] == "Presence/LookupUsers" }
        #expect(answer?["total_us"] == 720 && answer?["handler_us"] == 500 && answer?["status"] == "ok")
        #expect(lines.filter { $0["type"] == "finding" }.map { $0["rule"] } == ["no_session", "no_push_token"])
    }

    @Test("a live story prints each step once, when nothing earlier is to be expected")
    func live() {
        let scene = TapScene.unreachableCallee()
        var live = LiveDiagram(width: 120, style: .plain, settling: .milliseconds(100))
        var lines: [String] = []
        var selector = StorySelector(StoryQuery("c1"))
        for record in scene.records {
            selector.take(record)
            let story = CallStory(selector.query, records: selector.records, clocks: ClockMap())
            lines += live.lines(of: story, at: record.arrivedAt)
        }
        #expect(lines.isEmpty)
        let story = CallStory(selector.query, records: selector.records, clocks: ClockMap())
        let end = scene.records[scene.records.count - 1].arrivedAt + .seconds(1)
        lines += live.lines(of: story, at: end)
        #expect(lines.filter { $0.contains("Signaling/Call") }.count == 2)
        #expect(lines.filter { $0.contains("alice  ") && $0.contains("push") }.count == 1)
        #expect(live.lines(of: story, at: end + .seconds(1)).isEmpty)
        #expect(live.summary(of: story).contains { $0.contains("no device it could wake") })
    }
}
