import CallClientCore
import CallModel
import Testing

private let call = CallID("call-1")
private let alice = UserID("alice")
private let bob = UserID("bob")
private func isCall(_ request: Request) -> Bool { if case .call = request { true } else { false } }
private func isHangup(_ request: Request) -> Bool { if case .hangup = request { true } else { false } }
private func isAccept(_ request: Request) -> Bool { if case .accept = request { true } else { false } }
private func isJoinMedia(_ request: Request) -> Bool { if case .joinMedia = request { true } else { false } }

@Suite("Calls: placing")
struct CallPlacingTests {
    @Test("a call that the server took is told as started, after the state that shows it, and its command succeeds")
    func started() {
        let bench = ClientBench.calling()
        #expect(bench.notices == [.started(call, .audio)])
        #expect(bench.tale == ["state waiting", "started"])
        #expect(bench.result(Ticket(1)) == .some(nil))
        #expect(bench.overviews.last?.call?.callID == call)
    }

    @Test("a refused call fails its command and leaves the client idle without an event")
    func refused() {
        var bench = ClientBench.online()
        let ticket = bench.command(.call(call, participants: [bob], .audio, CallParameters()))
        let failure = RequestFailure(status: 5, reason: 20003)
        bench.give(.failed(bench.last(isCall)!.0, failure))
        #expect(bench.result(ticket) == failure)
        #expect(bench.notices.isEmpty)
        #expect(bench.core.desk.isIdle)
    }

    @Test("a busy callee is told as started and ended at once")
    func busy() {
        var bench = ClientBench.online()
        bench.command(.call(call, participants: [bob], .audio, CallParameters()))
        bench.give(
            .answered(
                bench.last(isCall)!.0,
                .call(.sample(phase: .ended, own: .none, reason: .lineBusy, by: "bob", bench: bench))))
        #expect(bench.notices == [.started(call, .audio), .ended(call, .audio, .lineBusy, by: bob)])
    }

    @Test("what the client refuses by itself carries the public numbers")
    func refusedLocally() {
        var bench = ClientBench()
        func code(_ command: CallCommand) -> Int? {
            var copy = bench
            let ticket = copy.command(command)
            return copy.result(ticket)??.publicCode
        }
        #expect(code(.accept) == -1201)
        bench = .online()
        #expect(code(.accept) == -1203)
        #expect(code(.reject) == -1203)
        #expect(code(.hangup) == -1203)
        #expect(code(.invite([bob], CallParameters())) == -1203)
        #expect(code(.call(call, participants: [], .audio, CallParameters())) == -1202)
        #expect(code(.call(call, participants: [alice], .audio, CallParameters())) == -1202)
        #expect(code(.call(call, participants: [UserID("a b")], .audio, CallParameters())) == -1202)
        #expect(code(.call(call, participants: [bob], .audio, CallParameters(ringTime: .seconds(9)))) == -1202)
        bench = .calling()
        #expect(code(.call(CallID("other"), participants: [bob], .audio, CallParameters())) == -1203)
        #expect(code(.join(CallID("other"))) == -1203)
        #expect(code(.accept) == -1203, "one cannot accept one's own call")
    }

    @Test("a call placed while there is no connection leaves on the next one, under the same id")
    func offline() {
        var bench = ClientBench.online()
        bench.loseConnection()
        bench.command(.call(call, participants: [bob], .audio, CallParameters()))
        #expect(bench.sent.isEmpty)
        bench.reconnect()
        #expect(bench.sent.map(\.1).contains(.call(call, participants: [bob], .audio, CallParameters())))
    }

    @Test("a hang-up while the call is being placed wins, also over the answer that comes later")
    func hangupWins() {
        var bench = ClientBench.online()
        let placing = bench.command(.call(call, participants: [bob], .audio, CallParameters()))
        let request = bench.last(isCall)!.0
        let hangup = bench.command(.hangup)
        #expect(bench.result(hangup) == .some(nil))
        #expect(bench.result(placing)??.publicCode == -1203)
        bench.sent = []
        bench.give(.answered(request, .call(.sample(bench: bench))))
        #expect(bench.notices.isEmpty)
        #expect(bench.sent.map(\.1) == [.hangup(call)])
        #expect(bench.core.desk.isIdle)
    }

