import Crypto
import Wire

/// Where the calls that a client's request leads to come from: what taps and traces know the request by while it is in
/// flight. A trace begins with it, unless the client follows one of its own.
struct RequestOrigin: Sendable {
    /// The service name of whoever is connected by WebSocket.
    static let peer = "client"

    let method: String
    let shardKey: String
    let traceID: [UInt8]
    let spanID: [UInt8]

    /// What is longer is no call id.
    private static let longestKey = 64

    init(_ header: Proto.Header) {
        method = header.method
        shardKey = header.shardKey.utf8.count <= Self.longestKey ? header.shardKey : ""
        // The last bytes of a trace choose what is sampled, so they are random.
        traceID = header.traceId.count == 16 ? header.traceId : SecureRandom.bytes(16)
        spanID = SecureRandom.bytes(8)
    }

    /// Work for the request, whose calls are part of its trace.
    func begin(_ work: @escaping @Sendable () async -> Void) {
        let context = RPCContext(traceID: traceID, spanID: spanID, shardKey: shardKey, peer: Self.peer)
        RPCContext.$current.withValue(context) { _ = Task { await work() } }
    }
}
