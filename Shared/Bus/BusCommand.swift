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
    case cancelCall(OutgoingCall)
    case giveCredit(OutgoingCall, bytes: Int)
    /// What the resolver found for a host name.
    case resolved(String, Result<[String], NameFailure>)

    // Calls that this process answers.
    case serve(HandlerTable, BindReply)
    case handlerEnded(IncomingCall)
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
