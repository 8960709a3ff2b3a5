import InspectorCore
import Testing
import Wire

@Suite("several clocks, one timeline")
struct TimelineTests {
    private func exchanges(_ scene: TapScene) -> [Exchange] {
        var table = ExchangeTable()
        for record in scene.records { table.take(record) }
        return (table.takeFinished() + table.finishAll()).sorted { $0.id < $1.id }
    }

    @Test("a measured clock gives the way there and the way back apart")
    func directions() {
        var scene = TapScene()
        scene.setClock(of: "push", to: 40_000)
        scene.call(
            "signaling", "push", "partyline.v1.Push/Ring",
            costs: TapScene.Costs(out: 150, queue: 40, handler: 700, back: 250))
        var clocks = ClockMap()
        for record in scene.records { clocks.observe(record) }
        clocks.take(
            ClockReading(
                process: scene.process("push"), offset: .microseconds(40_000), roundTrip: .microseconds(80),
                takenAt: .zero))
        clocks.take(
            ClockReading(
                process: scene.process("signaling"), offset: .zero, roundTrip: .microseconds(60), takenAt: .zero))
        let all = exchanges(scene)
        let points = Timeline(all, clocks: clocks).points(of: all[0])
        #expect(points.networkOut == .microseconds(150) && points.networkBack == .microseconds(250))
        #expect(points.uncertainty == .microseconds(40) && !points.isClamped)
    }

    @Test("a clock nobody measured is moved as a whole, so that no reply comes before its request, and it is said")
    func shift() {
        var scene = TapScene()
        scene.setClock(of: "push", to: -5_000)
        scene.call("signaling", "push", "partyline.v1.Push/Ring") { scene in
            scene.call("push", "presence", "partyline.v1.Presence/LookupUsers")
        }
        let all = exchanges(scene)
        let timeline = Timeline(all, clocks: ClockMap())
        #expect(timeline.shifts == [scene.process("push"): .microseconds(4_900)])
        for exchange in all {
            let points = timeline.points(of: exchange)
            let order = [
                points.clientSend, points.serverReceive, points.handlerStart, points.serverSend, points.clientReceive,
            ]
            .compactMap { $0 }
            #expect(order == order.sorted() && order.count == 5)
        }
        // The inner call still lies within the outer one's handler.
        let (outer, inner) = (timeline.points(of: all[0]), timeline.points(of: all[1]))
        #expect(outer.handlerStart! <= inner.clientSend! && inner.clientReceive! <= outer.serverSend!)
        let story = CallStory(StoryQuery("x"), records: scene.records, clocks: ClockMap())
        #expect(story.notes == ["push-1 was moved by +4.90 ms so that no answer comes before its request"])
    }

    @Test("what no shift can mend is squeezed, and marked")
    func clamp() {
        var scene = TapScene()
        scene.call("signaling", "push", "partyline.v1.Push/Ring")
        scene.call("signaling", "push", "partyline.v1.Push/Ring")
        // Two exchanges that contradict each other: the second one's server is an hour ahead.
        let broken = scene.records.enumerated().map { index, record in
            var record = record
            if index >= 5, record.event.service == "push" { record.event.monotonicNs += 3_600_000_000_000 }
            return record
        }
        var table = ExchangeTable()
        for record in broken { table.take(record) }
        let all = (table.takeFinished() + table.finishAll()).sorted { $0.id < $1.id }
        var clocks = ClockMap()
        clocks.observe(broken[1])
        let timeline = Timeline(all, clocks: clocks)
        #expect(all.contains { timeline.points(of: $0).isClamped })
        for exchange in all {
            let points = timeline.points(of: exchange)
            #expect(points.clientSend! <= points.serverReceive! && points.serverSend! <= points.clientReceive!)
        }
    }
}
