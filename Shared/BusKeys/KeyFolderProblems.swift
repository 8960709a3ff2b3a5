/// Everything that is wrong with a key folder, in an operator's words. Never a key.
public struct KeyFolderProblems: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one; each names its file.
    public let list: [String]

    public init(_ list: [String]) { self.list = list }

    public var description: String { list.joined(separator: "\n") }
}
