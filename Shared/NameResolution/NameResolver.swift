/// Turns host names into addresses without making the asking thread wait.
public protocol NameResolver: Sendable {
    /// Looks a name up and hands over its numeric addresses, IPv4 and IPv6, each once. `deliver` is called exactly once, on
    /// any thread, maybe before this returns and maybe much later: name servers hang.
    func resolve(_ host: String, then deliver: @escaping @Sendable (Result<[String], NameFailure>) -> Void)
}

/// Why a name gave no addresses.
public enum NameFailure: Error, Hashable, Sendable {
    /// No such name, or it has no addresses.
    case notFound
    /// The name server did not answer, or asks to try later.
    case temporary
    /// Broken resolver, memory, descriptors; with `getaddrinfo`'s words.
    case system(String)
}
