import CallModel
import PresenceCore
import Testing

private func at(_ seconds: Int) -> MonotonicInstant { .zero + .seconds(seconds) }
private func key(_ user: String, _ device: String = "phone") -> LoginThrottle.Key {
    .init(user: UserID(user), device: DeviceID(device))
}

@Suite("Login throttle")
struct LoginThrottleTests {
    @Test("the limit of failures refuses until the window is over")
    func refuses() {
        var throttle = LoginThrottle(limit: 3, window: .seconds(60))
        for second in 0..<3 {
            #expect(throttle.wait(for: key("alice"), now: at(second)) == nil)
            throttle.failed(key("alice"), now: at(second))
        }
        #expect(throttle.wait(for: key("alice"), now: at(3)) == .seconds(57))
        #expect(throttle.wait(for: key("alice"), now: at(59)) == .seconds(1))
        #expect(throttle.wait(for: key("alice"), now: at(60)) == nil)
        throttle.failed(key("alice"), now: at(60))
        #expect(throttle.wait(for: key("alice"), now: at(60)) == nil)
    }

    @Test("a success forgets the failures before it")
    func forgives() {
        var throttle = LoginThrottle(limit: 2)
        throttle.failed(key("alice"), now: at(0))
        throttle.succeeded(key("alice"))
        throttle.failed(key("alice"), now: at(1))
        #expect(throttle.wait(for: key("alice"), now: at(1)) == nil)
    }

    @Test("one device's failures do not lock out another, nor another account")
    func keepsDevicesApart() {
        var throttle = LoginThrottle(limit: 1)
        throttle.failed(key("alice", "stranger"), now: at(0))
        #expect(throttle.wait(for: key("alice", "stranger"), now: at(0)) != nil)
        #expect(throttle.wait(for: key("alice", "phone"), now: at(0)) == nil)
        #expect(throttle.wait(for: key("bob", "stranger"), now: at(0)) == nil)
    }

    @Test("a flood of names does not grow the memory, and those it remembers stay refused")
    func isBounded() {
        var throttle = LoginThrottle(limit: 1, window: .seconds(60), capacity: 100)
        for number in 0..<1_000 { throttle.failed(key("u\(number)"), now: at(0)) }
        #expect((0..<1_000).filter { throttle.wait(for: key("u\($0)"), now: at(1)) != nil }.count == 100)
        throttle.failed(key("late"), now: at(61))
        #expect(throttle.wait(for: key("late"), now: at(61)) != nil)
        #expect(throttle.wait(for: key("u0"), now: at(61)) == nil)
    }
}

@Suite("Input rules")
struct InputRulesTests {
    private func complaint(
        user: String = "alice", device: String = "phone-1", platform: Int32 = 1, name: String = "",
        gateway: String = "tcp://g"
    ) -> InputRules.Complaint? {
        do {
            _ = try InputRules.login(user: user, device: device, platform: platform, deviceName: name, gateway: gateway)
            return nil
        } catch { return error }
    }

    @Test("each part of a login has its own complaint")
    func complains() {
        #expect(complaint() == nil)
        for user in ["", "a b", "ä", "a\n", String(repeating: "a", count: 33)] {
            #expect(complaint(user: user) == .badUserID)
        }
        #expect(complaint(user: String(repeating: "a", count: 32)) == nil)
        for device in ["", "a/b", String(repeating: "a", count: 65)] {
            #expect(complaint(device: device) == .badDeviceID)
        }
        for platform: Int32 in [0, -1, 6, 99] { #expect(complaint(platform: platform) == .badPlatform) }
        #expect(complaint(name: String(repeating: "é", count: 65)) == .badDeviceName)
        #expect(complaint(name: String(repeating: "é", count: 64)) == nil)
        #expect(complaint(name: "A\u{0}") == .badDeviceName && complaint(name: "two\nlines") == .badDeviceName)
        #expect(complaint(gateway: "tcp://g\u{0}") == .badGateway)
        #expect(complaint(gateway: "") == .badGateway)
    }

    @Test("a nickname and an avatar have 500 bytes, not characters")
    func limitsProfiles() {
        #expect(InputRules.isProfile(nickname: String(repeating: "a", count: 500), avatarURL: ""))
        #expect(!InputRules.isProfile(nickname: String(repeating: "a", count: 501), avatarURL: ""))
        #expect(InputRules.isProfile(nickname: String(repeating: "é", count: 250), avatarURL: ""))
        #expect(!InputRules.isProfile(nickname: String(repeating: "é", count: 251), avatarURL: ""))
        #expect(!InputRules.isProfile(nickname: "", avatarURL: String(repeating: "u", count: 501)))
        #expect(!InputRules.isProfile(nickname: "a\u{0}", avatarURL: ""))
        #expect(!InputRules.isProfile(nickname: "two\nlines", avatarURL: ""))
        #expect(!InputRules.isProfile(nickname: "", avatarURL: "https://x\u{1}"))
    }
}
