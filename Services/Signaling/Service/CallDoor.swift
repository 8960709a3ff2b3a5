import CallModel
import SignalingCore
import Synchronization
import Wire

/// Where new calls are let in, or refused at once (`CallAdmission`).
final class CallDoor: Sendable {
    private let admission = Mutex(CallAdmission())

    func pass(waited: Duration, at now: MonotonicInstant) throws(RPCError) {
        guard admission.withLock({ $0.admits(waited: waited, at: now) }) else { throw .tooManyCalls }
    }
}
