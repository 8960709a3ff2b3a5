import CallModel
import PresenceCore
import Testing

private func presence(
    _ platform: Platform = .iOS, connected: Bool = true, background: Bool = false
) -> UserStatus.Presence {
    UserStatus.Presence(platform: platform, isConnected: connected, isBackground: background)
}

@Suite("User status")
struct UserStatusTests {
    private func kind(_ sessions: [UserStatus.Presence], isAway: Bool = false) -> UserStatus.Kind {
        UserStatus(of: sessions, isAway: isAway, customStatus: "").kind
    }

    @Test("one device in front makes a user online; all of them in the background make it background")
    func connected() {
        #expect(kind([presence()]) == .online)
        #expect(kind([presence(), presence(.web, background: true)]) == .online)
        #expect(kind([presence(background: true), presence(.web, background: true)]) == .background)
        #expect(kind([presence(background: true), presence(.web, connected: false)]) == .background)
    }

    @Test("without a connection a user is offline while a device waits or was lost, else not logged in")
    func disconnected() {
        #expect(kind([presence(connected: false)]) == .offline)
        #expect(kind([], isAway: true) == .offline)
        #expect(kind([]) == .unlogined)
    }

    @Test("the platforms are those of connected devices, each once and in order")
    func platforms() {
        let status = UserStatus(
            of: [presence(.web), presence(.iOS), presence(.web), presence(.android, connected: false)], isAway: true,
            customStatus: "at lunch")
        #expect(status.platforms == [.iOS, .web] && status.customStatus == "at lunch")
    }
}

@Suite("Subscriptions")
struct SubscriptionRulesTests {
    private func users(_ range: Range<Int>) -> [UserID] { range.map { UserID("u\($0)") } }

    @Test("the two hundred and first drops the oldest, and no other")
    func dropsTheOldest() {
        let full = users(0..<200)
        #expect(SubscriptionRules.adding(users(200..<201), to: Array(full.dropLast())).dropped.isEmpty)
        #expect(SubscriptionRules.adding(users(200..<201), to: full).dropped == users(0..<1))
        #expect(SubscriptionRules.adding(users(200..<300), to: full).dropped == users(0..<100))
    }

    @Test("who is wished for again becomes the youngest and is not dropped")
    func renews() {
        let full = users(0..<200)
        let (youngest, dropped) = SubscriptionRules.adding(users(0..<1) + users(200..<201) + users(0..<1), to: full)
        #expect(youngest == users(0..<1) + users(200..<201))
        #expect(dropped == users(1..<2))
    }
}

@Suite("Status fan-out")
struct StatusFanOutTests {
    private func at(_ milliseconds: Int) -> MonotonicInstant { .zero + .milliseconds(milliseconds) }
    private func user(_ name: String) -> UserID { UserID(name) }

    /// Reads every page that is asked for from these watchers.
    private func read(_ fanOut: inout StatusFanOut, _ watchers: [UserID: [UserID]], at now: MonotonicInstant) -> Int {
        var pages = 0
        while let page = fanOut.nextPage() {
            pages += 1
            let all =
                switch page.source {
                case .watchers(let user): watchers[user] ?? []
                case .everybody: Set(watchers.values.joined()).sorted()
                }
            let rest = all.filter { watcher in page.after.map { watcher > $0 } ?? true }
            fanOut.read(page, Array(rest.prefix(fanOut.limits.perPage)), at: now)
        }
        return pages
    }

