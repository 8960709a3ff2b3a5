package import CallModel

/// A room as the control side sees it: who is in it and by which grant.
package struct Room: Sendable, Equatable {
    /// One session's part in the room.
    package struct Participant: Sendable, Equatable {
        package let number: ParticipantNumber
        package let session: SessionID
        package let user: UserID
        /// What the grant was made of; a repeated join gives the same.
        package let streams: StreamOffer
        package internal(set) var isMuted: Bool
    }

    package let number: RoomNumber
    package let call: CallID
    package let era: Era
    package let loop: LoopIndex
    /// In the order in which they joined.
    package internal(set) var participants: [Participant] = []
    /// Since when nobody is in it; `nil` while somebody is.
    package internal(set) var emptySince: MonotonicInstant?

    /// The participant a session is, if it is in the room.
    package func participant(of session: SessionID) -> Participant? { participants.first { $0.session == session } }
}
