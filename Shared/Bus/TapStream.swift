public import Wire

/// What a reader of a tap hears.
public enum TapReading: Sendable, Hashable {
    /// The tap is connected and armed; events come from now on.
    case connected
    case event(Proto.TapEvent)
    /// So many events are missing here: the publisher's budget for us or its queue to us was full, or we read too slowly.
    case gap(missed: UInt64)
    /// Not connected, or not any more; it is dialled again. What happens meanwhile is not seen.
    case lost(PeerLossCause)
}

/// The events of one process, as they come. Reading starts at the first `next`; losing the process does not end it, going
/// away or cancelling the task does.
public struct TapStream: AsyncSequence, Sendable {
    public typealias Element = TapReading
    public typealias Failure = Never

    private let core: BusCore
    /// Where the tap is.
    public let endpoint: String
    private let service: String
    private let filter: TapFilter

    init(_ core: BusCore, endpoint: String, service: String, filter: TapFilter) {
        self.core = core
        self.service = service
        self.endpoint = endpoint
        self.filter = filter
    }

    public func makeAsyncIterator() -> Iterator { Iterator(TapSession(core, endpoint, service, filter)) }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        private let session: TapSession
        /// Of the event seen last on this connection.
        private var sequence: UInt64 = 0
        private var held: Proto.TapEvent?

        fileprivate init(_ session: TapSession) { self.session = session }

        public mutating func next() async -> TapReading? { await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> TapReading? {
            if let event = held.take() { return .event(event) }
            while let entry = await session.inbox.next() {
                switch entry {
                case .connected:
                    sequence = 0
                    return .connected
                case .lost(let cause): return .lost(cause)
                case .frame(let frame):
                    // Not an event of this contract: whoever bound that port is no tap.
                    guard let event = try? Proto.TapEvent(decoding: frame) else { return .gap(missed: 1) }
                    let expected = sequence + 1
                    sequence = event.sequence
                    guard event.sequence > expected else { return .event(event) }
                    held = event
                    return .gap(missed: event.sequence - expected)
                }
            }
            return nil
        }
    }
}

/// Behind a stream's iterator: opens the tap, closes it when the iterator goes away.
private final class TapSession {
    let inbox = TapInbox()
    private let core: BusCore
    private let number: UInt64

    init(_ core: BusCore, _ endpoint: String, _ service: String, _ filter: TapFilter) {
        self.core = core
        number = core.nextID()
        let reader = TapReader(
            number: number, endpoint: endpoint, service: service, id: .random(), filter: filter, inbox: inbox)
        if !core.outbox.post(.openTap(reader)) { inbox.close() }
    }

    deinit { core.outbox.post(.closeTap(number)) }
}
