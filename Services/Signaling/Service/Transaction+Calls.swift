import CallModel
import Database
import SignalingCore

/// What can be asked of and done to the calls within one transaction.
extension Transaction {
    // MARK: calls

    /// The call of this id, also by the id of one that was merged into it.
    func load(_ id: CallID) throws -> Call? { try row(id)?.call }

    private func row(_ id: CallID) throws -> CallMemory.Kept? {
        let sql = "SELECT state FROM calls WHERE call_id = $1"
        if let text = try queryOne(sql, id.rawValue)?.text(0) { return try kept(text, of: id) }
        guard let alias = try alias(of: id), let text = try queryOne(sql, alias)?.text(0) else { return nil }
        return try kept(text, of: CallID(alias))
    }

    /// The same for a call that is about to be decided on: other replicas that would decide on it wait.
    private func rowToDecide(_ id: CallID) throws -> CallMemory.Kept? {
        let sql = "SELECT state FROM calls WHERE call_id = $1"
        if let text = try queryOneToChange(sql, id.rawValue)?.text(0) { return try kept(text, of: id) }
        guard let alias = try alias(of: id), let text = try queryOneToChange(sql, alias)?.text(0) else { return nil }
        return try kept(text, of: CallID(alias))
    }

    private func kept(_ text: String, of id: CallID) throws -> CallMemory.Kept {
        CallMemory.Kept(text: text, call: try CallRow.decode(text, of: id))
    }

    /// The call that one of this id was merged into.
    private func alias(of id: CallID) throws -> String? {
        try queryOne("SELECT into_call_id FROM merged_calls WHERE call_id = $1", id.rawValue)?.text(0)
    }

    /// Before a question whether there is a call of this id, if what is done then depends on the answer: until the end of
    /// the transaction nobody else places it, or notes that it is called off.
    func lockPlacing(of id: CallID) throws { try lock("call:" + id.rawValue) }

    /// Decides one event on a stored call. The event is made from the call and the same transaction's facts.
    func decide(
        _ id: CallID, at now: WallTime, _ event: (Call, borrowing Transaction) throws -> CallEvent
    ) throws -> Transition? {
        if let recollection = Recollection.current, recollection.mayGuess, let kept = recollection.memory.newest(id),
            let transition = try guess(kept, at: now, event)
        {
            return transition
        }
        guard let row = try rowToDecide(id) else { return nil }
        return try apply(try event(row.call, self), to: row.call, storedAs: row.text, at: now)
    }

    /// `nil`: the event changes nothing or is refused, of which nothing may be concluded from what may be out of date.
    private func guess(
        _ kept: CallMemory.Kept, at now: WallTime, _ event: (Call, borrowing Transaction) throws -> CallEvent
    ) throws -> Transition? {
        do {
            let transition = try apply(try event(kept.call, self), to: kept.call, storedAs: kept.text, at: now)
            return transition.new.version == kept.call.version ? nil : transition
        } catch is CallRefusal { return nil }
    }

    /// Decides the placement of a call that is not stored yet.
    func place(_ call: Call, _ placement: Placement, at now: WallTime) throws -> Transition {
        try apply(.placed(placement), to: call, storedAs: nil, at: now)
    }

    /// `row`: the text that is stored; `nil` for a call that is not.
    private func apply(
        _ event: CallEvent, to old: Call, storedAs row: String?, at now: WallTime
    ) throws -> Transition {
        var call = old
        let effects = try call.handle(event, at: now)
        let transition = Transition(at: now, event: event, old: old, new: call, effects: effects)
        guard call.version != old.version else { return transition }
        try store(call, replacing: row, at: now)
        for effect in effects.filter(\.isStored).inLockOrder { try perform(effect, of: call, at: now) }
        try indexSessions(from: old, to: call)
        return transition
    }