    @Test("when both sides call each other, the call of the two that the server keeps is told as started, once")
    func merged() {
        var bench = ClientBench.online()
        bench.command(.call(call, participants: [bob], .audio, CallParameters()))
        bench.give(.snapshot(.sample("call-b", inviter: "bob", invitees: ["alice"], bench: bench)))
        #expect(bench.notices.isEmpty, "it may yet be merged")
        bench.give(
            .answered(
                bench.last(isCall)!.0,
                .call(
                    .sample(
                        "call-b", version: 2, inviter: "bob", invitees: ["alice"], phase: .connected, own: .accept,
                        bench: bench, connected: bench.serverTime, era: 1))))
        #expect(bench.notices == [.started(CallID("call-b"), .audio)])
        #expect(bench.result(Ticket(1)) == .some(nil))
        #expect(bench.overviews.last?.ownStatus == .accept)
    }

    @Test(
        "when both sides call each other and the call of the two is over by the time the answer comes, nobody is in a call"
    )
    func mergedTooLate() {
        var bench = ClientBench.online()
        let placing = bench.command(.call(call, participants: [bob], .audio, CallParameters()))
        bench.give(.snapshot(.sample("call-b", inviter: "bob", invitees: ["alice"], bench: bench)))
        let over = CallSnapshot.sample(
            "call-b", version: 3, inviter: "bob", invitees: ["alice"], phase: .ended, own: .none, reason: .hangup,
            by: "bob", bench: bench)
        bench.give(.snapshot(over))
        bench.give(.answered(bench.last(isCall)!.0, .call(over)))
        #expect(bench.result(placing)??.publicCode == RequestFailure.invitationOver.publicCode)
        #expect(bench.core.desk.isIdle)
        // A line that is stuck would refuse it.
        let again = bench.command(.call(CallID("call-2"), participants: [bob], .audio, CallParameters()))
        bench.give(.answered(bench.last(isCall)!.0, .call(.sample("call-2", bench: bench))))
        #expect(bench.result(again) == .some(nil))
    }
}

@Suite("Calls: being called")
struct CallReceivingTests {
    @Test("a ring is told once, acknowledged as alerting, and repeated or older snapshots change nothing")
    func rings() {
        var bench = ClientBench.ringing()
        bench.give(.snapshot(.sample(bench: bench)))
        bench.give(.snapshot(.sample(version: 0, bench: bench)))
        #expect(bench.notices == [.received(call, .audio, userData: "data")])
        #expect(bench.sent.map(\.1) == [.acknowledge(call, version: 1, .alerting)])
    }

    @Test("an end that overtakes its ring leaves the device silent")
    func endBeforeRing() {
        var bench = ClientBench.online("bob")
        bench.give(
            .snapshot(.sample(version: 2, phase: .ended, own: .none, reason: .canceled, by: "alice", bench: bench)))
        bench.give(.snapshot(.sample(bench: bench)))
        #expect(bench.notices.isEmpty)
    }

    @Test("a ring that arrives after its deadline stays silent")
    func staleRing() {
        var bench = ClientBench.online("bob")
        bench.give(.snapshot(.sample(bench: bench, ring: .seconds(-1))))
        #expect(bench.notices.isEmpty)
        #expect(bench.sent.isEmpty)
    }

    @Test("without any word from the server a ring ends by itself 2 s after its deadline, as not answered")
    func ringEndsByItself() {
        var bench = ClientBench.ringing()
        bench.loseConnection()
        bench.timers = bench.timers.filter { if case .call = $0.key { true } else { false } }
        bench.advance(by: .milliseconds(31_999))
        #expect(bench.notices.count == 1)
        bench.advance(by: .milliseconds(1))
        #expect(bench.notices.last == .ended(call, .audio, .noResponse, by: bob))
    }

    @Test("an accept without a connection is kept and delivered on the next one")
    func acceptOffline() {
        var bench = ClientBench.ringing()
        bench.loseConnection()
        let ticket = bench.command(.accept)
        #expect(bench.result(ticket) == nil)
        bench.sent = []
        bench.reconnect()
        let accept = bench.last(isAccept)!.0
        bench.give(
            .answered(
                accept,
                .call(
                    .sample(
                        version: 2, phase: .connected, own: .accept, bench: bench, connected: bench.serverTime, era: 1))
            ))
        #expect(bench.result(ticket) == .some(nil))
        #expect(bench.overviews.last?.ownStatus == .accept)
        #expect(bench.last(isJoinMedia)?.1 == .joinMedia(call, era: 1))
    }

    @Test("an accept that never got through fails when the ring is over")
    func acceptTooLate() {
        var bench = ClientBench.ringing()
        bench.loseConnection()
        bench.timers = bench.timers.filter { if case .call = $0.key { true } else { false } }
        let ticket = bench.command(.accept)
        bench.advance(by: .seconds(32))
        #expect(bench.result(ticket)??.publicCode == 8010 || bench.result(ticket)??.publicCode == 9508)
        #expect(bench.notices.last == .ended(call, .audio, .noResponse, by: bob))
    }

