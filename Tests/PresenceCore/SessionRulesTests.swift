import CallModel
import PresenceCore
import TestSupport
import Testing

private let rules = SessionRules(lease: .seconds(12), resumeWindow: .seconds(60))
private let start = WallTime(milliseconds: 1_700_000_000_000)

private func at(_ seconds: Int) -> WallTime { start + .seconds(seconds) }

private func session(
    _ id: String = "s1", user: String = "alice", device: String = "phone", platform: Platform = .iOS,
    link: Session.Link = .connected(gateway: "tcp://g1", leaseEndsAt: at(12)), expires: WallTime = at(86_400)
) -> Session {
    Session(
        id: SessionID(id), user: UserID(user), device: DeviceID(device), platform: platform, deviceName: "",
        userSigExpiresAt: expires, resumeTokenHash: [1], link: link, lastSeenAt: start)
}

@Suite("Session rules")
struct SessionRulesTests {
    @Test("a login ends the session of another device on the same platform, and says so")
    func kicks() {
        let old = session("old", device: "tablet")
        #expect(rules.displaced(by: session("new"), among: [old]) == [.init(session: old, ending: .kickedOffline)])
    }

    @Test("a login of the same device replaces its session, even if the platform changed")
    func replaces() {
        let old = session("old", platform: .web)
        #expect(rules.displaced(by: session("new"), among: [old]) == [.init(session: old, ending: .replaced)])
    }

    @Test("sessions of other platforms and other users live on")
    func sparesOthers() {
        let others = [
            session("web", device: "browser", platform: .web), session("android", device: "a", platform: .android),
            session("bob", user: "bob"),
        ]
        #expect(rules.displaced(by: session("new"), among: others).isEmpty)
        #expect(rules.displaced(by: session("new"), among: [session("new")]).isEmpty)
    }

