public import Wire

/// What `bus-peer` answers.
public enum FaultMethods {
    /// Writes its request into the peer's journal, as something that must not be done twice, and answers with it.
    public static let book = MethodDescriptor(service: "test.Echo", name: "Book")
    /// May be asked again and again; answers with the peer's name.
    public static let look = MethodDescriptor(service: "test.Echo", name: "Lookup", isIdempotent: true)
    /// Holds every thread of the peer that handlers run on, for as long as it lives.
    public static let block = MethodDescriptor(service: "test.Echo", name: "Hang")
    /// As many items of 1,000 bytes as the reader takes.
    public static let pour = MethodDescriptor(service: "test.Echo", name: "Pour", isServerStreaming: true)
}
