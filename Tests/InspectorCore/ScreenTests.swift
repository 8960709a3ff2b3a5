import InspectorCore
import Testing
import Wire

@Suite("tables and screens")
struct ScreenTests {
    @Test("columns are as wide as their widest text, numbers stand right")
    func table() {
        var table = Table([.left("name"), .right("count")])
        table.add([Table.Cell("a"), Table.Cell("7")])
        table.add([Table.Cell("longer name"), Table.Cell("1234567")])
        #expect(
            table.lines(width: 80, style: .plain) == [
                "name           count", "a                  7", "longer name  1234567",
            ])
    }

    @Test("what does not fit is cut with an ellipsis, then columns go from the right; no line is too wide")
    func narrow() {
        var table = Table([.left("first"), .left("second"), .right("number")])
        table.add([Table.Cell("abcdefghijklmnop"), Table.Cell("abcdefghijkl"), Table.Cell("123456")])
        #expect(
            table.lines(width: 30, style: .plain)
                == ["first     second        number", "abcdefg…  abcdefghijkl  123456"])
        for width in 1...40 {
            for line in table.lines(width: width, style: .coloured) { #expect(TextLayout.width(line) <= width) }
        }
        #expect(table.lines(width: 9, style: .plain) == ["first", "abcdefg…"])
    }

    @Test("control characters of a cell are shown, not obeyed")
    func control() {
        var table = Table([.left("x")])
        table.add([Table.Cell("a\u{1b}[31m\u{202e}b")])
        #expect(table.lines(width: 80, style: .plain)[1] == "a\\u{1b}[31m\\u{202e}b")
    }

    @Test("text is wrapped between words, a word that is too long inside")
    func wrapping() {
        #expect(TextLayout.wrap("one two three", to: 7) == ["one two", "three"])
        #expect(TextLayout.wrap("abcdefgh ij", to: 3) == ["abc", "def", "gh", "ij"])
        #expect(TextLayout.wrap("", to: 5) == [""])
        #expect(TextLayout.width(Style.coloured(.bad, "abc")) == 3)
    }

    // MARK: top

    private func snapshot(_ count: Int = 3, second: Int = 0) -> TopScreen.Snapshot {
        var methods = MethodStatistics(slowest: 5)
        let now = MethodStatisticsTests.start + .seconds(second)
        for number in 0..<count {
            methods.take(
                MethodStatisticsTests.exchange(
                    "partyline.v1.Push/M\(number)", total: .milliseconds(number + 1),
                    status: number == 1 ? .unavailable : .ok),
                at: now)
        }
        return TopScreen.Snapshot(
            takenAt: now, targetCount: 5, connectedCount: 4, methods: methods, missed: MissedEvents(sampling: 2),
            eventRate: 1_234)
    }

    @Test("a frame fills the screen exactly, at every size")
    func size() {
        for width in [20, 61, 80, 200] {
            for height in [5, 12, 24, 60] {
                var screen = TopScreen()
                #expect(screen.frame(width: width, height: height, style: .coloured).count == height)
                screen.show(snapshot(50))
                let frame = screen.frame(width: width, height: height, style: .coloured)
                #expect(frame.count == height && frame.allSatisfy { TextLayout.width($0) <= width })
            }
        }
    }

    @Test("the header says how many processes answer, and what the numbers lack")
    func header() {
        var screen = TopScreen()
        screen.show(snapshot())
        let frame = screen.frame(width: 120, height: 24, style: .plain)
        #expect(frame[0].hasPrefix("zmqinspect top  12:57:11  4 of 5 processes  1234 events/s"))
        #expect(frame[1] == "note: only 1 call in 2 was sampled: counts are not totals")
        #expect(frame.contains("slowest"))
    }

    @Test("pause keeps the numbers, and going on shows the latest")
    func pause() {
        var screen = TopScreen()
        screen.show(snapshot())
        screen.press(.character("p"))
        screen.show(snapshot(second: 30))
        #expect(screen.frame(width: 120, height: 24, style: .plain)[0].contains("12:57:11"))
        #expect(screen.frame(width: 120, height: 24, style: .plain)[0].hasSuffix("PAUSED"))
        screen.press(.character(" "))
        #expect(screen.frame(width: 120, height: 24, style: .plain)[0].contains("12:57:41"))
    }

    @Test("keys sort, combine, scroll within bounds, and quit")
    func keys() {
        var screen = TopScreen()
        screen.show(snapshot(50))
        screen.press(.character("s"))
        #expect(screen.order == .count)
        screen.press(.character("i"))
        #expect(screen.isCombined)
        screen.press(.end)
        _ = screen.frame(width: 120, height: 24, style: .plain)
        #expect(screen.scroll > 0 && screen.scroll < 50)
        let last = screen.scroll
        screen.press(.down)
        _ = screen.frame(width: 120, height: 24, style: .plain)
        #expect(screen.scroll == last)
        for _ in 0..<60 { screen.press(.up) }
        #expect(screen.scroll == 0)
        screen.press(.character("q"))
        #expect(screen.wantsToQuit)
    }

    @Test("a filter is a word or an expression; a mistake is shown and can be mended")
    func filter() {
        var screen = TopScreen()
        screen.show(snapshot(5))
        func type(_ text: String) { for character in text { screen.press(.character(character)) } }
        func rows() -> Int {
            screen.frame(width: 160, height: 24, style: .plain).prefix { $0 != "" }.filter { $0.hasPrefix("Push/") }
                .count
        }
        #expect(rows() == 5)
        screen.press(.character("/"))
        type("M3")
        screen.press(.enter)
        #expect(rows() == 1)
        screen.press(.escape)
        #expect(rows() == 5 && screen.filter == nil)
        screen.press(.character("/"))
        type("latency > 3m")
        screen.press(.backspace)
        screen.press(.enter)
        #expect(
            screen.draft == "latency > 3" && screen.frame(width: 160, height: 24, style: .plain)[23].contains("50ms"))
        type("ms and status == ok")
        screen.press(.enter)
        #expect(screen.draft == nil && rows() == 2)
    }

    @Test("a digit opens one of the slowest exchanges, the same digit or escape closes it; the filter stays")
    func drillDown() {
        var screen = TopScreen()
        screen.show(snapshot(3))
        screen.press(.character("/"))
        for character in "M1" { screen.press(.character(character)) }
        screen.press(.enter)
        screen.press(.character("1"))
        let frame = screen.frame(width: 60, height: 24, style: .plain)
        #expect(frame.count == 24 && frame.allSatisfy { $0.count <= 60 })
        #expect(frame.contains("  handler started 12:57:11.000200  +100 µs"))
        #expect(frame.contains("  bytes           100 asked, 20 answered"))
        screen.press(.escape)
        #expect(screen.opened == nil && screen.filter != nil)
        screen.press(.character("2"))
        screen.press(.character("2"))
        #expect(screen.opened == nil)
        // There is no ninth one: the table stays.
        screen.press(.character("9"))
        #expect(screen.frame(width: 60, height: 24, style: .plain)[0].hasPrefix("zmqinspect top"))
    }

    // MARK: topology and drops

    private let answers: [Proto.StatsResponse] = {
        let push = Proto.PeerStats(
            service: "push", instance: "push-1", endpoint: "tcp://push:7104", isConnected: true, epoch: 4, rttUs: 180,
            state: "ready", lastEvent: "connected", lastEventAgoMs: 2_000, clockOffsetUs: -40)
        let lost = Proto.PeerStats(
            service: "media", endpoint: "tcp://media:7105", state: "resting", lastEvent: "connection refused")
        let joining = Proto.PeerStats(
            service: "presence", endpoint: "tcp://presence:7102", state: "joining", lastEvent: "connect timeout")
        let incoming = Proto.PeerStats(service: "signaling", instance: "signaling-1", isConnected: true, epoch: 3)
        return [
            Proto.StatsResponse(
                service: "push", instance: "push-1", version: "1.0", epoch: 4, uptimeMs: 60_000, peers: [incoming]),
            Proto.StatsResponse(
                service: "signaling", instance: "signaling-1", version: "1.0", epoch: 3, uptimeMs: 90_000,
                peers: [push, lost, joining], isEncrypted: true, queuedRequests: 3),
        ]
    }()

    @Test("a link that both ends tell of is one link, with the connecting side's numbers")
    func links() {
        let view = TopologyView(answers)
        #expect(view.processes.map(\.key.instance) == ["signaling-1", "push-1"])
        #expect(view.links.count == 3)
        #expect(view.links.filter { $0.to.instance == "push-1" }.map(\.peer.rttUs) == [180])
        #expect(TopologyView(answers.reversed()).links == view.links)
    }

    @Test(
        "what only the accepting side knows is added: what waits for its reader, streams without credit, what happened")
    func bothEnds() throws {
        var (connecting, accepting) = (answers[1], answers[0])
        connecting.peers[0].queuedBytes = 100
        accepting.peers[0].queuedBytes = 4_000
        (accepting.peers[0].streams, accepting.peers[0].creditBytes) = (2, -7)
        (accepting.peers[0].lastEvent, accepting.peers[0].lastEventAgoMs) = ("reads too slowly", 1_500)
        let view = TopologyView([connecting, accepting])
        let link = try #require(view.links.first { $0.to.instance == "push-1" })
        #expect(link.peer.queuedBytes == 4_100 && link.peer.rttUs == 180)
        #expect(link.peer.lastEvent == "reads too slowly")
        let line = try #require(
            view.text(width: 200, style: .plain).first { $0.contains("reads too slowly 1.50 s ago") })
        #expect(line.contains("none"))
        let json = try view.jsonLines().map { try JSONValue(parsing: $0) }.first { $0["to_instance"] == "push-1" }
        #expect(json?["streams"] == 2 && json?["credit_bytes"] == -7 && json?["queued_bytes"] == 4_100)
        // What both saw is told by the one who connected, and nothing is told of events that lie further back.
        accepting.peers[0].lastEventAgoMs = 2_500
        #expect(TopologyView([connecting, accepting]).links.contains { $0.peer.lastEvent == "connected" })
    }

    @Test("a pause before the next attempt, a name without an address and a clock that is off are told")
    func troubles() throws {
        var answer = answers[1]
        answer.peers[1].retryInMs = 1_200
        answer.peers[0].clockOffsetUs = -3_600_000_000
        answer.peers.append(
            Proto.PeerStats(
                service: "gateway", endpoint: "tcp://slow.test:7101", state: "resolving", lastEvent: "asked",
                lastEventAgoMs: 4_000))
        let view = TopologyView([answer])
        #expect(view.problems.contains("signaling-1 → tcp://slow.test:7101: resolving, asked"))
        #expect(view.problems.contains("signaling-1 → push-1: the clocks are 3600 s apart"))
        let text = view.text(width: 220, style: .plain)
        #expect(text.contains { $0.contains("connection refused") && $0.contains("again in 1.20 s") })
    }

    @Test("what is known beyond the cause of a drop goes wherever the drop is told")
    func details() throws {
        var record = TapRecord(Samples.full, from: "t", arrivedAt: .zero)
        (record.event.point, record.event.drop) = (.drop, "bus_queue_full_total")
        record.event.detail = "3 running, 40 waiting, 9 bytes"
        #expect(LineText(style: .plain).line(record).contains("dropped queue full (3 running, 40 waiting, 9 bytes)"))
        let message = DropsView.Message(record)
        #expect(message.detail == "3 running, 40 waiting, 9 bytes" && message.cause == "bus_queue_full_total")
    }

    @Test("what carries nothing is told first to who asks for problems")
    func problems() {
        let view = TopologyView(answers, silent: [TopologyView.Silent(target: "tcp://x:1", cause: "no answer in time")])
        #expect(
            view.problems == [
                "tcp://x:1 does not answer: no answer in time",
                "signaling-1 → tcp://media:7105: resting, connection refused",
                "signaling-1 → tcp://presence:7102: joining, connect timeout",
            ])
    }

    @Test("a topology is text, a Mermaid flowchart and lines of JSON")
    func forms() throws {
        let view = TopologyView(answers)
        let lines = view.text(width: 160, style: .plain)
        #expect(lines[0].hasPrefix("process") && lines[1].hasPrefix("signaling-1"))
        #expect(
            view.mermaid() == """
                flowchart LR
                    P0["signaling signaling-1"]
                    P1["push push-1"]
                    P0 -.->|"resting"| E0["tcp://media:7105"]
                    P0 -.->|"joining"| E1["tcp://presence:7102"]
                    P0 -->|"ready 180 µs"| P1

                """)
        let json = try view.jsonLines().map { try JSONValue(parsing: $0) }
        #expect(json.map { $0["type"] } == ["process", "process", "link", "link", "link"])
        #expect(json[4]["rtt_us"] == 180 && json[4]["clock_offset_us"] == -40)
    }

    @Test("a process that did not answer, but that others are connected with, is shown as not asked")
    func unasked() {
        let view = TopologyView([answers[1]])
        #expect(view.processes.filter { $0.stats == nil }.map(\.key.instance) == ["push-1"])
        #expect(view.text(width: 160, style: .plain).contains { $0.contains("not asked") })
    }

    @Test("drops are counted by process and cause with their meaning, messages come latest first")
    func drops() throws {
        var view = DropsView()
        #expect(view.text(at: .zero, width: 80, style: .plain) == ["nothing was dropped"])
        let now = MethodStatisticsTests.start
        view.add(
            Proto.DropsResponse(
                service: "signaling", instance: "signaling-1",
                causes: [Proto.Counter(name: "bus_queue_full_total", value: 3)],
                messages: [
                    Proto.DroppedMessage(
                        cause: "bus_queue_full_total", agoMs: 5_000, method: "partyline.v1.Signaling/Call",
                        shardKey: "c1", peerService: "gateway", peerInstance: "gateway-1"),
                    Proto.DroppedMessage(cause: "bus_queue_full_total", agoMs: 1_000),
                ]), askedAt: now)
        #expect(view.total == 3)
        let lines = view.text(at: now, width: 200, style: .plain)
        #expect(lines[1].hasPrefix("signaling-1  queue full      3  more requests came than are admitted"))
        #expect(
            lines[4].hasPrefix("1.00 s")
                && lines[5].hasPrefix("5.00 s  signaling-1  queue full  Signaling/Call  gateway-1  c1"))
        let json = try view.jsonLines().map { try JSONValue(parsing: $0) }
        #expect(json.map { $0["type"] } == ["drop_count", "drop", "drop"])
    }

    @Test("one line tells an event, another an exchange")
    func lines() {
        let scene = TapScene.unreachableCallee()
        let text = LineText(style: .plain)
        #expect(
            text.line(scene.records[0])
                == "12:57:11.000100 gateway-1 ← client/a1 request Signaling/Call alice calls bob (71 B, 5000 ms left)")
        var table = ExchangeTable()
        for record in scene.records { table.take(record) }
        let ring = (table.takeFinished() + table.finishAll()).first { $0.shortMethod == "Push/Ring" }!
        #expect(
            text.line(ring)
                == "12:57:11.002160 signaling-1 → push-1 Push/Ring rings bob OK 0 devices 720 µs: net 200 µs, queue 20 µs, handler 500 µs"
        )
    }
}
