import PresenceCore
import Testing

@Suite("Group rules")
struct GroupRulesTests {
    /// The roles that may do it, lowest first.
    private func allowed(_ act: GroupRules.Act) -> [GroupRole] {
        GroupRole.allCases.filter { GroupRules.allows(act, to: $0) }
    }

    @Test("members may leave, admins also add, remove members and set attributes, the owner everything but leave")
    func roles() {
        #expect(allowed(.leave) == [.member, .admin])
        #expect(allowed(.add) == [.admin, .owner])
        #expect(allowed(.setAttributes) == [.admin, .owner])
        #expect(allowed(.remove(role: .member)) == [.admin, .owner])
        #expect(allowed(.remove(role: .admin)) == [.owner])
        #expect(allowed(.remove(role: .owner)).isEmpty)
        #expect(allowed(.dismiss) == [.owner])
        #expect(allowed(.setRole(from: .member, to: .admin)) == [.owner])
        #expect(allowed(.setRole(from: .admin, to: .owner)) == [.owner])
    }

    @Test("a group id has 1 to 48 printable ASCII characters without spaces")
    func ids() {
        for id in ["a", "@TGS#1", "team/7", String(repeating: "g", count: 48)] {
            #expect(GroupID(validating: id) != nil)
        }
        for id in ["", "a b", "ä", "a\n", "a\u{0}", String(repeating: "g", count: 49)] {
            #expect(GroupID(validating: id) == nil)
        }
    }

    @Test("keys are short names; a group has at most sixteen, and 16 KiB in all")
    func attributes() {
        #expect(GroupRules.isKey("call.room-1_x") && GroupRules.isKey(String(repeating: "k", count: 32)))
        for key in ["", "a b", "ä", "a\u{0}", String(repeating: "k", count: 33)] { #expect(!GroupRules.isKey(key)) }
        func attributes(_ count: Int, of bytes: Int) -> [String: String] {
            Dictionary(uniqueKeysWithValues: (10..<10 + count).map { ("k\($0)", String(repeating: "v", count: bytes)) })
        }
        #expect(GroupRules.hasRoom(for: attributes(16, of: 10)) && !GroupRules.hasRoom(for: attributes(17, of: 10)))
        #expect(
            GroupRules.hasRoom(for: attributes(16, of: 1_021)) && !GroupRules.hasRoom(for: attributes(16, of: 1_022)))
    }
}
