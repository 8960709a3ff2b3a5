/// An enum of the contract. It is open: a number that this build does not know survives decoding and encoding.
public protocol WireEnum: RawRepresentable<Int32>, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    init(rawValue: Int32)

    /// `STATUS_CODE_OK`; the number for an unknown value.
    var name: String { get }
}

extension WireEnum {
    /// The value of that name in the contract.
    public init?(name: String) {
        guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = value
    }

    public var description: String { name }
}
