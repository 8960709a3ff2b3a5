import CallModel
import Database
import SignalingCore
import Wire

/// What an installation has set for whether somebody is rung.
struct RingRules: Sendable {
    /// Within this after a call in vain to a user who does not want to be disturbed, the same caller gets through.
    var repeatWindow = Duration.zero
    /// A user in a call may have a second one.
    var isWaitingOn = false
}

/// Who wants to ring others, by which call.
struct RingAttempt: Sendable {
    let caller: UserID
    let call: CallID
    let at: WallTime
    let rules: RingRules
}

extension Transaction {
    /// Users with what this transaction and presence know of them.
    func invitees(
        _ userIDs: [UserID], users: [UserID: Proto.UserPresence], for attempt: RingAttempt
    ) throws -> [Invitee] {
        var invitees: [Invitee] = []
        for userID in userIDs {
            guard let presence = users[userID], presence.exists, !presence.isBlocked else {
                let standing: Invitee.Standing = users[userID]?.isBlocked == true ? .blocked : .unknown
                invitees.append(Invitee(userID: userID, standing: standing))
                continue
            }
            let standing = try self.standing(of: userID, presence, for: attempt)
            invitees.append(Invitee(userID: userID, standing: standing, devices: presence.devices))
        }
        return invitees
    }

    private func standing(
        of user: UserID, _ presence: Proto.UserPresence, for attempt: RingAttempt
    ) throws -> Invitee.Standing {
        let standing = try self.standing(of: user, isWaitingOn: attempt.rules.isWaitingOn)
        guard standing != .busy, presence.isDoNotDisturb else { return standing }
        return try note(attempt, on: user).breaksThrough ? standing : .doNotDisturb
    }

    /// Keeps the call, so that the caller's next one can be judged by it.
    private func note(_ attempt: RingAttempt, on user: UserID) throws -> QuietCall {
        let row = try queryOne(
            "SELECT call_id, called_ms, breaks_through FROM quiet_calls WHERE user_id = $1 AND caller_id = $2",
            user.rawValue, attempt.caller.rawValue)
        let last = try row.map { row in
            QuietCall(
                id: CallID(try row.text(0)), calledAt: WallTime(milliseconds: try row.integer(1)),
                breaksThrough: try row.bool(2))
        }
        let call = QuietCall(attempt.call, after: last, at: attempt.at, window: attempt.rules.repeatWindow)
        guard call != last else { return call }
        try execute(
            """
            INSERT INTO quiet_calls (user_id, caller_id, call_id, called_ms, breaks_through)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id, caller_id) DO UPDATE SET call_id = excluded.call_id,
                called_ms = excluded.called_ms, breaks_through = excluded.breaks_through
            """,
            user.rawValue, attempt.caller.rawValue, call.id.rawValue, call.calledAt.milliseconds, call.breaksThrough)
        return call
    }
}

extension Invitee {
    /// Of a user who keeps nobody off. `users`: what presence said.
    init(_ userID: UserID, _ users: [UserID: Proto.UserPresence], isBusy: Bool) {
        guard let presence = users[userID], presence.exists else {
            self.init(userID: userID, standing: .unknown)
            return
        }
        self.init(userID: userID, standing: isBusy ? .busy : .free, devices: presence.devices)
    }
}

extension Proto.UserPresence {
    /// Keeps the caller off neither by a block nor by do-not-disturb.
    var isReachable: Bool { !isBlocked && !isDoNotDisturb }
}
