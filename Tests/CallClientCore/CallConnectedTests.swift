import CallClientCore
import CallModel
import Testing

private let call = CallID("call-1")
private let alice = UserID("alice")
private let bob = UserID("bob")
private func isHangup(_ request: Request) -> Bool { if case .hangup = request { true } else { false } }
private func isJoinMedia(_ request: Request) -> Bool { if case .joinMedia = request { true } else { false } }

@Suite("Calls: connected and ending")
struct CallConnectedTests {
    @Test("the end is told before the state without the call, whose details stay readable for a moment")
    func endOrder() {
        var bench = ClientBench.connected()
        bench.tale = []
        bench.give(
            .snapshot(.sample(version: 3, phase: .ended, own: .none, reason: .hangup, by: "bob", bench: bench)))
        #expect(bench.tale == ["ended", "state none"])
        #expect(bench.overviews.last?.call?.inviteeIDs == [bob])
        #expect(bench.overviews.last?.participants.isEmpty == true)
        bench.advance(by: .seconds(1))
        #expect(bench.overviews.last?.call == nil)
    }

    @Test("the duration ticks with the whole seconds of the server's clock")
    func duration() {
        var bench = ClientBench.connected()
        bench.now = bench.now + .milliseconds(1)
        bench.overviews = []
        bench.advance(by: .milliseconds(2_500))
        #expect(bench.overviews.map(\.duration) == [.seconds(1), .seconds(2)])
    }

    @Test("a place in the room is asked for once per era, and media starts with the grant of the newest")
    func media() {
        var bench = ClientBench.connected()
        let first = bench.last(isJoinMedia)!
        #expect(first.1 == .joinMedia(call, era: 1))
        bench.give(
            .snapshot(
                .sample(version: 3, phase: .connected, own: .accept, bench: bench, connected: bench.serverTime, era: 1))
        )
        #expect(bench.sent.filter { isJoinMedia($0.1) }.count == 1)
        bench.give(.answered(first.0, .mediaGranted))
        bench.give(
            .snapshot(
                .sample(version: 4, phase: .connected, own: .accept, bench: bench, connected: bench.serverTime, era: 2))
        )
        bench.give(.answered(bench.last(isJoinMedia)!.0, .mediaGranted))
        #expect(bench.media.map(\.1) == [1, 2])
        bench.command(.hangup)
        #expect(bench.stops == [call], "media stops with the hang-up, not with its answer")
    }

    @Test("a refused place is asked for again while the call lasts")
    func mediaRefused() {
        var bench = ClientBench.connected()
        bench.give(.failed(bench.last(isJoinMedia)!.0, RequestFailure(status: 9, reason: 13)))
        bench.sent = []
        bench.advance(by: .seconds(1))
        #expect(bench.sent.contains { isJoinMedia($0.1) })
    }

    @Test("opened and closed devices are told to the others only while in the call, and once more after the accept")
    func devices() {
        var bench = ClientBench.calling()
        bench.sent = []
        bench.give(.devicesChanged(isMicrophoneOpened: true, isCameraOpened: false))
        #expect(bench.sent.isEmpty)
        bench.give(
            .snapshot(
                .sample(version: 2, phase: .connected, own: .accept, bench: bench, connected: bench.serverTime)))
        #expect(
            bench.sent.map(\.1) == [.setMediaState(call, isMicrophoneOpened: true, isCameraOpened: false)])
        #expect(bench.overviews.last?.participants.first?.isMicrophoneOpened == true)
        bench.give(.devicesChanged(isMicrophoneOpened: false, isCameraOpened: false))
        #expect(bench.sent.last?.1 == .setMediaState(call, isMicrophoneOpened: false, isCameraOpened: false))
    }

    @Test("a hang-up that nobody confirms ends the call within two seconds and is delivered later")
    func silentHangup() {
        var bench = ClientBench.connected()
        let ticket = bench.command(.hangup)
        bench.advance(by: .seconds(2))
        #expect(bench.notices.last == .ended(call, .audio, .hangup, by: alice))
        #expect(bench.result(ticket) == .some(nil))
        bench.loseConnection()
        bench.sent = []
        bench.reconnect()
        #expect(bench.sent.contains { $0.1 == .hangup(call) })
    }

    @Test("a hang-up without a connection ends the call at once and is delivered later")
    func offlineHangup() {
        var bench = ClientBench.connected()
        bench.loseConnection()
        bench.command(.hangup)
        #expect(bench.notices.last == .ended(call, .audio, .hangup, by: alice))
        bench.reconnect()
        #expect(bench.sent.contains { $0.1 == .hangup(call) })
    }

    @Test("a server that still counts this device in after its local end is told to let go")
    func repair() {
        var bench = ClientBench.connected()
        bench.command(.hangup)
        bench.give(.failed(bench.last(isHangup)!.0, RequestFailure(status: 5, reason: 101004)))
        #expect(bench.notices.last == .ended(call, .audio, .hangup, by: alice))
        bench.sent = []
        bench.give(
            .snapshot(
                .sample(version: 5, phase: .connected, own: .accept, bench: bench, connected: bench.serverTime)))
        #expect(bench.sent.map(\.1) == [.hangup(call)])
        #expect(bench.notices.count == 2)
    }

    @Test("a call that the server was asked about and does not know is over")
    func forgotten() {
        var bench = ClientBench.connected()
        bench.loseConnection()
        bench.reconnect()
        bench.answerSync([])
        #expect(bench.notices.last == .ended(call, .audio, .unknown, by: alice))
    }

    @Test("a kick ends the call and the session; an own logout hangs up first", arguments: [true, false])
    func sessionOver(isKick: Bool) {
        var bench = ClientBench.connected()
        bench.sent = []
        if isKick {
            bench.give(.connection(.sessionEnded(ConnectionNumber(1), .kickedOffline)))
            #expect(bench.notices.last == .ended(call, .audio, .offline, by: alice))
            #expect(bench.sessionEnds == [.kickedOffline])
        } else {
            bench.give(.logout)
            #expect(bench.sent.map(\.1) == [.hangup(call)])
            #expect(bench.notices.last == .ended(call, .audio, .hangup, by: alice))
            bench.give(.connection(.logoutAnswered(ConnectionNumber(1))))
            #expect(bench.sessionEnds == [.loggedOut])
        }
        #expect(bench.connections.last == .disconnected)
    }

    @Test("a request that finds the session unknown waits for the new one")
    func sessionUnknown() {
        var bench = ClientBench.connected()
        let ticket = bench.command(.invite([UserID("carol")], CallParameters()))
        bench.give(.failed(ticket, RequestFailure(status: 16, reason: 14)))
        #expect(bench.connections.last == .reconnecting)
        bench.sent = []
        bench.connect()
        #expect(bench.sent.contains { $0.0 == ticket })
    }
}
