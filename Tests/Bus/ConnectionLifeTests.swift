import CallModel
import Testing

@testable import Bus

@Suite struct ConnectionLifeTests {
    private let start = MonotonicInstant.zero + .seconds(1_000)
    private let timing = BusTiming()

    private func at(_ seconds: Double) -> MonotonicInstant { start + .seconds(seconds) }

    private func greeted() -> ConnectionLife {
        var life = ConnectionLife(timing: timing, now: start)
        #expect(life.tick(at(0)) == .dial)
        #expect(life.greeted(epoch: 7, now: at(0)) == true)
        return life
    }

    @Test("it dials at once, and again after a pause that grows with each failure")
    func backoff() {
        var life = ConnectionLife(timing: timing, now: start)
        #expect(life.tick(at(0)) == .dial)
        #expect(life.tick(at(1)) == .nothing)
        var now = at(1)
        var pauses: [Duration] = []
        for _ in 0..<10 {
            life.lost(now: now, isAwaited: false, chance: 0.999_999)
            pauses.append(life.nextWake - now)
            now = life.nextWake
            #expect(life.tick(now) == .dial)
        }
        #expect(pauses.first.map { $0 <= .milliseconds(100) } ?? false)
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(pauses.allSatisfy { $0 <= timing.longestBackoff })
        #expect(pauses.last.map { $0 > .seconds(4) } ?? false)
    }

    @Test("while calls wait, the pause stays short, also one that has begun")
    func impatience() {
        var life = ConnectionLife(timing: timing, now: start)
        for _ in 0..<10 { life.lost(now: start, isAwaited: true, chance: 0.9) }
        #expect(life.nextWake <= start + timing.impatientBackoff)
        for _ in 0..<10 { life.lost(now: start, isAwaited: false, chance: 0.9) }
        #expect(life.nextWake > start + timing.impatientBackoff)
        life.becameAwaited(now: start)
        #expect(life.nextWake == start + timing.impatientBackoff)
    }

    @Test("without a greeting in time it gives up")
    func noGreeting() {
        var life = ConnectionLife(timing: timing, now: start)
        #expect(life.tick(at(0)) == .dial)
        #expect(life.nextWake == at(3))
        #expect(life.tick(at(3)) == .giveUp(.connectTimeout))
    }

    @Test("three unanswered pings are the end, any word from the peer is not")
    func pings() {
        var life = greeted()
        for second in [2.0, 4, 6] { #expect(life.tick(at(second)) == .ping) }
        #expect(life.tick(at(7)) == .nothing)
        #expect(life.tick(at(8)) == .giveUp(.silent))
        var alive = greeted()
        for second in stride(from: 2.0, to: 100, by: 2) {
            #expect(alive.tick(at(second)) == .ping)
            alive.heard()
        }
    }

    @Test("after a long stop of its own it pings before it judges")
    func ownStop() {
        var life = greeted()
        #expect(life.tick(at(2)) == .ping)
        #expect(life.tick(at(3_600)) == .ping)
        #expect(life.tick(at(3_601)) == .nothing)
    }

    @Test("another epoch on a greeted connection is refused, on a new one welcome")
    func epochs() {
        var life = greeted()
        #expect(life.greeted(epoch: 7, now: at(1)) == true)
        #expect(life.greeted(epoch: 8, now: at(1)) == false)
        life.lost(now: at(1), isAwaited: false, chance: 0)
        #expect(life.tick(at(1)) == .dial)
        #expect(life.greeted(epoch: 8, now: at(1)) == true)
        #expect(life.isReady)
    }

    @Test("a draining peer takes nothing new but is still pinged, and a new connection to it is ready again")
    func draining() {
        var life = greeted()
        life.peerDrains(now: at(1))
        #expect(!life.isReady)
        #expect(life.tick(at(2)) == .ping)
        life.lost(now: at(3), isAwaited: false, chance: 0)
        #expect(life.tick(at(3)) == .dial)
        life.peerDrains(now: at(1))
        #expect(life.greeted(epoch: 9, now: at(3)) == true)
        #expect(life.isReady)
    }
}

@Suite struct RendezvousTests {
    private let names = (0..<5).map { "tcp://10.0.0.\($0):7103" }

    @Test("keys spread over the candidates, and losing one moves only its own")
    func spreadAndStability() {
        var counts: [String: Int] = [:]
        for number in 0..<5_000 {
            let key = "call-\(number)"
            let home = Rendezvous.pick(names, key: key) { $0 } ?? ""
            counts[home, default: 0] += 1
            let without = Rendezvous.pick(names.filter { $0 != names[2] }, key: key) { $0 }
            if home != names[2] { #expect(without == home) } else { #expect(without != home) }
            #expect(Rendezvous.pick(names.reversed(), key: key) { $0 } == home)
        }
        #expect(counts.count == 5)
        #expect(counts.values.allSatisfy { (800...1_200).contains($0) })
    }

    @Test("without candidates there is no pick")
    func none() { #expect(Rendezvous.pick([String](), key: "x") { $0 } == nil) }
}
