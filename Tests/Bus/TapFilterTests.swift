import CallModel
import TestSupport
import Testing
import Wire

@testable import Bus

@Suite("Tap filter") struct TapFilterTests {
    private static let id = "0123456789abcdef"

    private func parsed(_ options: String) -> TapFilter? {
        guard case .arming(_, let filter)? = TapTopic(Array("A\(Self.id)|\(options)".utf8)) else { return nil }
        return filter
    }

    @Test("what a subscriber wants survives the way through a topic, whatever is in it")
    func roundTrip() throws {
        var filter = TapFilter()
        filter.level = .contents
        filter.sampling = 16
        filter.bytesPerSecond = 5_000
        filter.longestPayload = 99
        filter.methods = ["v1.Push/", "a|b=c"]
        filter.shardKey = "5% | ö"
        filter.userID = "alice"
        filter.traceID = [UInt8](0..<16)
        filter.peer = "push"
        filter.showsControl = true
        filter.who = "eve"
        let id = try #require(TapID(Self.id))
        let topic = TapTopic.arming(id, filter)
        #expect(TapTopic(topic.bytes) == topic)
        #expect(TapTopic(TapTopic.events(id).bytes) == .events(id))
        #expect(parsed("") == TapFilter())
    }

    @Test("numbers beyond the bounds are brought to the nearest one; a later version's options are skipped")
    func bounds() {
        #expect(parsed("sample=0")?.sampling == 1)
        #expect(parsed("sample=1000001")?.sampling == 1_000_000)
        #expect(
            parsed("budget=1")?.bytesPerSecond == 1_000 && parsed("budget=100000001")?.bytesPerSecond == 100_000_000)
        #expect(parsed("cap=0")?.longestPayload == 0 && parsed("cap=65537")?.longestPayload == 65_536)
        #expect(parsed("colour=red|key=c")?.shardKey == "c")
        for nonsense in ["sample=", "sample=x", "level=all", "trace=00", "trace=zz", "key", "key=%g0", "key=%f"] {
            #expect(parsed(nonsense) == nil, "\(nonsense)")
        }
    }

    @Test("a topic of 199 bytes is taken, one of 200 is not, and a filter that long is refused where it is made")
    func longest() throws {
        let room = TapFilter.longestTopic - 1 - TapID.length - "|key=".utf8.count
        #expect(parsed("key=" + String(repeating: "k", count: room))?.shardKey.utf8.count == room)
        #expect(parsed("key=" + String(repeating: "k", count: room + 1)) == nil)
        let node = try makeClient()
        var filter = TapFilter()
        filter.shardKey = String(repeating: "k", count: room + 1)
        #expect(throws: TapError.filterTooLong) { _ = try node.tap(at: "tcp://127.0.0.1:1", filter) }
    }

    private func sighting(_ adjust: (inout TapSighting) -> Void = { _ in }) -> TapSighting {
        var sighting = TapSighting(
            .serverReceive, .request, requestID: 1, method: "partyline.v1.Push/Ring", traceID: [UInt8](0..<16),
            shardKey: "call-1", identity: Proto.ClientIdentity(userId: "alice"), peerService: "signaling",
            peerInstance: "signaling-2")
        adjust(&sighting)
        return sighting
    }

    @Test("every condition that is set must hold, and of several methods one")
    func conditions() throws {
        let all = "method=partyline.v1.Gateway/|method=partyline.v1.Push/|key=call-1|user=alice|peer=signaling"
        let filter = try #require(parsed(all + "|trace=000102030405060708090a0b0c0d0e0f"))
        #expect(filter.matches(sighting()))
        #expect(parsed("peer=signaling-2")?.matches(sighting()) == true)
        #expect(!filter.matches(sighting { $0.method = "partyline.v1.Media/CreateRoom" }))
        #expect(!filter.matches(sighting { $0.shardKey = "call-2" }))
        #expect(!filter.matches(sighting { $0.identity = nil }))
        #expect(!filter.matches(sighting { $0.peerService = "media" }))
        #expect(!filter.matches(sighting { $0.traceID[0] = 9 }))
    }

    @Test("control messages are shown when asked for; a dropped one always")
    func control() {
        for kind in [Proto.Kind.ping, .pong, .credit, .hello, .draining] {
            #expect(!TapFilter().matches(sighting { $0.kind = kind }))
            #expect(parsed("control=1")?.matches(sighting { $0.kind = kind }) == true)
        }
        #expect(TapFilter().matches(sighting { ($0.kind, $0.point) = (.ping, .drop) }))
        #expect(TapFilter().matches(sighting { $0.kind = .cancel }))
    }

    @Test("of N traces one is followed, the same one everywhere; what has no trace is shown")
    func sampling() throws {
        let filter = try #require(parsed("sample=8"))
        var random = TestSupport.SeededGenerator(seed: 7)
        let traces = (0..<8_000).map { _ in random.bytes(16) }
        let chosen = traces.filter { trace in filter.matches(sighting { $0.traceID = trace }) }
        #expect((800...1_200).contains(chosen.count), "seed 7: \(chosen.count) of 8,000")
        for trace in chosen.prefix(50) {
            // Another process, another point, another kind: the same choice.
            #expect(filter.matches(sighting { ($0.traceID, $0.point, $0.kind) = (trace, .clientReceive, .response) }))
        }
        #expect(filter.matches(sighting { $0.traceID = [] }))
    }

    @Test("a budget is spent, missed events are counted, and time gives it back up to one second's worth")
    func budget() throws {
        let start = MonotonicInstant.zero + .seconds(1_000)
        let id = try #require(TapID(Self.id))
        var filter = TapFilter()
        filter.bytesPerSecond = 1_000
        var subscription = TapSubscription(id, filter, who: "", now: start)
        let first = subscription.admit(now: start)
        subscription.spent(1_500)
        let inDebt = subscription.admit(now: start)
        let stillInDebt = subscription.admit(now: start + .milliseconds(400))
        #expect(first && !inDebt && !stillInDebt)
        #expect(subscription.dropped == 2 && subscription.sequence == 3)
        let paid = subscription.admit(now: start + .milliseconds(600))
        subscription.spent(10_000)
        let deepInDebt = subscription.admit(now: start + .milliseconds(601))
        #expect(paid && !deepInDebt)
        // A minute later there is one second's worth, not sixty.
        let later = subscription.admit(now: start + .seconds(60))
        subscription.spent(1_000)
        let again = subscription.admit(now: start + .seconds(60))
        #expect(later && !again)
        subscription.lost()
        #expect(subscription.dropped == 5 && subscription.sequence == 7)
    }

    @Test("who takes every call and has no budget left is known before an event is described; who chooses is asked")
    func spent() throws {
        let start = MonotonicInstant.zero + .seconds(1_000)
        let id = try #require(TapID(Self.id))
        var open = TapFilter()
        open.bytesPerSecond = 1_000
        #expect(open.takesEveryCall)
        var subscription = TapSubscription(id, open, who: "", now: start)
        let atFirst = subscription.isSpent(now: start)
        subscription.spent(1_500)
        let inDebt = subscription.isSpent(now: start)
        let paid = subscription.isSpent(now: start + .milliseconds(600))
        #expect(!atFirst && inDebt && !paid)
        #expect(subscription.sequence == 0 && subscription.dropped == 0, "asking costs nothing")
        for option in ["method=a", "key=k", "user=u", "peer=p", "sample=2", "trace=000102030405060708090a0b0c0d0e0f"] {
            let chooser = try #require(parsed(option + "|budget=1000"))
            var choosing = TapSubscription(id, chooser, who: "", now: start)
            choosing.spent(1_500)
            let isSpent = choosing.isSpent(now: start)
            #expect(!chooser.takesEveryCall && !isSpent, "\(option)")
        }
    }

    @Test("a tap that is bound everywhere is where its bus was reached")
    func reachable() {
        #expect(TapAddress.reachable("tcp://0.0.0.0:7203", besides: "tcp://10.0.0.7:7103") == "tcp://10.0.0.7:7203")
        #expect(TapAddress.reachable("tcp://[::]:7203", besides: "tcp://[fe80::1]:7103") == "tcp://[fe80::1]:7203")
        #expect(TapAddress.reachable("tcp://10.0.0.7:1", besides: "tcp://10.0.0.8:2") == "tcp://10.0.0.7:1")
        #expect(TapAddress.reachable("ipc:///run/x.tap", besides: "ipc:///run/x") == "ipc:///run/x.tap")
    }

    @Test("an automatic tap is beside its bus")
    func placement() {
        #expect(TapBind.automatic.endpoint(besides: "tcp://127.0.0.1:7103") == "tcp://127.0.0.1:7203")
        #expect(TapBind.automatic.endpoint(besides: "tcp://*:7103") == "tcp://*:7203")
        #expect(TapBind.automatic.endpoint(besides: "tcp://127.0.0.1:0") == "tcp://127.0.0.1:0")
        #expect(TapBind.automatic.endpoint(besides: "ipc:///run/x") == "ipc:///run/x.tap")
        #expect(TapBind.automatic.endpoint(besides: "tcp://127.0.0.1:65500") == nil)
        #expect(TapBind.off.endpoint(besides: "tcp://127.0.0.1:7103") == nil)
    }
}
