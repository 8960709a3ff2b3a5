public import Bus

/// Who may call whom: `allow.conf`, a line `SERVICE = ROLE ROLE...` for each service.
public struct CallerList: Sendable, Hashable {
    /// A service that is not here is called by nobody.
    public var callers: [BusRole: Set<BusRole>]

    public init(_ callers: [BusRole: Set<BusRole>]) { self.callers = callers }

    /// Partyline's services: who calls whom in the life of a call, and the tools.
    public static let standard: CallerList = {
        let tools: Set<BusRole> = [.inspector, .inspectorFull, .command]
        let services: [String: [String]] = [
            "gateway": ["presence", "signaling"],
            "presence": ["gateway", "signaling"],
            "signaling": ["gateway", "presence", "push"],
            "push": ["gateway", "signaling"],
            "media": ["signaling"],
        ]
        return CallerList(
            Dictionary(
                uniqueKeysWithValues: services.map { (BusRole($0), tools.union($1.map { BusRole($0) })) }))
    }()

    /// The roles that a fresh folder has keys for.
    public static let standardRoles: [BusRole] = standard.callers.keys.sorted() + [.command, .inspector]

    static let file = "allow.conf"

    /// What the file holds.
    public var text: String {
        var lines = [
            "# Who may connect to whom on the bus: a service, and the roles whose keys it lets in. A service without a line",
            "# is called by nobody. inspector and command may only read; inspector-full may call everything.",
        ]
        let width = (callers.keys.map(\.rawValue.count).max() ?? 0)
        for (service, roles) in callers.sorted(by: { $0.key < $1.key }) {
            let name = service.rawValue + String(repeating: " ", count: width - service.rawValue.count)
            lines.append("\(name) = \(roles.sorted().map(\.rawValue).joined(separator: " "))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    init(text: String, file: String = CallerList.file) throws(KeyFolderProblems) {
        var problems: [String] = []
        var callers: [BusRole: Set<BusRole>] = [:]
        for (line, key, value) in KeyValueLines.pairs(of: text, file: file, &problems) {
            guard let service = BusRole(checking: key) else {
                problems.append("\(file):\(line): \"\(key.prefix(64))\" is no name of a service")
                continue
            }
            var roles: Set<BusRole> = []
            for word in value.split(whereSeparator: \.isWhitespace) {
                guard let role = BusRole(checking: String(word)) else {
                    problems.append("\(file):\(line): \"\(word.prefix(64))\" is no name of a role")
                    continue
                }
                roles.insert(role)
            }
            if callers.updateValue(roles, forKey: service) != nil {
                problems.append("\(file):\(line): \(service) has a line already")
            }
        }
        guard problems.isEmpty else { throw KeyFolderProblems(problems) }
        self.callers = callers
    }
}
