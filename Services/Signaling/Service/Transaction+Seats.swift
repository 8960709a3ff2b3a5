import CallModel
import Database
import ServiceStore
import SignalingCore

/// A user's place in one of his calls.
struct Seat: Hashable {
    let callID: CallID
    /// The one call in which the user is active: not on hold, and not rung beside another.
    let isActive: Bool
}

/// Which calls a user is in: two at most, active in one at most. The table's keys hold that, whatever decides at the same
/// moment; who breaks one decides again.
extension Transaction {
    /// The active one first.
    func seats(of user: UserID) throws -> [Seat] {
        try query(
            "SELECT call_id, is_active FROM active_seats WHERE user_id = $1 ORDER BY is_active DESC", user.rawValue
        ).map { Seat(callID: CallID(try $0.text(0)), isActive: try $0.integer(1) == 1) }
    }

    /// Whether the user can have no other call than `call`. `isWaitingOn`: a second one may ring, or be placed while the
    /// first is on hold.
    func isBusy(_ user: UserID, besides call: CallID, isWaitingOn: Bool) throws -> Bool {
        let others = try seats(of: user).filter { $0.callID != call }
        guard let other = others.first else { return false }
        guard isWaitingOn, others.count == 1, !other.isActive else { return true }
        return try load(other.callID)?.bearsAnother(for: user) != true
    }

    /// Whether a call can ring the user. `isWaitingOn`: also beside one that the user takes part in.
    func standing(of user: UserID, isWaitingOn: Bool) throws -> Invitee.Standing {
        let seats = try self.seats(of: user)
        guard let other = seats.first else { return .free }
        guard isWaitingOn, seats.count == 1, try load(other.callID)?.bearsAnother(for: user) == true else {
            return .busy
        }
        return .waiting
    }

    /// Throws `WriteConflict` if another call was faster.
    func takeSeat(_ user: UserID, in call: String, isActive: Bool) throws {
        let seats = try execute(
            """
            INSERT INTO active_seats (user_id, seat, call_id, is_active)
            VALUES ($1, COALESCE((SELECT 3 - MIN(seat) FROM active_seats WHERE user_id = $1), 1), $2, $3)
            ON CONFLICT DO NOTHING
            """,
            user.rawValue, call, isActive)
        guard seats == 1 else { throw WriteConflict() }
    }

    func mark(_ user: UserID, in call: String, isActive: Bool) throws {
        try execute(
            "UPDATE active_seats SET is_active = $3 WHERE user_id = $1 AND call_id = $2", user.rawValue, call, isActive)
    }
}
