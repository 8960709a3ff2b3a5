package import Wire

/// One attempt of one call, put together from what both ends saw of it.
package struct Exchange: Sendable, Hashable {
    /// When one process saw one point of it.
    package struct Sighting: Sendable, Hashable {
        /// The process's own clock: exact differences within it.
        package let monotonicNanoseconds: UInt64
        /// The host's UTC clock, uncorrected.
        package let wall: Moment
        /// When the inspector heard of it.
        package let arrivedAt: Moment

        package init(monotonicNanoseconds: UInt64, wall: Moment, arrivedAt: Moment) {
            self.monotonicNanoseconds = monotonicNanoseconds
            self.wall = wall
            self.arrivedAt = arrivedAt
        }

        /// Of two sightings of one process.
        func since(_ earlier: Sighting) -> Duration {
            .nanoseconds(Int64(clamping: monotonicNanoseconds) - Int64(clamping: earlier.monotonicNanoseconds))
        }
    }

    /// A message that one side counted as refused, expired or lost.
    package struct Drop: Sendable, Hashable {
        /// The counter it was counted under.
        package let cause: String
        /// What is known beyond the cause.
        package let detail: String
        package let process: ProcessKey
        package let sighting: Sighting

        package init(cause: String, detail: String = "", process: ProcessKey, sighting: Sighting) {
            self.cause = cause
            self.detail = detail
            self.process = process
            self.sighting = sighting
        }
    }

    /// What became of it, as far as the taps tell.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// Under way.
        case open
        /// Its end was seen.
        case ended
        /// A request whose end was never seen.
        case orphanRequest = "orphan_request"
        /// An answer whose request was never seen.
        case orphanReply = "orphan_reply"
        /// Let go before its end, because too many were open.
        case evicted
    }

    /// The end whose items are counted.
    enum ItemSide: Sendable, Hashable { case client, server }

    /// Counts up in the order of discovery.
    package let id: UInt64
    /// Shared by the attempts of one call.
    package var call: UInt64
    package var client = ProcessKey(service: "", instance: "")
    package var server = ProcessKey(service: "", instance: "")
    package var method = ""
    package var requestID: UInt64 = 0
    package var traceID: [UInt8] = []
    package var spanID: [UInt8] = []
    /// The call whose handler made this one.
    package var parentSpanID: [UInt8] = []
    package var shardKey = ""
    package var identity: Proto.ClientIdentity?
    /// From 1; 0 if no request was seen.
    package var attempt: UInt32 = 0
    /// Time left to the deadline when the request was sent; 0: none.
    package var remainingMilliseconds: UInt32 = 0

    package var clientSend: Sighting?
    package var serverReceive: Sighting?
    package var handlerStart: Sighting?
    package var serverSend: Sighting?
    package var clientReceive: Sighting?
    /// The caller no longer wanted the answer: when either side saw it.
    package var cancelled: Sighting?
    /// The caller's side ended it without an answer: no connection, a lost one, or no time left.
    package var givenUp: Sighting?
    package var drops: [Drop] = []

    package var requestBytes = 0
    package var responseBytes = 0
    package var request: JSONValue?
    package var response: JSONValue?
    package var status: Proto.Status?
    /// Items of a stream, counted at one end only.
    package var itemCount = 0
    package var itemBytes = 0
    var itemSide: ItemSide?
    /// Bytes the reader has let the sender send.
    package var creditBytes: UInt64 = 0
    /// An item or credit was seen: the answer is a stream.
    package var isStream = false
    package var state = State.open

    package init(id: UInt64, call: UInt64? = nil) {
        self.id = id
        self.call = call ?? id
    }
}

extension Exchange {
    /// From sending the request to having the answer, by the caller's clock.
    package var total: Duration? { span(clientSend, clientReceive) }

    /// In the server process, by its clock.
    package var atServer: Duration? { span(serverReceive, serverSend) }

    /// Between arrival and the handler's start.
    package var queue: Duration? { span(serverReceive, handlerStart) }

    /// From the handler's start to its answer.
    package var handler: Duration? { span(handlerStart, serverSend) }

    /// On the way, both directions: what is left of the total. Needs no agreement between clocks.
    package var network: Duration? {
        guard let total, let atServer else { return nil }
        return max(.zero, total - atServer)
    }

    /// What the deadline had left when the answer came; negative if it came too late. `nil` without a deadline.
    package var slack: Duration? {
        guard remainingMilliseconds > 0, let total else { return nil }
        return .milliseconds(Int64(remainingMilliseconds)) - total
    }

    /// Its end was seen, and it was no success.
    package var isFailure: Bool { status.map { $0.code != .ok } ?? (cancelled != nil) }

    /// The one that is called, by the method's name where no connection tells.
    package var serverName: String {
        guard server.instance.isEmpty, server.service.isEmpty else { return server.name }
        return shortMethod.prefix { $0 != "/" }.lowercased()
    }

    /// All five points were seen.
    package var isComplete: Bool {
        clientSend != nil && serverReceive != nil && handlerStart != nil && serverSend != nil && clientReceive != nil
    }

    /// The earliest arrival of anything about it.
    package var firstArrival: Moment? { sightings.map(\.arrivedAt).min() }

    /// The latest arrival of anything about it.
    package var lastArrival: Moment? { sightings.map(\.arrivedAt).max() }

    private var sightings: [Sighting] {
        [clientSend, serverReceive, handlerStart, serverSend, clientReceive, cancelled, givenUp].compactMap { $0 }
            + drops.map(\.sighting)
    }

    private func span(_ start: Sighting?, _ end: Sighting?) -> Duration? {
        guard let start, let end else { return nil }
        return max(.zero, end.since(start))
    }
}
