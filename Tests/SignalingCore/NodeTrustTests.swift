import CallModel
import SignalingCore
import Testing

@Suite("Giving media nodes up")
struct NodeTrustTests {
    private func at(_ milliseconds: Int) -> MonotonicInstant { .zero + .milliseconds(milliseconds) }

    @Test("one failed probe moves nothing, the second in a row does")
    func twoInARow() {
        var trust = NodeTrust()
        #expect(trust.failed(.unreachable, sent: at(0), now: at(700)) == false)
        #expect(trust.failed(.unreachable, sent: at(700), now: at(1_400)) == true)
        #expect(trust.failed(.unreachable, sent: at(3_000), now: at(3_700)) == true)
    }

    @Test("an answer in between forgives")
    func forgiven() {
        var trust = NodeTrust()
        #expect(trust.failed(.late, sent: at(0), now: at(700)) == false)
        trust.answered()
        #expect(trust.probeTime == NodeTrust.probeTime)
        #expect(trust.failed(.late, sent: at(800), now: at(1_500)) == false)
    }

    @Test("probes that overlapped say the same thing once")
    func overlapping() {
        var trust = NodeTrust()
        #expect(trust.failed(.unreachable, sent: at(0), now: at(700)) == false)
        #expect(trust.failed(.unreachable, sent: at(300), now: at(1_000)) == false)
        #expect(trust.failed(.unreachable, sent: at(700), now: at(1_400)) == true)
    }

    @Test("two refusals within 300 ms are one, whoever asked")
    func refusedTwice() {
        var trust = NodeTrust()
        #expect(trust.failed(.unreachable, sent: at(0), now: at(1)) == false)
        #expect(trust.failed(.unreachable, sent: at(2), now: at(3)) == false)
        #expect(trust.failed(.unreachable, sent: at(299), now: at(299)) == false)
        #expect(trust.failed(.unreachable, sent: at(300), now: at(301)) == true)
    }

    @Test("who is connected but late gets more time, and a dead node is still given up within 2.2 s")
    func patience() {
        var trust = NodeTrust()
        #expect(trust.probeTime == .milliseconds(700))
        _ = trust.failed(.late, sent: at(0), now: at(700))
        #expect(trust.probeTime == .milliseconds(1_400))
        trust.answered()
        _ = trust.failed(.unreachable, sent: at(0), now: at(700))
        #expect(trust.probeTime == .milliseconds(700))
    }
}