    @Test("where the same platform may have several, a login ends only the same device's session")
    func kicksOnlyWhereTold() {
        let lenient = SessionRules(lease: .seconds(12), resumeWindow: .seconds(60), kicksSamePlatform: false)
        let (tablet, own) = (session("tablet", device: "tablet"), session("own"))
        #expect(
            lenient.displaced(by: session("new"), among: [tablet, own]) == [.init(session: own, ending: .replaced)])
    }

    @Test("a user has at most twenty sessions: one more ends the one that was heard least lately")
    func boundsSessions() {
        let lenient = SessionRules(lease: .seconds(12), resumeWindow: .seconds(60), kicksSamePlatform: false)
        let many = (0..<SessionRules.mostSessions).map { number in
            var old = session("s\(number)", device: "d\(number)")
            old.lastSeenAt = at(number == 7 ? -1 : number)
            return old
        }
        #expect(lenient.displaced(by: session("new"), among: Array(many.dropLast())).isEmpty)
        #expect(
            lenient.displaced(by: session("new"), among: many) == [.init(session: many[7], ending: .kickedOffline)])
        // The place of a session that is replaced is free.
        let same = lenient.displaced(by: session("new", device: "d3"), among: many)
        #expect(same == [.init(session: many[3], ending: .replaced)])
    }

    @Test("a lease that is renewed never ends, one that is not detaches the session")
    func leases() throws {
        var current = session()
        for second in stride(from: 4, through: 400, by: 4) {
            #expect(rules.passage(of: current, now: at(second)) == .stays)
            current = try #require(rules.renew(current, by: "tcp://g1", now: at(second)))
        }
        #expect(current.lastSeenAt == at(400))
        #expect(rules.passage(of: current, now: at(411)) == .stays)
        guard case .detached(let silent) = rules.passage(of: current, now: at(412)) else {
            Issue.record("still connected")
            return
        }
        #expect(silent.link == .detached(resumableUntil: at(472), silentGateway: "tcp://g1"))
        #expect(silent.lastSeenAt == at(400))
        #expect(rules.passage(of: silent, now: at(471)) == .stays)
        #expect(rules.passage(of: silent, now: at(472)) == .ended(.lost))
    }

    @Test("a silent gateway that is heard again has its session back; after the window it has not")
    func comesBack() {
        let silent = session(link: .detached(resumableUntil: at(72), silentGateway: "tcp://g1"))
        #expect(
            rules.renew(silent, by: "tcp://g1", now: at(71))?.link
                == .connected(gateway: "tcp://g1", leaseEndsAt: at(83)))
        #expect(rules.renew(silent, by: "tcp://g1", now: at(72)) == nil)
    }

    @Test("only the session's own gateway renews it")
    func refusesForeignRenewals() {
        #expect(rules.renew(session(), by: "tcp://g2", now: at(1)) == nil)
        #expect(rules.renew(nil, by: "tcp://g1", now: at(1)) == nil)
        let detached = session(link: .detached(resumableUntil: at(60), silentGateway: nil))
        #expect(rules.renew(detached, by: "tcp://g1", now: at(1)) == nil)
    }

    @Test("the end of a connection starts the wait for a resume, unless the session has moved on")
    func detaches() {
        #expect(
            rules.detach(session(), from: "tcp://g1", now: at(5))?.link
                == .detached(resumableUntil: at(65), silentGateway: nil))
        #expect(rules.detach(session(), from: "tcp://g2", now: at(5)) == nil)
        #expect(rules.detach(session(), from: "tcp://g1", now: at(5))?.lastSeenAt == at(5))
        #expect(
            rules.detach(session(), from: "tcp://g1", silence: .seconds(12), now: at(20))?.lastSeenAt == at(8),
            "its gateway renewed it meanwhile, but had not heard the client")
        let silent = session(link: .detached(resumableUntil: at(72), silentGateway: "tcp://g1"))
        #expect(rules.detach(silent, from: "tcp://g1", now: at(20))?.lastSeenAt == start)
    }

    @Test("a client resumes on any gateway; the one it left is named")
    func resumes() {
        var expected = session(link: .connected(gateway: "tcp://g2", leaseEndsAt: at(17)))
        expected.lastSeenAt = at(5)
        let connected = session()
        #expect(
            rules.resume(connected, tokenFits: true, at: "tcp://g2", now: at(5))
                == .resumed(expected, leaving: "tcp://g1"))
        let detached = session(link: .detached(resumableUntil: at(60), silentGateway: nil))
        #expect(rules.resume(detached, tokenFits: true, at: "tcp://g2", now: at(5)) == .resumed(expected, leaving: nil))
        guard case .resumed(_, leaving: nil) = rules.resume(connected, tokenFits: true, at: "tcp://g1", now: at(5))
        else {
            Issue.record("the gateway it is on was named as left")
            return
        }
    }

    @Test("a resume too late, by a stranger, or of nothing is unknown; with a login that is over it is expired")
    func refusesResumes() {
        let detached = session(link: .detached(resumableUntil: at(60), silentGateway: nil))
        #expect(rules.resume(detached, tokenFits: true, at: "g", now: at(60)) == .unknownSession)
        #expect(rules.resume(detached, tokenFits: false, at: "g", now: at(1)) == .unknownSession)
        #expect(rules.resume(nil, tokenFits: true, at: "g", now: at(1)) == .unknownSession)
        let expired = session(expires: at(10))
        #expect(rules.resume(expired, tokenFits: true, at: "g", now: at(10)) == .loginExpired)
        #expect(rules.resume(expired, tokenFits: false, at: "g", now: at(10)) == .unknownSession)
    }

    @Test("the UserSig's end ends the session, connected or not, and no renewal prolongs it")
    func expires() {
        let short = session(expires: at(10))
        #expect(rules.passage(of: short, now: at(9)) == .stays)
        #expect(rules.passage(of: short, now: at(10)) == .ended(.loginExpired))
        #expect(rules.renew(short, by: "tcp://g1", now: at(10)) == nil)
        let detached = session(link: .detached(resumableUntil: at(60), silentGateway: nil), expires: at(10))
        #expect(rules.passage(of: detached, now: at(10)) == .ended(.loginExpired))
    }

    @Test("a lease that ran out long ago, unnoticed, leaves no window to resume in")
    func countsFromTheLease() {
        #expect(rules.passage(of: session(), now: at(72)) == .ended(.lost))
    }

    @Test("after a restart everybody has one more lease, and nobody less than before")
    func givesGrace() {
        let late = rules.afterRestart(session(), now: at(1_000))
        #expect(late.link == .connected(gateway: "tcp://g1", leaseEndsAt: at(1_012)))
        let waiting = session(link: .detached(resumableUntil: at(60), silentGateway: nil))
        #expect(rules.afterRestart(waiting, now: at(1_000)).linkEndsAt == at(1_012))
        #expect(rules.afterRestart(waiting, now: at(10)).link == waiting.link)
        #expect(late.lastSeenAt == at(1_000), "nobody could be seen before")
        #expect(rules.afterRestart(waiting, now: at(10)).lastSeenAt == at(10))
    }

    @Test("what others are told does not wait for a sweep")
    func tells() {
        #expect(rules.told(session(), now: at(11)) == session())
        let lapsed = rules.told(session(), now: at(12))
        #expect(lapsed?.isConnected == false)
        #expect(lapsed?.lastSeenAt == start)
        #expect(rules.told(session(), now: at(72)) == nil)
        #expect(rules.told(session(expires: at(5)), now: at(5)) == nil)
    }

    @Test(
        "whatever happens in whatever order, a session is heard of within lease and window of its end",
        arguments: 0..<20)
    func walks(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var current: Session? = session(expires: at(5_000))
        var now = 0
        var lastSign = 0
        for _ in 0..<500 {
            now += random.next(in: 0...20)
            guard let alive = current else { return }
            switch rules.passage(of: alive, now: at(now)) {
            case .stays: break
            case .detached(let next): current = next
            case .ended(let ending):
                #expect(ending != .lost || now - lastSign >= 72, "seed \(seed)")
                #expect(ending != .loginExpired || now >= 5_000, "seed \(seed)")
                return
            }
            let gateway = random.chance(percent: 80) ? "tcp://g1" : "tcp://g2"
            switch random.next(in: 0...5) {
            case 0...2:
                if let renewed = rules.renew(current, by: gateway, now: at(now)) {
                    (current, lastSign) = (renewed, now)
                }
            case 3:
                if let session = current, let left = rules.detach(session, from: gateway, now: at(now)) {
                    (current, lastSign) = (left, now - 12)
                }
            case 4:
                if case .resumed(let next, _) = rules.resume(current, tokenFits: true, at: gateway, now: at(now)) {
                    (current, lastSign) = (next, now)
                }
            default: break
            }
            #expect(now - lastSign <= 72 + 20, "seed \(seed)")
        }
    }
}
