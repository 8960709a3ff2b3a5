import Database

/// Signaling's tables. A call is one row: its state as JSON (readable at night), beside the columns that are searched.
/// What must be unique among calls (a user's active call, a chat group's running call) has a table of its own, written
/// in the same transaction as the row.
let signalingSchema = Schema(
    name: "signaling",
    steps: [
        """
        CREATE TABLE calls (
            call_id TEXT PRIMARY KEY,
            version BIGINT NOT NULL,
            state TEXT NOT NULL,
            is_over BIGINT NOT NULL,
            next_deadline_ms BIGINT,
            owes BIGINT NOT NULL,
            media_endpoint TEXT,
            changed_ms BIGINT NOT NULL
        );
        CREATE INDEX calls_by_deadline ON calls (next_deadline_ms) WHERE next_deadline_ms IS NOT NULL;
        CREATE INDEX calls_owing ON calls (changed_ms) WHERE owes = 1;
        CREATE INDEX calls_active ON calls (call_id) WHERE is_over = 0;
        CREATE INDEX calls_over ON calls (changed_ms) WHERE is_over = 1;
        CREATE INDEX calls_by_node ON calls (media_endpoint) WHERE media_endpoint IS NOT NULL;

        CREATE TABLE active_users (user_id TEXT PRIMARY KEY, call_id TEXT NOT NULL);
        CREATE TABLE active_groups (chat_group_id TEXT PRIMARY KEY, call_id TEXT NOT NULL);
        CREATE TABLE active_sessions (session_id TEXT PRIMARY KEY, call_id TEXT NOT NULL);
        CREATE INDEX active_sessions_by_call ON active_sessions (call_id);
        CREATE TABLE merged_calls (call_id TEXT PRIMARY KEY, into_call_id TEXT NOT NULL, merged_ms BIGINT NOT NULL);
        CREATE TABLE called_off (call_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, called_off_ms BIGINT NOT NULL);

        CREATE TABLE records (
            user_id TEXT NOT NULL,
            call_id TEXT NOT NULL,
            started_ms BIGINT NOT NULL,
            record TEXT NOT NULL,
            PRIMARY KEY (user_id, call_id)
        );
        CREATE INDEX records_by_time ON records (user_id, started_ms, call_id);
        """,
        // Invitations, and who has open ones. A deadline is there while it is waited for.
        """
        CREATE TABLE invitations (
            invitation_id TEXT PRIMARY KEY,
            version BIGINT NOT NULL,
            state TEXT NOT NULL,
            inviter_id TEXT NOT NULL,
            is_over BIGINT NOT NULL,
            expires_ms BIGINT,
            changed_ms BIGINT NOT NULL
        );
        CREATE INDEX invitations_by_deadline ON invitations (expires_ms) WHERE expires_ms IS NOT NULL;
        CREATE INDEX invitations_open ON invitations (inviter_id) WHERE is_over = 0;
        CREATE INDEX invitations_by_change ON invitations (changed_ms);
        CREATE TABLE open_invitations (
            user_id TEXT NOT NULL,
            invitation_id TEXT NOT NULL,
            sent_ms BIGINT NOT NULL,
            PRIMARY KEY (user_id, invitation_id)
        );
        CREATE INDEX open_invitations_by_id ON open_invitations (invitation_id);
        """,
        // The direction of a line that was there before stands in its JSON, of which no value can look like a key.
        """
        ALTER TABLE records ADD COLUMN direction BIGINT;
        UPDATE records SET direction = 0 WHERE record LIKE '%"direction":0%';
        UPDATE records SET direction = 1 WHERE record LIKE '%"direction":1%';
        UPDATE records SET direction = 2 WHERE record LIKE '%"direction":2%';
        UPDATE records SET direction = 3 WHERE record LIKE '%"direction":3%';
        """,
        """
        ALTER TABLE calls ADD COLUMN decided_by TEXT;
        CREATE TABLE replicas (
            writer TEXT PRIMARY KEY, instance TEXT NOT NULL, beats BIGINT NOT NULL, beat_ms BIGINT NOT NULL);
        """,
        """
        CREATE TABLE quiet_calls (
            user_id TEXT NOT NULL, caller_id TEXT NOT NULL, call_id TEXT NOT NULL, called_ms BIGINT NOT NULL,
            breaks_through INTEGER NOT NULL, PRIMARY KEY (user_id, caller_id)
        );
        CREATE INDEX quiet_calls_by_time ON quiet_calls (called_ms);
        """,
        // Two calls of one user: two seats at most, active in one at most, whatever decides at the same moment. A session may
        // have a part in both.
        """
        CREATE TABLE active_seats (
            user_id TEXT NOT NULL,
            seat BIGINT NOT NULL CHECK (seat IN (1, 2)),
            call_id TEXT NOT NULL,
            is_active BIGINT NOT NULL,
            PRIMARY KEY (user_id, seat)
        );
        CREATE UNIQUE INDEX active_seats_active ON active_seats (user_id) WHERE is_active = 1;
        INSERT INTO active_seats (user_id, seat, call_id, is_active) SELECT user_id, 1, call_id, 1 FROM active_users;
        DROP TABLE active_users;

        CREATE TABLE active_legs (
            session_id TEXT NOT NULL,
            call_id TEXT NOT NULL,
            PRIMARY KEY (session_id, call_id)
        );
        INSERT INTO active_legs (session_id, call_id) SELECT session_id, call_id FROM active_sessions;
        DROP TABLE active_sessions;
        """,
    ])
