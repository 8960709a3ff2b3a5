public import Bus
public import Foundation
public import ZeroMQ

/// One key of the bus: whose it is, since when, and the key itself. In a file `ROLE-FINGERPRINT.key` with the secret half,
/// or `ROLE-FINGERPRINT.pub` without.
public struct BusKey: Sendable, Hashable {
    /// What its holder is.
    public let role: BusRole
    public let made: Date
    /// Its holder uses it from then on, so that everybody can have heard of it before.
    public let activeFrom: Date
    public let publicKey: CurvePublicKey
    /// `nil`: only the public half is known.
    public let pair: CurveKeyPair?

    /// A fresh one. Times have whole seconds, as in a file.
    public init(fresh role: BusRole, made: Date, activeAfter delay: TimeInterval = 0) {
        let pair = CurveKeyPair()
        self.role = role
        self.made = Date(timeIntervalSince1970: made.timeIntervalSince1970.rounded(.down))
        activeFrom = self.made.addingTimeInterval(delay.rounded(.up))
        publicKey = pair.publicKey
        self.pair = pair
    }

    /// `signaling-3f2a9c10`, without an ending.
    public var name: String { "\(role)-\(publicKey.fingerprint)" }

    /// What the file of the public half holds.
    public var publicText: String {
        """
        # Public key of \(role) on the bus: whoever has this file takes its holder for \(role).
        \(commonLines)
        public-key = \(publicKey)

        """
    }

    /// What the file of the secret half holds; `nil` without one.
    public var secretText: String? {
        pair.map { pair in
            """
            # Secret key of \(role) on the bus: whoever has it can act as \(role). Keep it private.
            \(commonLines)
            secret-key = \(pair.secretText)

            """
        }
    }

    private var commonLines: String {
        """
        role = \(role)
        made = \(made.formatted(.iso8601))
        active-from = \(activeFrom.formatted(.iso8601))
        """
    }

    /// Reads a file's text. `file` is its name, which must be what the key calls for.
    init(text: String, file: String) throws(KeyFolderProblems) {
        let isSecret = file.hasSuffix(".key")
        let keyLine = isSecret ? "secret-key" : "public-key"
        var lines = KeyValueLines(text, file: file, known: ["role", "made", "active-from", keyLine])
        let role = lines.take("role", "a name of lower-case letters, digits and hyphens") { BusRole(checking: $0) }
        let made = lines.take("made", Self.timeForm) { try? Date($0, strategy: .iso8601) }
        let activeFrom = lines.take("active-from", Self.timeForm) { try? Date($0, strategy: .iso8601) }
        let keyForm = "40 characters of Z85"
        let pair = isSecret ? lines.take(keyLine, keyForm, isSecret: true) { CurveKeyPair(secretText: $0) } : nil
        let publicKey = isSecret ? pair?.publicKey : lines.take(keyLine, keyForm) { CurvePublicKey($0) }
        guard let role, let made, let activeFrom, let publicKey, lines.problems.isEmpty else {
            throw KeyFolderProblems(lines.problems)
        }
        self.role = role
        self.made = made
        self.activeFrom = activeFrom
        self.publicKey = publicKey
        self.pair = pair
        let expected = name + (isSecret ? ".key" : ".pub")
        guard file == expected else {
            throw KeyFolderProblems(["\(file): holds the key \(name), so its name must be \(expected)"])
        }
    }

    private static let timeForm = "a time like 2026-11-30T13:00:00Z"
}

extension BusRole {
    /// `nil` unless it is 1 to 32 lower-case letters, digits and hyphens, with a letter first.
    public init?(checking text: String) {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            text.utf8.count <= 32,
            text.utf8.allSatisfy({
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        self.init(text)
    }
}
