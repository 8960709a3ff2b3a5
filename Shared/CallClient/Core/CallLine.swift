package import CallModel

/// One call as this client knows it: what the server said last, and what the app wants with it meanwhile.
struct CallLine: Sendable {
    /// Where this device stands with the call.
    enum Stage: Sendable, Hashable {
        /// Our Call is on its way. Left when the server answers, or when the app hangs up.
        case placing
        /// Our Join is on its way.
        case joining
        /// It rings while another call is in front. Left when that one ends, or this one does.
        case held
        /// Told to the app; the server's snapshot says whether it rings or is connected.
        case announced
        /// The app has hung up or rejected. Media is off; left when the server confirms, at the latest when the timer
        /// fires.
        case leaving
    }

    let callID: CallID
    var stage: Stage
    /// `nil` until the server has said anything.
    var snapshot: CallSnapshot?
    /// Snapshots up to this version are from before this device came back to the call.
    var floor: UInt64 = 0
    /// The app's Call or Join that is not answered yet.
    var opening: Ticket?
    /// The app's accept that is not answered yet.
    var accepting: Ticket?
    /// The app's invites that are not answered yet.
    var inviting: [Ticket] = []
    /// Commands that wait for the call to be over.
    var leavers: [Ticket] = []
    /// The era for which a place in the room was last asked.
    var askedEra: UInt32 = 0
    /// Its media was started and not stopped.
    var hasMedia = false
    /// The server has heard which devices are open since this device is in the call.
    var hasToldMediaState = false
    /// What the server was last told about the ring here.
    var acknowledged: AlertState?
    var speakers: [UserID: Int] = [:]
    var qualities: [UserID: Int] = [:]

    init(callID: CallID, stage: Stage, snapshot: CallSnapshot? = nil, opening: Ticket? = nil, floor: UInt64 = 0) {
        self.callID = callID
        self.stage = stage
        self.snapshot = snapshot
        self.opening = opening
        self.floor = floor
    }

    /// The app has been told that this call exists, so it must be told that it ended.
    var isAnnounced: Bool {
        switch stage {
        case .placing, .joining, .held: false
        case .announced, .leaving: true
        }
    }

    /// The version a snapshot must exceed.
    var version: UInt64 { max(snapshot?.version ?? 0, floor) }

    /// What the app is in this call.
    var ownStatus: ParticipantStatus { isAnnounced ? snapshot?.ownStatus ?? .none : .none }
}

/// An ended call, remembered so that a late ring for it stays silent.
struct Tombstone: Sendable, Hashable {
    let callID: CallID
    /// The newest version seen.
    var version: UInt64
    /// The server itself said that this device is out. Until then its live snapshots are answered by a hang-up; after
    /// it, a live snapshot of a higher version is a new invitation to the same call.
    var isConfirmed: Bool
}

/// What the app asks of its calls.
package enum CallCommand: Sendable, Hashable {
    case call(CallID, participants: [UserID], MediaKind, CallParameters)
    case accept
    case reject
    case hangup
    case join(CallID)
    case invite([UserID], CallParameters)
}

/// What an app is told about calls, in the public API's terms.
package enum CallNotice: Sendable, Hashable {
    case started(CallID, MediaKind)
    case received(CallID, MediaKind, userData: String)
    case ended(CallID, MediaKind, EndReason, by: UserID)
}

package enum CallTimer: Sendable, Hashable {
    /// The ring's deadline and the grace after it are over.
    case ring(CallID)
    /// A hang-up was not confirmed in time.
    case leave(CallID)
    /// The next whole second of the call.
    case tick(CallID)
    /// A place in the room was refused for good; ask again.
    case media(CallID)
    /// The ended call's details leave the state.
    case linger(CallID)
    /// Compare the calls with the server's.
    case sync
}

/// What the desk orders.
package enum DeskEffect: Sendable, Hashable {
    /// `Ticket?`: the app's command behind the request.
    case submit(Request, for: Ticket?, until: MonotonicInstant)
    case withdraw(CallID)
    case abandon(Ticket)
    case notice(CallNotice)
    case commandFinished(Ticket, RequestFailure?)
    /// Media of the call may start with the grant kept under the ticket.
    case startMedia(CallID, era: UInt32, Ticket)
    case stopMedia(CallID)
    case startTimer(CallTimer, MonotonicInstant)
    case cancelTimer(CallTimer)
    case refused(Refusal)
}

/// The times calls go by.
package struct CallPolicy: Sendable, Hashable {
    /// Longest wait for the answer to Call, Join and Invite.
    package var commandTime: Duration = .seconds(15)
    /// A hang-up that was not confirmed by then ends the call on this device alone; it is still delivered.
    package var leaveTime: Duration = .seconds(2)
    /// How long a hang-up is tried to be delivered.
    package var leaveDelivery: Duration = .seconds(60)
    /// An incoming ring ends by itself so long after its deadline, if the server has not ended it by then.
    package var ringGrace: Duration = .seconds(2)
    /// An outgoing ring likewise; longer, because the callee's accept may still be under way.
    package var callerGrace: Duration = .seconds(4)
    package var mediaTime: Duration = .seconds(10)
    package var mediaPause: Duration = .seconds(1)
    package var noticeTime: Duration = .seconds(10)
    /// How often a client with calls asks whether it missed an update.
    package var syncInterval: Duration = .seconds(15)
    /// How long `activeCall` stays readable after the end.
    package var linger: Duration = .seconds(1)
    /// Ended calls that are remembered, so that a late ring for one stays silent.
    package var tombstones = 256

    package init() {}
}
