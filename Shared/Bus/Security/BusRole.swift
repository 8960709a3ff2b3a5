/// What a key on the bus is for: a service's name, or the work of a tool.
public struct BusRole: RawRepresentable, Sendable, Hashable, Comparable {
    /// `signaling`
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ name: String) { rawValue = name }

    /// `zmqinspect`: may look at everything and change nothing.
    public static let inspector = BusRole("inspector")
    /// `zmqinspect` in the hands of an operator who may also call what changes something.
    public static let inspectorFull = BusRole("inspector-full")
    /// `partyline`: asks services whether they are well.
    public static let command = BusRole("command")

    /// May call Health, Introspect and methods without side effects only.
    public var mayOnlyRead: Bool { self == .inspector || self == .command }

    /// May read what a tap publishes.
    public var mayReadTaps: Bool { self == .inspector || self == .inspectorFull }

    /// Whether a process with a key of this role may call itself that in its HELLO.
    func fits(service: String) -> Bool {
        switch self {
        case .inspector, .inspectorFull: service == "inspector" || service == "zmqinspect"
        case .command: service == "command" || service == "partyline"
        default: service == rawValue
        }
    }

    public static func < (left: BusRole, right: BusRole) -> Bool { left.rawValue < right.rawValue }
}

extension BusRole: CustomStringConvertible {
    public var description: String { rawValue }
}
