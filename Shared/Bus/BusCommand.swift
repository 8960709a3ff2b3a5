import NameResolution
import Wire

/// What other threads ask of the I/O thread.
enum BusCommand: Sendable {
    // Calls that this process makes.
    case openChannel(UInt64, targets: [String], service: String)
    case closeChannel(UInt64)
    /// The endpoints a channel leads to now.
    case instances(channel: UInt64, CheckedContinuation<[String], Never>)
    case startCall(OutgoingCall)
    case cancelCall(UInt64)
    case giveCredit(call: UInt64, bytes: Int)
    /// What the resolver found for a host name.
    case resolved(String, Result<[String], NameFailure>)

    // Calls that this process answers.
    case serve(HandlerTable, BindReply)
    case handlerEnded(call: UInt64, Result<[UInt8], RPCError>)
    case item(call: UInt64, [UInt8], sequence: UInt32)

    // Taps.
    case record(TapSighting)
    case openTap(TapReader)
    case closeTap(UInt64)

    // The node itself.
    case snapshot(CheckedContinuation<BusSnapshot?, Never>)
    /// Refuse new calls; resumes when no call runs any more or the limit is over.
    case drain(until: ContinuousClock.Instant, CheckedContinuation<Void, Never>)
    /// Other keys from now on.
    case secure(BusSecurity)
    /// End everything and the thread. Resumes when all sockets are closed.
    case close(CheckedContinuation<Void, Never>?)
}

/// A call on its way out. For a stream the deadline bounds only the time until it leaves.
struct OutgoingCall: Sendable {
    /// Of a stream that does not live for ever.
    struct StreamLimits: Sendable {
        let firstItem: ContinuousClock.Instant?
        let end: ContinuousClock.Instant?
    }

    enum Receiver: Sendable {
        case unary(CheckedContinuation<Result<[UInt8], RPCError>, Never>)
        case stream(StreamInbox, window: Int)
    }

    let id: UInt64
    let channel: UInt64
    let method: MethodDescriptor
    let request: [UInt8]
    let shardKey: String
    let identity: Proto.ClientIdentity?
    /// Empty: a new trace begins here.
    let traceID: [UInt8]
    /// Of the call whose handler makes this one; empty outside a handler.
    let parentSpanID: [UInt8]
    let metadata: RPCMetadata
    let waitForReady: Bool
    let streamLimits: StreamLimits?
    let started: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    let receiver: Receiver

    var isStream: Bool {
        if case .stream = receiver { true } else { false }
    }

    /// Tells whoever waits. Exactly once per call.
    func finish(_ outcome: Result<[UInt8], RPCError>) {
        switch receiver {
        case .unary(let continuation):
            continuation.resume(returning: outcome)
        case .stream(let inbox, _):
            switch outcome {
            case .success: inbox.finish(nil)
            case .failure(let error): inbox.finish(error)
            }
        }
    }
}

/// The methods a node answers, by path.
struct HandlerTable: Sendable {
    struct Entry: Sendable {
        let handler: RPCHandler
        /// Health and Introspect answer while the node drains.
        let isBuiltIn: Bool
        /// Open to peers that may only read.
        let isReadable: Bool

        init(_ handler: RPCHandler, isBuiltIn: Bool) {
            self.handler = handler
            self.isBuiltIn = isBuiltIn
            isReadable = isBuiltIn
        }
    }

    private(set) var entries: [String: Entry] = [:]

    /// False if the method is there already.
    mutating func add(_ handler: RPCHandler, isBuiltIn: Bool = false) -> Bool {
        entries.updateValue(Entry(handler, isBuiltIn: isBuiltIn), forKey: handler.method.path) == nil
    }

    var services: [String] { Set(entries.values.map(\.handler.method.service)).sorted() }

    subscript(path: String) -> Entry? { entries[path] }
}
