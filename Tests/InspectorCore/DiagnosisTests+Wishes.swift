import InspectorCore
import Testing
import Wire

extension DiagnosisTests {
    @Test("one has blocked the other; the callee does not want to be disturbed, unless the caller got through")
    func wishes() {
        expect(
            placed(bob: ["userId": "bob", "exists": true, "isBlocked": true]), .blocked,
            "One of bob and the caller has blocked the other, so nothing rang.")
        let part: JSONValue = ["userId": "bob", "endReason": "END_REASON_NO_RESPONSE"]
        var quiet = placed(
            bob: ["userId": "bob", "exists": true, "isDoNotDisturb": true],
            answer: ["call": snapshot("ENDED", bob: part)])
        expect(quiet, .doNotDisturb, "bob does not want to be disturbed, so nothing rang.")
        #expect(!findings(quiet).contains { $0.rule == .ended }, "nothing rang that could have been answered")
        quiet.call("signaling", "push", "partyline.v1.Push/Ring", ["callId": "c1", "userId": "bob"])
        #expect(!findings(quiet).contains { $0.rule == .doNotDisturb })
    }
}
