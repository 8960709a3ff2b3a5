package import CallModel

/// Who may hold a session, and until when. Pure: every decision is a function of sessions and the time.
package struct SessionRules: Sendable {
    /// How long a session counts as connected after its gateway was last heard.
    package let lease: Duration
    /// How long a session without a connection waits for its client.
    package let resumeWindow: Duration
    /// Whether a login ends the sessions of other devices on its platform.
    package let kicksSamePlatform: Bool
    /// Sessions of one user: a login beyond them ends the one that was opened on the device heard of least lately.
    package static let mostSessions = 20

    package init(lease: Duration, resumeWindow: Duration, kicksSamePlatform: Bool = true) {
        self.lease = lease
        self.resumeWindow = resumeWindow
        self.kicksSamePlatform = kicksSamePlatform
    }

    // MARK: login

    /// A session that must go, and why.
    package struct Ended: Sendable, Equatable {
        package let session: Session
        package let ending: SessionEnding

        package init(session: Session, ending: SessionEnding) {
            self.session = session
            self.ending = ending
        }
    }

    /// Which of the user's sessions the newcomer ends: that of the same device, whatever its platform says, that of another
    /// device on the same platform unless they may live beside each other, as other platforms always do, and what would be
    /// too many.
    package func displaced(by newcomer: Session, among existing: [Session]) -> [Ended] {
        let others = existing.filter { $0.user == newcomer.user && $0.id != newcomer.id }
        var ended = others.compactMap { old -> Ended? in
            if old.device == newcomer.device { return Ended(session: old, ending: .replaced) }
            return kicksSamePlatform && old.platform == newcomer.platform
                ? Ended(session: old, ending: .kickedOffline) : nil
        }
        let gone = Set(ended.map(\.session.id))
        let left = others.filter { !gone.contains($0.id) }.sorted { ($0.lastSeenAt, $0.id) < ($1.lastSeenAt, $1.id) }
        let surplus = max(0, left.count + 1 - Self.mostSessions)
        ended += left.prefix(surplus).map { Ended(session: $0, ending: .kickedOffline) }
        return ended
    }

    /// The link of a session whose client is at `gateway` now.
    package func connected(at gateway: String, now: WallTime) -> Session.Link {
        .connected(gateway: gateway, leaseEndsAt: now + lease)
    }

    // MARK: resume

    /// The answer to a client that comes back.
    package enum Resumption: Equatable {
        /// The session as it is to be stored, and the other gateway that still may hold an old connection.
        case resumed(Session, leaving: String?)
        /// It is over, or was never there: log in again.
        case unknownSession
        case loginExpired
        /// Another device of the platform logged in while this one was away.
        case kickedOffline
    }

    /// What a client that comes back gets. `tokenFits`: it proved to be the one that logged in. A stranger is told nothing
    /// but "unknown". A connected session may be resumed too: the client knows first that its connection broke.
    package func resume(_ session: Session?, tokenFits: Bool, at gateway: String, now: WallTime) -> Resumption {
        guard var session, tokenFits else { return .unknownSession }
        guard now < session.userSigExpiresAt else { return .loginExpired }
        if case .detached(let resumableUntil, _) = session.link, now >= resumableUntil { return .unknownSession }
        let left = session.gateway
        session.link = connected(at: gateway, now: now)
        session.lastSeenAt = now
        return .resumed(session, leaving: left == gateway ? nil : left)
    }

    // MARK: leases

    /// The session after `gateway` said that its connection lives; `nil` if it has no such session (any more) and should
    /// close the connection.
    package func renew(_ session: Session?, by gateway: String, now: WallTime) -> Session? {
        guard var session, session.gateway == gateway, now < session.userSigExpiresAt else { return nil }
        if case .detached(let resumableUntil, _) = session.link, now >= resumableUntil { return nil }
        session.link = connected(at: gateway, now: now)
        session.lastSeenAt = now
        return session
    }

    /// The session after `gateway` said that its connection is gone; `nil` if there is nothing to change, because the session
    /// lives elsewhere by now. `silence`: how long the client had not been heard; the renewals of that time told of the
    /// gateway alone.
    package func detach(
        _ session: Session, from gateway: String, silence: Duration = .zero, now: WallTime
    ) -> Session? {
        guard session.gateway == gateway else { return nil }
        var session = session
        session.lastSeenAt = session.isConnected ? now - silence : session.lastSeenAt
        session.link = .detached(resumableUntil: now + resumeWindow, silentGateway: nil)
        return session
    }

    // MARK: passing of time

    /// What time has done to a session.
    package enum Passage: Equatable {
        case stays
        /// To be stored: the lease ran out.
        case detached(Session)
        case ended(SessionEnding)
    }

    /// What the mere passing of time makes of a session.
    package func passage(of session: Session, now: WallTime) -> Passage {
        if now >= session.userSigExpiresAt { return .ended(.loginExpired) }
        guard now >= session.linkEndsAt else { return .stays }
        switch session.link {
        case .detached: return .ended(.lost)
        case .connected(let gateway, let leaseEndsAt):
            // The window counts from the lease's end, also if this process was away and notices late.
            let resumableUntil = leaseEndsAt + resumeWindow
            guard now < resumableUntil else { return .ended(.lost) }
            var session = session
            session.link = .detached(resumableUntil: resumableUntil, silentGateway: gateway)
            return .detached(session)
        }
    }

    /// The session as others may be told of it: as the next sweep will leave it. `nil`: it is over.
    package func told(_ session: Session, now: WallTime) -> Session? {
        switch passage(of: session, now: now) {
        case .stays: session
        case .detached(let detached): detached
        case .ended: nil
        }
    }

    /// A session as it is after a restart. While this process was away no gateway could renew, so every link is given one
    /// more lease: the living will be heard within it, the dead are gone after it. Nor could anybody be seen: absence counts
    /// from here.
    package func afterRestart(_ session: Session, now: WallTime) -> Session {
        var session = session
        let grace = now + lease
        session.lastSeenAt = max(session.lastSeenAt, now)
        guard session.linkEndsAt < grace else { return session }
        switch session.link {
        case .connected(let gateway, _): session.link = .connected(gateway: gateway, leaseEndsAt: grace)
        case .detached(_, let silentGateway):
            session.link = .detached(resumableUntil: grace, silentGateway: silentGateway)
        }
        return session
    }
}
