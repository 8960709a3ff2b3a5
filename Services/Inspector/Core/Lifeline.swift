/// One column of a diagram: a process, or a client's device.
package struct Lifeline: Sendable, Hashable {
    package enum Role: Int, Sendable, Hashable, Comparable {
        case client, gateway, presence, signaling, push, media, other

        package static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }

        init(service: String) {
            switch service {
            case "client": self = .client
            case "gateway": self = .gateway
            case "presence": self = .presence
            case "signaling": self = .signaling
            case "push": self = .push
            case "media": self = .media
            default: self = .other
            }
        }
    }

    package let role: Role
    /// The user of a client, otherwise the service.
    package let name: String
    /// The device of a client, otherwise the process's instance.
    package let instance: String
    /// What stands above the column: the name, with a number or the device where the name is not enough.
    package internal(set) var label: String

    init(role: Role, name: String, instance: String) {
        self.role = role
        self.name = name
        self.instance = instance
        label = name
    }

    /// Clients in the order they appear, then the services in the order a call passes them, instances by name.
    static func arranged(_ found: [Lifeline]) -> [Lifeline] {
        var unique: [Lifeline] = []
        for lifeline in found where !unique.contains(where: { $0.isSame(as: lifeline) }) { unique.append(lifeline) }
        let clients = unique.filter { $0.role == .client }
        let others = unique.filter { $0.role != .client }
            .sorted { ($0.role, $0.name, $0.instance) < ($1.role, $1.name, $1.instance) }
        return labelled(clients + others)
    }

    func isSame(as other: Lifeline) -> Bool {
        role == other.role && name == other.name && instance == other.instance
    }

    private static func labelled(_ lifelines: [Lifeline]) -> [Lifeline] {
        var numbers: [String: Int] = [:]
        return lifelines.map { lifeline in
            var lifeline = lifeline
            let hasTwins = lifelines.filter { $0.role == lifeline.role && $0.name == lifeline.name }.count > 1
            guard hasTwins else { return lifeline }
            numbers[lifeline.name, default: 0] += 1
            lifeline.label = "\(lifeline.name)#\(numbers[lifeline.name] ?? 1)"
            return lifeline
        }
    }
}
