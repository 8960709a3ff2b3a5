/// The contract: every message, enum and service of `proto/partyline/v1` lives in here.
public enum Proto {
    /// The two directions of a method between bytes and JSON. `nil` for a path that is no method of the contract.
    public static func transcoder(_ path: String) -> Transcoder? { transcoders[path] }
}
