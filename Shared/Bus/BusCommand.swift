import CallModel
import NameResolution
import Suspension
import Wire

/// What other threads ask of the I/O thread. Rare and large things are behind a reference, so that what is said for every
/// call stays small.
enum BusCommand: Sendable {
    // Calls that this process makes.
    indirect case openChannel(UInt64, targets: [String], service: String)
    case closeChannel(UInt64)
    /// The endpoints a channel leads to now.
    indirect case instances(channel: UInt64, CheckedContinuation<[String], Never>)
    case startCall(OutgoingCall)
    case cancelCall(OutgoingCall)
    case giveCredit(OutgoingCall, bytes: Int)
    /// What the resolver found for a host name.
    indirect case resolved(String, Result<[String], NameFailure>)

    // Calls that this process answers.
    indirect case serve(HandlerTable, BindReply)
    case handlerEnded(IncomingCall)
    case item(call: UInt64, [UInt8], sequence: UInt32)

    // Taps.
    indirect case record(TapSighting)
    indirect case openTap(TapReader)
    case closeTap(UInt64)

    /// A task's next step, of a task that prefers this thread.
    case run(Job)

    // The node itself.
    indirect case snapshot(withRecent: Bool, CheckedContinuation<BusSnapshot?, Never>)
    /// Refuse new calls; resumes when no call runs any more or the limit is over.
    indirect case drain(until: MonotonicInstant, CheckedContinuation<Void, Never>)
    /// Other keys from now on.
    indirect case secure(BusSecurity)
    /// End everything and the thread. Resumes when all sockets are closed.
    indirect case close(CheckedContinuation<Void, Never>?)
}
