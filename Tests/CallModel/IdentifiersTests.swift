import CallModel
import Testing

@Suite("Identifiers")
struct IdentifiersTests {
    @Test(
        "a user id is 1 to 32 letters, digits, - or _", arguments: ["a", "A-z_09", String(repeating: "x", count: 32)])
    func legalUsers(text: String) {
        #expect(UserID(validating: text)?.rawValue == text)
    }

    @Test(
        "anything else is no user id",
        arguments: ["", " ", "a b", "a\u{0}", "é", "a/b", "a.b", "日本", String(repeating: "x", count: 33)])
    func illegalUsers(text: String) {
        #expect(UserID(validating: text) == nil)
    }

    @Test("device and call ids go up to 64 bytes")
    func longIDs() {
        let longest = String(repeating: "d", count: 64)
        #expect(DeviceID(validating: longest) != nil && DeviceID(validating: longest + "d") == nil)
        #expect(CallID(validating: longest) != nil && CallID(validating: longest + "d") == nil)
    }

    @Test("the logged form of a user tells two apart and tells nobody who it is")
    func loggedUsers() {
        let alice = UserID("alice")
        #expect(alice.logged == UserID("alice").logged)
        #expect(alice.logged != UserID("alicf").logged)
        #expect(!alice.logged.contains("alice") && alice.logged.count == 9)
    }
}