    /// The compare-and-set: on the whole row, since a version that was undone may have come again with another content.
    private func store(_ call: Call, replacing row: String?, at now: WallTime) throws {
        let endpoint: String? =
            if case .placed(let node, _) = call.media { node.endpoint } else { nil }
        guard let row else {
            return try executeLater(
                touching: 1,
                """
                INSERT INTO calls (call_id, version, state, is_over, next_deadline_ms, owes, media_endpoint, changed_ms,
                    decided_by)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
                """,
                call.id.rawValue, Int64(call.version), try CallRow.encode(call), call.state.isOver,
                call.nextDeadline?.milliseconds, !call.owedEffects.isEmpty, endpoint, now.milliseconds, writer)
        }
        try executeLater(
            touching: 1,
            """
            UPDATE calls SET version = $2, state = $3, is_over = $4, next_deadline_ms = $5, owes = $6,
                media_endpoint = $7, changed_ms = $8, decided_by = $10
            WHERE call_id = $1 AND state = $9
            """,
            call.id.rawValue, Int64(call.version), try CallRow.encode(call), call.state.isOver,
            call.nextDeadline?.milliseconds, !call.owedEffects.isEmpty, endpoint, now.milliseconds, row, writer)
    }

    private func perform(_ effect: CallEffect, of call: Call, at now: WallTime) throws {
        let id = call.id.rawValue
        switch effect {
        case .occupy(let user): try takeSeat(user, in: id, isActive: true)
        case .occupySecond(let user): try takeSeat(user, in: id, isActive: false)
        case .activate(let user): try mark(user, in: id, isActive: true)
        case .deactivate(let user): try mark(user, in: id, isActive: false)
        case .release(let user):
            try executeLater("DELETE FROM active_seats WHERE user_id = $1 AND call_id = $2", user.rawValue, id)
        case .occupyGroup(let group):
            try insert(
                "INSERT INTO active_groups (chat_group_id, call_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", group, id)
        case .releaseGroup(let group):
            try executeLater("DELETE FROM active_groups WHERE chat_group_id = $1 AND call_id = $2", group, id)
        case .alias(let other):
            try executeLater(
                "INSERT INTO merged_calls (call_id, into_call_id, merged_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                other.rawValue, id, now.milliseconds)
        case .writeRecord(let record): try write(record)
        case .publish, .findDevices, .pushRing, .pushStop, .createRoom, .closeRoom, .removeFromRoom, .muteInRoom,
            .startTimer, .cancelTimer:
            break  // after the commit
        }
    }

    /// A conflict if another call was faster to take the key.
    private func insert(_ sql: String, _ key: String, _ id: String) throws {
        try executeLater(touching: 1, sql, key, id)
    }

    private func indexSessions(from old: Call, to call: Call) throws {
        let before = Set(old.liveDevices.map(\.sessionID))
        let after = Set(call.liveDevices.map(\.sessionID))
        for session in before.subtracting(after) {
            try executeLater(
                "DELETE FROM active_legs WHERE session_id = $1 AND call_id = $2", session.rawValue, call.id.rawValue
            )
        }
        for session in after.subtracting(before) {
            try executeLater(
                """
                INSERT INTO active_legs (session_id, call_id) VALUES ($1, $2)
                ON CONFLICT (session_id, call_id) DO NOTHING
                """,
                session.rawValue, call.id.rawValue)
        }
    }

    // MARK: facts

    /// Whether nothing is known of the call, nor of any call that one of the users is in: in one question, because with a
    /// server each takes the time of its way. False also for users too many to ask about at once.
    func isUnheardOf(_ id: CallID, _ users: [UserID]) throws -> Bool {
        guard users.count == 2 else { return false }
        return try queryOne(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM calls WHERE call_id = $1)
                OR EXISTS (SELECT 1 FROM merged_calls WHERE call_id = $1)
                OR EXISTS (SELECT 1 FROM called_off WHERE call_id = $1)
                OR EXISTS (SELECT 1 FROM active_seats WHERE user_id = $2 OR user_id = $3)
            """,
            id.rawValue, users[0].rawValue, users[1].rawValue) == nil
    }

    func activeCall(ofGroup group: String) throws -> CallID? {
        try queryOne("SELECT call_id FROM active_groups WHERE chat_group_id = $1", group).map { CallID(try $0.text(0)) }
    }

    func activeCalls(ofSession session: SessionID) throws -> [CallID] {
        try query("SELECT call_id FROM active_legs WHERE session_id = $1", session.rawValue)
            .map { CallID(try $0.text(0)) }
    }

    /// Sessions with a live part in a call, and which replica decided on that last.
    func activeSessions() throws -> [(session: SessionID, call: CallID, decidedBy: String?)] {
        try query(
            """
            SELECT session_id, calls.call_id, decided_by FROM active_legs
            JOIN calls ON calls.call_id = active_legs.call_id
            """
        ).map { (SessionID(try $0.text(0)), CallID(try $0.text(1)), try $0.optionalText(2)) }
    }

    /// Calls that changed since `time`.
    func calls(changedSince time: WallTime) throws -> [Call] {
        try query("SELECT call_id, state FROM calls WHERE changed_ms >= $1", time.milliseconds)
            .map { try CallRow.decode($0.text(1), of: CallID($0.text(0))) }
    }

    /// Calls that are not over, and those that changed since `time`.
    func calls(activeOrChangedSince time: WallTime) throws -> [Call] {
        try query("SELECT call_id, state FROM calls WHERE is_over = 0 OR changed_ms >= $1", time.milliseconds)
            .map { try CallRow.decode($0.text(1), of: CallID($0.text(0))) }
    }

    func calls(placedOn node: MediaNode) throws -> [Call] {
        try query("SELECT call_id, state FROM calls WHERE media_endpoint = $1", node.endpoint)
            .map { try CallRow.decode($0.text(1), of: CallID($0.text(0))) }
    }

    func roomCounts() throws -> [String: Int] {
        let rows = try query(
            "SELECT media_endpoint, COUNT(*) FROM calls WHERE media_endpoint IS NOT NULL GROUP BY media_endpoint")
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.text(0), try $0.int(1)) })
    }

    /// A call that a sweep finds, and the replica that decided on it last.
    typealias Found = (call: Call, decidedBy: String?)

    /// What replicas that are there see to themselves is left out: $1 is this one.
    private static let ownOrLeft =
        "(decided_by IS NULL OR decided_by = $1 OR decided_by NOT IN (SELECT writer FROM replicas))"

    /// Calls of which a ring is over. Those of other replicas only since `late`.
    func calls(dueAt now: WallTime, othersSince late: WallTime, atMost limit: Int) throws -> [Found] {
        try query(
            """
            SELECT call_id, state, decided_by FROM calls WHERE next_deadline_ms <= $2 AND (next_deadline_ms <= $3 OR \(Self.ownOrLeft))
            ORDER BY next_deadline_ms LIMIT $4
            """, writer, now.milliseconds, late.milliseconds, limit
        ).map { (try CallRow.decode($0.text(1), of: CallID($0.text(0))), try $0.optionalText(2)) }
    }

    func nextDeadline() throws -> WallTime? {
        let row = try queryOne("SELECT MIN(next_deadline_ms) FROM calls WHERE next_deadline_ms IS NOT NULL")
        return try row?.optionalInteger(0).map { WallTime(milliseconds: $0) }
    }

    /// Calls that have owed something since before `time`, without those of other replicas that are there.
    func calls(owingSince time: WallTime, atMost limit: Int) throws -> [Found] {
        try query(
            """
            SELECT call_id, state, decided_by FROM calls WHERE owes = 1 AND changed_ms <= $2 AND \(Self.ownOrLeft)
            ORDER BY changed_ms DESC LIMIT $3
            """, writer, time.milliseconds, limit
        ).map { (try CallRow.decode($0.text(1), of: CallID($0.text(0))), try $0.optionalText(2)) }
    }

    // MARK: hang-ups that overtook their call

    func noteCalledOff(_ id: CallID, by user: UserID, at now: WallTime) throws {
        try execute(
            "INSERT INTO called_off (call_id, user_id, called_off_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            id.rawValue, user.rawValue, now.milliseconds)
    }

    func isCalledOff(_ id: CallID, by user: UserID) throws -> Bool {
        try queryOne(
            "SELECT 1 FROM called_off WHERE call_id = $1 AND user_id = $2", id.rawValue, user.rawValue) != nil
    }

    /// Forgets calls that ended before `time`, and what hung on them. Records stay.
    func forget(endedBefore time: WallTime, at now: WallTime) throws {
        try execute("DELETE FROM calls WHERE is_over = 1 AND changed_ms < $1", time.milliseconds)
        try execute("DELETE FROM merged_calls WHERE merged_ms < $1", time.milliseconds)
        // A request that overtook its call does so by seconds.
        try execute("DELETE FROM called_off WHERE called_off_ms < $1", now.milliseconds - 600_000)
        // The longest `repeat-caller` there can be.
        try execute("DELETE FROM quiet_calls WHERE called_ms < $1", now.milliseconds - 3_600_000)
    }

    // MARK: records

    private func write(_ record: CallRecord) throws {
        try executeLater(
            """
            INSERT INTO records (user_id, call_id, started_ms, record, direction) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id, call_id) DO UPDATE SET record = excluded.record, direction = excluded.direction
            """,
            record.userID.rawValue, record.callID.rawValue, record.startedAt.milliseconds, try RecordRow.encode(record),
            Int64(record.direction.rawValue))
    }

    /// Newest first, beginning after `position`.
    func records(
        of user: UserID, _ wanted: RecordFilter, after position: RecordCursor?, atMost limit: Int
    ) throws -> [CallRecord] {
        // Without a cursor: after a place that is newer than all.
        let newest = position?.startedAt.milliseconds ?? .max, id = position?.callID.rawValue ?? ""
        let rows =
            if let direction = wanted.direction {
                try query(
                    Self.recordsSQL("AND direction = $7"), user.rawValue, wanted.from, wanted.to, newest, id, limit,
                    Int64(direction.rawValue))
            } else {
                try query(Self.recordsSQL(""), user.rawValue, wanted.from, wanted.to, newest, id, limit)
            }
        return try rows.map { try RecordRow.decode($0.text(0)) }
    }

    private static func recordsSQL(_ condition: String) -> String {
        """
        SELECT record FROM records WHERE user_id = $1 AND started_ms >= $2 AND started_ms < $3
            AND (started_ms < $4 OR (started_ms = $4 AND call_id < $5)) \(condition)
        ORDER BY started_ms DESC, call_id DESC LIMIT $6
        """
    }

    /// How many of these records there were.
    func deleteRecords(of user: UserID, _ calls: [CallID]) throws -> Int {
        var deleted = 0
        for call in calls {
            deleted += try execute(
                "DELETE FROM records WHERE user_id = $1 AND call_id = $2", user.rawValue, call.rawValue)
        }
        return deleted
    }
}

extension [CallEffect] {
    /// Rows of users by the user's id, whatever becomes of them: replicas that each have one and wait for the other's would
    /// wait for ever.
    fileprivate var inLockOrder: [CallEffect] {
        let users = compactMap { effect -> (user: UserID, effect: CallEffect)? in
            switch effect {
            case .occupy(let user), .occupySecond(let user), .activate(let user), .deactivate(let user),
                .release(let user):
                (user, effect)
            default: nil
            }
        }
        // What becomes of one user keeps its order.
        let sorted = users.enumerated().sorted {
            ($0.element.user.rawValue, $0.offset) < ($1.element.user.rawValue, $1.offset)
        }
        return sorted.map(\.element.effect) + filter { effect in !users.contains { $0.effect == effect } }
    }
}