    @Test("the second accept is told that the first is not answered yet")
    func acceptTwice() {
        var bench = ClientBench.ringing()
        bench.command(.accept)
        let second = bench.command(.accept)
        #expect(bench.result(second)??.publicCode == -1204)
    }

    @Test("another device's answer ends the ring here with its reason")
    func answeredElsewhere() {
        var bench = ClientBench.ringing()
        bench.give(
            .snapshot(
                .sample(
                    version: 2, phase: .connected, own: .none, reason: .otherDeviceAccepted, by: "bob", bench: bench)))
        #expect(bench.notices.last == .ended(call, .audio, .otherDeviceAccepted, by: bob))
        #expect(bench.overviews.last?.ownStatus == ParticipantStatus.none)
    }

    @Test("an accept that lost its race fails with 8010 and asks the server for the truth")
    func lostAccept() {
        var bench = ClientBench.ringing()
        let ticket = bench.command(.accept)
        bench.sent = []
        bench.give(.failed(bench.last(isAccept)?.0 ?? ticket, .invitationOver))
        #expect(bench.result(ticket)??.publicCode == 8010)
        #expect(bench.sent.contains { $0.1 == .sync([KnownCall(callID: call, version: 1)]) })
    }

    @Test("hanging up a ringing call rejects it; the server's word decides the reason")
    func hangupRejects() {
        var bench = ClientBench.ringing()
        let ticket = bench.command(.hangup)
        bench.give(
            .answered(
                bench.last(isHangup)!.0,
                .call(.sample(version: 2, phase: .ended, own: .none, reason: .reject, by: "bob", bench: bench))))
        #expect(bench.result(ticket) == .some(nil))
        #expect(bench.notices.last == .ended(call, .audio, .reject, by: bob))
    }

    @Test("a reject behind an accept that is under way hangs up: the accept may have connected this device")
    func rejectBehindAccept() {
        var bench = ClientBench.ringing()
        bench.command(.accept)
        bench.command(.reject)
        #expect(bench.last(isHangup) != nil)
    }

    @Test("a reject behind a join that is under way hangs up: the join may have connected this device")
    func rejectBehindJoin() {
        var bench = ClientBench.online("bob")
        bench.command(.join(call))
        bench.give(.snapshot(.sample(bench: bench)))
        bench.command(.reject)
        #expect(bench.last(isHangup) != nil)
    }

    @Test("a ring that waited behind another call past its deadline does not begin to ring")
    func staleHeldRing() {
        var bench = ClientBench.ringing()
        bench.give(.snapshot(.sample("call-2", inviter: "carol", bench: bench, ring: .seconds(10))))
        bench.advance(by: .milliseconds(10_500))
        let count = bench.notices.count
        bench.give(
            .snapshot(.sample(version: 2, phase: .ended, own: .none, reason: .canceled, by: "alice", bench: bench)))
        #expect(bench.notices.count == count + 1)
        #expect(bench.notices.last == .ended(call, .audio, .canceled, by: UserID("alice")))
        bench.advance(by: .seconds(2))
        #expect(bench.notices.count == count + 1)
    }

    @Test("a second ring waits behind the call in front, is answered as busy, and rings when that call is over")
    func secondRing() {
        var bench = ClientBench.ringing()
        bench.give(.snapshot(.sample("call-2", inviter: "carol", bench: bench)))
        #expect(bench.notices.count == 1)
        #expect(bench.sent.last?.1 == .acknowledge(CallID("call-2"), version: 1, .busy))
        bench.give(
            .snapshot(.sample(version: 2, phase: .ended, own: .none, reason: .canceled, by: "alice", bench: bench)))
        #expect(bench.notices.last == .received(CallID("call-2"), .audio, userData: "data"))
    }

    @Test("who left a group call can be rung for it again, but an old ring of it stays silent")
    func rungAgain() {
        var bench = ClientBench.ringing()
        bench.give(
            .snapshot(
                .sample(version: 4, phase: .connected, own: .none, reason: .hangup, by: "bob", bench: bench)))
        bench.give(.snapshot(.sample(version: 3, bench: bench)))
        #expect(bench.notices.count == 2)
        bench.give(.snapshot(.sample(version: 6, bench: bench)))
        #expect(bench.notices.count == 3)
        #expect(bench.notices.last == .received(call, .audio, userData: "data"))
    }
}
