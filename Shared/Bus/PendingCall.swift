/// A call that is not over: a class, because every step of a call looks it up and values this large are dear to copy.
/// Confined to the I/O thread.
final class PendingCall {
    /// Where a call is.
    enum Place: Equatable {
        /// In its channel: no connection is ready.
        case waiting
        /// Handed to a connection whose socket has not taken it yet.
        case queued(Int)
        /// It left.
        case sent(Int)
        /// It failed and is tried again in a moment.
        case pausing
    }

    let call: OutgoingCall
    var place = Place.waiting
    /// Times it left, without the free retry.
    var attempts = 0
    var hadFreeRetry = false
    /// The connection on which it failed last.
    var avoided: Int?

    /// The same for every attempt; drawn when it leaves, if nobody follows it yet.
    var traceID: [UInt8]
    /// Of the last attempt.
    var spanID: [UInt8] = []

    init(_ call: OutgoingCall) {
        self.call = call
        traceID = call.traceID
    }
}
