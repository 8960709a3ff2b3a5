package import CallModel

/// The calls of this client as an app sees them at one moment.
package struct CallOverview: Sendable, Hashable {
    /// The call in front; for a moment after its end still that call.
    package var call: CallSnapshot?
    package var ownStatus: ParticipantStatus = .none
    /// Everybody who rings or is in the call, oneself included. Empty when there is no call.
    package var participants: [Participant] = []
    /// Whole seconds since the call was connected, the same on all its devices.
    package var duration: Duration = .zero
    package var volumes: [UserID: Int] = [:]
    package var qualities: [UserID: Int] = [:]

    package init() {}
}
