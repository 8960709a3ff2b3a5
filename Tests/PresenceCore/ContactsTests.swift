import CallModel
import PresenceCore
import Testing

@Suite("Contact rules")
struct ContactRulesTests {
    private let alice = UserID("alice")

    @Test("the users named are legal, others than oneself, each once, and at most a hundred")
    func names() throws {
        #expect(try ContactRules.others(["bob", "carol", "bob"], than: alice) == [UserID("bob"), UserID("carol")])
        #expect(throws: ContactRules.Complaint.badUserID) { try ContactRules.others(["bob", "a b"], than: alice) }
        #expect(throws: ContactRules.Complaint.badUsers) { try ContactRules.others(["alice"], than: alice) }
        #expect(throws: ContactRules.Complaint.badUsers) { try ContactRules.others([], than: alice) }
        let many = (0...100).map { "u\($0)" }
        #expect(try ContactRules.others(Array(many.dropLast()), than: alice).count == 100)
        #expect(throws: ContactRules.Complaint.badUsers) { try ContactRules.others(many, than: alice) }
    }

    @Test("do-not-disturb with an end is off from that moment on, without one it stays")
    func ends() {
        let end = WallTime(milliseconds: 1_000)
        let before = WallTime(milliseconds: 999)
        #expect(!DoNotDisturb.off.isOn(at: before))
        #expect(DoNotDisturb.on(until: nil).isOn(at: WallTime(milliseconds: .max)))
        #expect(DoNotDisturb.on(until: end).isOn(at: before) && !DoNotDisturb.on(until: end).isOn(at: end))
        #expect(DoNotDisturb.on(until: end).told(at: end) == .off)
        #expect(DoNotDisturb.on(until: end).told(at: before) == .on(until: end))
    }
}

@Suite("Login throttles")
struct LoginThrottlesTests {
    private let alice = UserID("alice")
    private func device(_ name: String) -> DeviceID { DeviceID(name) }
    private func at(_ seconds: Int) -> MonotonicInstant { .zero + .seconds(seconds) }

    @Test(
        "failures in a user's name, on many devices, are told to wait after the limit; a good login is never held up by them"
    )
    func countsUsers() {
        var throttles = LoginThrottles(deviceLimit: 2, userLimit: 4)
        for number in 0..<4 {
            #expect(throttles.failed(alice, on: device("d\(number)"), now: at(number)) == nil)
        }
        #expect(throttles.failed(alice, on: device("d4"), now: at(4)) == .seconds(56))
        #expect(throttles.failed(UserID("bob"), on: device("d4"), now: at(4)) == nil)
        #expect(throttles.wait(for: alice, on: device("own"), now: at(4)) == nil)
        throttles.succeeded(alice, on: device("own"))
        #expect(throttles.failed(alice, on: device("d5"), now: at(5)) == .seconds(55))
        #expect(throttles.failed(alice, on: device("d6"), now: at(61)) == nil)
    }

    @Test("a device that keeps failing is refused unseen; its success forgets that")
    func countsDevices() {
        var throttles = LoginThrottles(deviceLimit: 2, userLimit: 100)
        _ = throttles.failed(alice, on: device("d"), now: at(0))
        #expect(throttles.wait(for: alice, on: device("d"), now: at(0)) == nil)
        _ = throttles.failed(alice, on: device("d"), now: at(1))
        #expect(throttles.wait(for: alice, on: device("d"), now: at(1)) == .seconds(59))
        throttles.succeeded(alice, on: device("d"))
        #expect(throttles.wait(for: alice, on: device("d"), now: at(1)) == nil)
    }
}
