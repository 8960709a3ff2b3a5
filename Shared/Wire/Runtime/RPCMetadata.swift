/// Keys and values beside a call's message: what concerns the call but is no part of its contract. Keys are lower case
/// ASCII by custom; a later value of a key replaces the earlier.
public struct RPCMetadata: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// What all keys and values of one call may take together.
    public static let mostBytes = 8 << 10

    /// As it travels in `Header.metadata`.
    public private(set) var entries: [Proto.Metadata]

    public init(_ entries: [Proto.Metadata] = []) { self.entries = entries }

    public init(dictionaryLiteral elements: (String, [UInt8])...) {
        entries = []
        for (key, value) in elements { self[key] = value }
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// Of keys and values together.
    public var byteCount: Int { entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.count } }

    /// The value of a key; `nil` if it has none. The last one counts if a peer sent several.
    public subscript(key: String) -> [UInt8]? {
        get { entries.last { $0.key == key }?.value }
        set {
            entries.removeAll { $0.key == key }
            if let newValue { entries.append(Proto.Metadata(key: key, value: newValue)) }
        }
    }

    /// The entries whose keys are in `keys`.
    public func only(_ keys: Set<String>) -> RPCMetadata {
        if entries.isEmpty || keys.isEmpty { return RPCMetadata() }
        return RPCMetadata(entries.filter { keys.contains($0.key) })
    }

    /// These entries and the other's; the other's win.
    public func overlaid(by other: RPCMetadata) -> RPCMetadata {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let replaced = Set(other.entries.map(\.key))
        return RPCMetadata(entries.filter { !replaced.contains($0.key) } + other.entries)
    }
}
