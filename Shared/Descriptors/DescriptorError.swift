/// Why bytes are no FileDescriptorSet that can be worked with.
public enum DescriptorError: Error, Hashable, Sendable {
    /// No protobuf bytes, or not of this type.
    case malformed
    case tooLarge(limit: Int)
    case outOfMemoryBudget(limit: Int)
    /// Message types declared within message types, deeper than anybody does.
    case tooDeep(limit: Int)
    /// A name that protoc would not let pass.
    case badName(String)
}
