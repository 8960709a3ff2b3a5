import CallModel
import Testing

@testable import SignalingCore
@testable import signaling

@Suite("What is known of media nodes") struct MediaNodesTests {
    private let node = MediaNode(endpoint: "tcp://127.0.0.1:1")
    private let other = MediaNode(endpoint: "tcp://127.0.0.1:2")

    private func call(_ version: UInt64, _ media: MediaPlacement) -> Call {
        let terms = CallTerms(inviterID: UserID("alice"), mediaKind: .audio, roomID: "c1", limits: CallLimits())
        var call = Call(id: CallID("c1"), terms: terms)
        (call.version, call.media) = (version, media)
        return call
    }

    @Test("a call whose end was told before its beginning is forgotten when the store does not have it on the node")
    func outOfOrder() async {
        let nodes = MediaNodes(endpoints: [node.endpoint])
        await nodes.note(call(6, .closed(era: 1)))
        await nodes.note(call(5, .placed(node: node, era: 1)))
        #expect(await nodes.calls(on: node) == [CallID("c1")])
        await nodes.forget([CallID("c1")], on: node)
        #expect(await nodes.hasRooms(node.endpoint) == false)
        #expect(await nodes.members(of: CallID("c1")) == nil)
    }

    @Test("a call that has moved on is kept where it is now")
    func moved() async {
        let nodes = MediaNodes(endpoints: [node.endpoint, other.endpoint])
        await nodes.note(call(5, .placed(node: node, era: 1)))
        await nodes.note(call(7, .placed(node: other, era: 2)))
        await nodes.forget([CallID("c1")], on: node)
        #expect(await nodes.calls(on: other) == [CallID("c1")])
        #expect(await nodes.members(of: CallID("c1"))?.era == 2)
    }
}