    @Test("a change is told at once, the next ones to the same watcher together after the interval")
    func coalesces() {
        var fanOut = StatusFanOut()
        let watchers = [user("a"): [user("w")], user("b"): [user("w")]]
        fanOut.changed(user("a"))
        _ = read(&fanOut, watchers, at: at(0))
        #expect(fanOut.take(at: at(0)) == [.init(watcher: user("w"), users: [user("a")], failures: 0)])
        for millisecond in [10, 20, 30] {
            fanOut.changed(user(millisecond == 20 ? "b" : "a"))
            _ = read(&fanOut, watchers, at: at(millisecond))
            #expect(fanOut.take(at: at(millisecond)).isEmpty)
        }
        #expect(fanOut.nextDue(at: at(40)) == at(1_000))
        #expect(fanOut.take(at: at(999)).isEmpty)
        #expect(fanOut.take(at: at(1_000)).map(\.users) == [[user("a"), user("b")]])
        #expect(fanOut.nextDue(at: at(1_001)) == nil)
    }

    @Test("however a user flickers, a watcher hears once a second")
    func boundsTheRate() {
        var fanOut = StatusFanOut()
        var told: [Int] = []
        for millisecond in stride(from: 0, to: 10_000, by: 10) {
            fanOut.changed(user("a"))
            _ = read(&fanOut, [user("a"): [user("w")]], at: at(millisecond))
            if !fanOut.take(at: at(millisecond)).isEmpty { told.append(millisecond) }
        }
        #expect(told == (0..<10).map { $0 * 1_000 })
    }

    @Test("a user with many watchers is read page by page while there is room, and each watcher is told once")
    func readsPages() {
        var limits = StatusFanOut.Limits()
        (limits.perPage, limits.perTurn, limits.mostWaiting) = (10, 7, 20)
        var fanOut = StatusFanOut(limits: limits)
        let watchers = (0..<95).map { UserID("w" + String(100 + $0)) }
        fanOut.changed(user("star"))
        var told: [UserID] = []
        var now = 0
        while told.count < 95, now < 100 {
            let waitingBefore = told.count
            _ = read(&fanOut, [user("star"): watchers], at: at(now))
            let turn = fanOut.take(at: at(now))
            #expect(turn.count <= 7)
            told += turn.map(\.watcher)
            #expect(told.count > waitingBefore)
            now += 1
        }
        #expect(told == watchers)
    }

    @Test("a change during the reading of pages is read from the beginning again")
    func rereads() {
        var limits = StatusFanOut.Limits()
        limits.perPage = 2
        var fanOut = StatusFanOut(limits: limits)
        let watchers = [user("a"): [user("v"), user("w"), user("x")]]
        fanOut.changed(user("a"))
        let first = fanOut.nextPage()
        #expect(first == .init(source: .watchers(of: user("a")), after: nil))
        fanOut.changed(user("a"))
        fanOut.changed(user("a"))
        if let first { fanOut.read(first, [user("v"), user("w")], at: at(0)) }
        #expect(fanOut.nextPage() == .init(source: .watchers(of: user("a")), after: user("w")))
        #expect(read(&fanOut, watchers, at: at(0)) == 3, "the second page, then both again")
    }

    @Test("who returns is told everything, after a moment; a telling that fails is tried again, not for ever")
    func returnsAndFails() throws {
        var fanOut = StatusFanOut()
        fanOut.returned(user("w"), at: at(0))
        #expect(fanOut.take(at: at(999)).isEmpty)
        var now = 1_000
        for failures in 0...2 {
            let telling = try #require(fanOut.take(at: at(now)).first)
            #expect(telling == .init(watcher: user("w"), users: nil, failures: failures))
            fanOut.failed(telling, at: at(now))
            now += 1_000
        }
        #expect(fanOut.take(at: at(now)).isEmpty && fanOut.nextDue(at: at(now)) == nil)
    }

    @Test("after a start everybody who watches is told everything once")
    func starts() {
        var fanOut = StatusFanOut()
        fanOut.started()
        #expect(fanOut.nextDue(at: at(5)) == at(5))
        _ = read(&fanOut, [user("a"): [user("v"), user("w")], user("b"): [user("w")]], at: at(5))
        #expect(Set(fanOut.take(at: at(5)).map(\.watcher)) == [user("v"), user("w")])
        #expect(fanOut.nextPage() == nil)
    }
}
