/// Why bytes from the network were refused, or why a packet could not be written.
public enum RTPError: Error, Equatable, Sendable {
    /// Shorter than what its own fields promise.
    case truncated
    /// The version field is not 2.
    case wrongVersion
    /// The padding count is 0 or larger than the payload (RFC 3550, 5.1).
    case wrongPadding
    /// A compound that does not start with a report or whose lengths do not add up (RFC 3550, 6.1).
    case malformedCompound
    /// The destination is too small.
    case noRoom
}
