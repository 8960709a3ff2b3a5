package import CallModel

/// A chat group's name on the wire and in a call's terms: 1 to 48 printable ASCII characters without spaces.
package struct GroupID: Hashable, Sendable {
    package let rawValue: String

    /// Takes the text as it is.
    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// `nil` if the text is no legal group id.
    package init?(validating text: String) {
        guard (1...48).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        rawValue = text
    }
}

/// What a member may do. Raw values are the public numbers.
package enum GroupRole: Int32, Sendable, Hashable, Comparable, CaseIterable {
    case member = 200
    case admin = 300
    case owner = 400

    package static func < (left: GroupRole, right: GroupRole) -> Bool { left.rawValue < right.rawValue }
}

/// Who may do what in a group, and how large it may be. Pure: what is stored comes in, a refusal comes out.
package enum GroupRules {
    package static let longestName = ByteCount(100)
    /// Members of a group.
    package static let mostMembers = 200
    /// Groups that one user is in.
    package static let mostGroups = 500
    /// Users named in one request.
    package static let mostAtOnce = 100
    package static let mostAttributes = 16
    package static let longestKey = 32
    package static let longestValue = ByteCount.kibibytes(4)
    /// All keys and values of a group together.
    package static let mostAttributeBytes = ByteCount.kibibytes(16)

    /// Why a request is refused.
    package enum Refusal: Error, Equatable, Sendable {
        /// There is no such group, or the one who asks is not in it.
        case notFound
        /// The role does not reach.
        case notAllowed
        case idTaken
        /// More members, groups, attributes or bytes than there may be.
        case full
        /// A user who never logged in.
        case unknownUser
        /// A user who is not in the group.
        case notMember
    }

    /// What changes a group, and the roles that are needed.
    package enum Act: Equatable, Sendable {
        case dismiss
        case add
        /// `role`: of the one who is to go.
        case remove(role: GroupRole)
        case leave
        case setAttributes
        /// `from`, `to`: of another member.
        case setRole(from: GroupRole, to: GroupRole)
    }

    /// Whether a member of this role may do it. Admins have power over members only, the owner over everybody else; the owner
    /// does not leave, but hands over or dismisses.
    package static func allows(_ act: Act, to role: GroupRole) -> Bool {
        switch act {
        case .dismiss, .setRole: role == .owner
        case .add, .setAttributes: role >= .admin
        case .remove(let other): role >= .admin && other < role
        case .leave: role != .owner
        }
    }

    /// Whether the key can name an attribute.
    package static func isKey(_ key: String) -> Bool {
        (1...longestKey).contains(key.utf8.count)
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// Whether a group may hold these attributes together.
    package static func hasRoom(for attributes: [String: String]) -> Bool {
        attributes.count <= mostAttributes
            && attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } <= mostAttributeBytes.bytes
    }
}
