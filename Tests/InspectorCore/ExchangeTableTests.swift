import InspectorCore
import TestSupport
import Testing
import Wire

@Suite("pairing what taps saw")
struct ExchangeTableTests {
    private func joined(_ records: [TapRecord], limits: ExchangeTable.Limits = ExchangeTable.Limits()) -> [Exchange] {
        var table = ExchangeTable(limits: limits)
        for record in records { table.take(record) }
        return (table.takeFinished() + table.finishAll()).sorted { $0.id < $1.id }
    }

    private func oneCall() -> [TapRecord] {
        var scene = TapScene()
        scene.call(
            "signaling", "push", "partyline.v1.Push/Ring", ["callId": "c1"], ["deviceCount": 2],
            costs: TapScene.Costs(out: 150, queue: 40, handler: 700, back: 250))
        return scene.records
    }

    @Test("five points give network, queue and handler time, whatever order they arrive in")
    func fivePoints() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let exchanges = joined(oneCall().shuffled(using: &generator))
            #expect(exchanges.count == 1, "seed \(seed)")
            let exchange = exchanges[0]
            #expect(exchange.isComplete && exchange.state == .ended, "seed \(seed)")
            #expect(exchange.total == .microseconds(1_140))
            #expect(exchange.network == .microseconds(400))
            #expect(exchange.queue == .microseconds(40))
            #expect(exchange.handler == .microseconds(700))
            #expect(exchange.client.instance == "signaling-1" && exchange.server.instance == "push-1")
            #expect(exchange.request?["callId"] == "c1" && exchange.response?["deviceCount"] == 2)
        }
    }

    @Test("without spans the caller's instance and the request number pair it")
    func withoutSpans() {
        let bare = oneCall().map { record in
            var record = record
            record.event.spanId = []
            return record
        }
        #expect(joined(bare).map(\.isComplete) == [true])
    }

    @Test("one end alone is an exchange too")
    func oneEnd() {
        let records = oneCall()
        let client = joined(records.filter { $0.event.service == "signaling" })
        #expect(client.map(\.state) == [.ended])
        #expect(client[0].total == .microseconds(1_140) && client[0].network == nil)
        let server = joined(records.filter { $0.event.service == "push" })
        #expect(server.map(\.state) == [.ended])
        #expect(server[0].total == nil && server[0].atServer == .microseconds(740))
    }

    @Test("a request that nobody answers is an orphan after the horizon, not before")
    func orphanRequest() {
        var limits = ExchangeTable.Limits()
        limits.horizon = .seconds(10)
        var table = ExchangeTable(limits: limits)
        var scene = TapScene()
        scene.lostCall("signaling", "push", "partyline.v1.Push/Ring", reaches: .serverReceive, cancels: false)
        for record in scene.records { table.take(record) }
        let last = scene.records[scene.records.count - 1].arrivedAt
        table.advance(to: last + .milliseconds(9_999))
        #expect(table.takeFinished().isEmpty)
        table.advance(to: last + .seconds(10))
        #expect(table.takeFinished().map(\.state) == [.orphanRequest])
        #expect(table.openCount == 0)
    }

    @Test("a request with a longer deadline is waited for until that is over")
    func longDeadline() {
        var limits = ExchangeTable.Limits()
        limits.horizon = .seconds(1)
        var table = ExchangeTable(limits: limits)
        var scene = TapScene()
        scene.lostCall(
            "signaling", "push", "partyline.v1.Push/Ring", deadline: 30_000, reaches: .clientSend, cancels: false)
        table.take(scene.records[0])
        let sent = scene.records[0].arrivedAt
        table.advance(to: sent + .milliseconds(31_999))
        #expect(table.openCount == 1)
        table.advance(to: sent + .seconds(33))
        #expect(table.takeFinished().map(\.state) == [.orphanRequest])
    }

    @Test("an answer without a request is an orphan reply")
    func orphanReply() {
        let exchanges = joined(oneCall().filter { $0.event.kind == .response })
        #expect(exchanges.map(\.state) == [.orphanReply])
    }

    @Test("the missing points of an ended exchange are waited for, then it is let go without them")
    func settling() {
        var table = ExchangeTable()
        let records = oneCall().filter { $0.event.service == "signaling" }
        for record in records { table.take(record) }
        #expect(table.takeFinished().isEmpty)
        table.advance(to: records[1].arrivedAt + .milliseconds(400))
        #expect(table.takeFinished().count == 1)
    }

    @Test("attempts of one call are linked, each an exchange of its own")
    func retries() {
        var first = TapScene()
        first.add("push", TapScene.Actor(service: "push", instance: "push-1", epoch: 4))
        first.call(
            "signaling", "push", "partyline.v1.Push/Ring", status: Proto.Status(code: .unavailable, reason: .draining))
        let failed = first.records
        first.add("push", TapScene.Actor(service: "push", instance: "push-2", epoch: 5))
        first.call("signaling", "push", "partyline.v1.Push/Ring", attempt: 2)
        // The request keeps its number and its span over the attempts.
        let again = first.records.dropFirst(failed.count).map { record in
            var record = record
            record.event.requestId = failed[0].event.requestId
            record.event.spanId = failed[0].event.spanId
            return record
        }
        var table = ExchangeTable()
        for record in failed + again { table.take(record) }
        let exchanges = (table.takeFinished() + table.finishAll()).sorted { $0.id < $1.id }
        #expect(exchanges.map(\.attempt) == [1, 2])
        #expect(exchanges.map(\.server.instance) == ["push-1", "push-2"])
        #expect(exchanges.map { $0.status?.code } == [.unavailable, .ok])
        #expect(Set(exchanges.map(\.call)).count == 1)
    }

    @Test(
        "clients that number their requests alike are kept apart; a login's answer finds its request, though the device got its name in between"
    )
    func clients() throws {
        var scene = TapScene()
        for user in ["alice", "bob"] { scene.add(phone: user, device: "phone") }
        scene.call("alice", "gateway", "partyline.v1.Signaling/Sync")
        scene.call("bob", "gateway", "partyline.v1.Signaling/Sync")
        let alike = scene.records.map { record in
            var record = record
            (record.event.requestId, record.event.spanId) = (1, [])
            return record
        }
        let interleaved = [0, 3, 1, 4, 2, 5].map { alike[$0] }
        let exchanges = joined(interleaved)
        #expect(exchanges.map { $0.identity?.userId } == ["alice", "bob"])
        #expect(exchanges.allSatisfy { $0.serverReceive != nil && $0.serverSend != nil })

        var login = TapScene()
        login.add(phone: "alice", device: "phone")
        login.call("alice", "gateway", "partyline.v1.Gateway/Login", ["userId": "alice"])
        let named = login.records.map { record in
            var record = record
            guard record.event.point != .serverSend else { return record }
            (record.event.identity, record.event.peerInstance) = (nil, "connection 5")
            return record
        }
        #expect(joined(named).map(\.state) == [.ended])
    }

    @Test("a call that its process gives up is ended by that, even if it never left")
    func givenUp() throws {
        var drop = Proto.TapEvent(
            point: .drop, kind: .request, requestId: 7, method: "partyline.v1.Presence/LookupUsers",
            spanId: [1, 2, 3, 4, 5, 6, 7, 8], service: "signaling", instance: "signaling-1", epoch: 3)
        for (counter, code, reason) in [
            ("bus_calls_never_sent_total", Proto.StatusCode.unavailable, Proto.Reason.neverSent),
            ("bus_calls_lost_with_peer_total", .unavailable, .peerLost),
            ("bus_calls_unanswered_in_time_total", .deadlineExceeded, .none),
        ] {
            drop.drop = counter
            let exchange = try #require(joined([TapRecord(drop, from: "t", arrivedAt: .zero)]).first)
            #expect(exchange.state == .ended && exchange.status?.code == code && exchange.status?.reason == reason)
            #expect(exchange.serverName == "presence" && exchange.client.instance == "signaling-1")
        }
    }

    @Test("an attempt that is sent while the first one is still open belongs to the same call")
    func linkedAttempts() {
        var scene = TapScene()
        scene.lostCall("signaling", "push", "partyline.v1.Push/Ring", reaches: .clientSend, cancels: false)
        var second = scene.records[0]
        second.event.attempt = 2
        second.event.spanId = [9, 9, 9, 9, 9, 9, 9, 9]
        let exchanges = joined(scene.records + [second])
        #expect(exchanges.map(\.attempt) == [1, 2])
        #expect(Set(exchanges.map(\.call)).count == 1)
    }

    @Test("a cancel ends an exchange, and tells whether its time was over")
    func cancel() {
        var scene = TapScene()
        scene.lostCall("signaling", "push", "partyline.v1.Push/Ring", deadline: 500, reaches: .serverReceive)
        let exchange = joined(scene.records)[0]
        #expect(exchange.cancelled != nil && exchange.state == .ended && exchange.hasRunOutOfTime)
        #expect(exchange.isFailure)
    }

    @Test("items of a stream are counted once, though both ends show them")
    func items() {
        var scene = TapScene()
        for number in 1...5 {
            scene.item(
                "media", "signaling", "partyline.v1.Media/WatchRooms", ["callId": "c"], request: 9,
                number: UInt32(number))
        }
        let exchange = joined(scene.records)[0]
        #expect(exchange.itemCount == 5 && exchange.isStream && exchange.state == .open)
        #expect(exchange.itemBytes == 5 * 14)
    }

    @Test("a drop is attached to its exchange; one of nobody's waits to be taken, up to a limit")
    func drops() {
        var limits = ExchangeTable.Limits()
        limits.looseDrops = 2
        var table = ExchangeTable(limits: limits)
        var scene = TapScene()
        scene.lostCall(
            "signaling", "push", "partyline.v1.Push/Ring", reaches: .serverReceive, drop: "bus_queue_full_total")
        for record in scene.records { table.take(record) }
        var loose = scene.records.filter { $0.event.point == .drop }[0]
        (loose.event.requestId, loose.event.spanId) = (0, [])
        for _ in 0..<3 { table.take(loose) }
        #expect(table.takeLooseDrops().count == 2 && table.looseDropsLost == 1)
        #expect(table.finishAll().map { $0.drops.map(\.cause) } == [["bus_queue_full_total"]])
    }

    @Test("at its limit the table keeps every exchange, past it the quietest is let go and counted")
    func limit() {
        var limits = ExchangeTable.Limits()
        limits.open = 10
        var table = ExchangeTable(limits: limits)
        var scene = TapScene()
        for _ in 0..<10 {
            scene.lostCall(
                "signaling", "push", "partyline.v1.Push/Ring", deadline: 100, reaches: .clientSend, cancels: false)
        }
        for record in scene.records { table.take(record) }
        #expect(table.openCount == 10 && table.evictedTotal == 0)
        // The first one is heard of again, so the second one is the quietest.
        var touched = scene.records[0]
        (touched.event.point, touched.event.service, touched.event.instance) = (.serverReceive, "push", "push-1")
        (touched.event.epoch, touched.event.peerService, touched.event.peerInstance) = (4, "signaling", "signaling-1")
        touched.arrivedAt = scene.records[9].arrivedAt
        table.take(touched)
        scene.lostCall(
            "signaling", "push", "partyline.v1.Push/Ring", deadline: 100, reaches: .clientSend, cancels: false)
        table.take(scene.records[10])
        #expect(table.openCount == 10 && table.evictedTotal == 1)
        let evicted = table.takeFinished()
        #expect(evicted.map(\.state) == [.evicted])
        #expect(evicted.map(\.requestID) == [scene.records[1].event.requestId])
    }

    @Test("keepalive and greetings are nobody's exchange")
    func control() {
        let events = [Proto.Kind.ping, .pong, .hello, .draining].map { kind in
            Proto.TapEvent(point: .clientSend, kind: kind, requestId: 3, service: "a", instance: "a-1", epoch: 1)
        }
        #expect(joined(events.map { TapRecord($0, from: "t", arrivedAt: .zero) }).isEmpty)
    }

    @Test("two processes that use the same request number are kept apart, and so are two runs of one")
    func sameNumbers() {
        var scene = TapScene()
        scene.add("push2", TapScene.Actor(service: "push", instance: "push-2", epoch: 9))
        scene.lostCall(
            "signaling", "presence", "partyline.v1.Presence/LookupUsers", reaches: .clientSend, cancels: false)
        var other = scene.records[0]
        (other.event.instance, other.event.epoch, other.event.spanId) = ("push-2", 9, [])
        var restarted = scene.records[0]
        (restarted.event.epoch, restarted.event.spanId) = (77, [])
        #expect(joined([scene.records[0], other, restarted]).count == 3)
    }
}
