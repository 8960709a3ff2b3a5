import CallModel
import ServiceKit
import SignalingCore
import Wire

/// Who exists, what they are called and where their sessions are connected: presence's answers, kept briefly.
actor PresenceDirectory {
    private struct Held<Value> {
        let value: Value
        let until: MonotonicInstant
    }

    private static let sessionLife = Duration.seconds(2)
    private static let profileLife = Duration.seconds(30)
    private static let capacity = 50_000

    private let presence: Proto.PresenceClient
    private let clock: any ServiceClock
    /// Gateway endpoint of a session; empty while it is detached or gone.
    private var gateways: [SessionID: Held<String>] = [:]
    private var profiles: [UserID: Held<Proto.UserProfile>] = [:]

    init(presence: Proto.PresenceClient, clock: any ServiceClock) {
        self.presence = presence
        self.clock = clock
    }

    /// Asks presence, whatever is held.
    func lookUp(_ users: [UserID]) async throws(RPCError) -> [UserID: Proto.UserPresence] {
        var found: [UserID: Proto.UserPresence] = [:]
        for start in stride(from: 0, to: users.count, by: 100) {
            let page = users[start..<min(start + 100, users.count)]
            let request = Proto.LookupUsersRequest(userIds: page.map(\.rawValue))
            for user in try await presence.lookupUsers(request).users { found[UserID(user.userId)] = user }
        }
        hold(found)
        return found
    }

    /// The gateway of each session that is connected.
    func gateways(of sessions: [SessionID]) async throws(RPCError) -> [SessionID: String] {
        let now = clock.now
        let missing = sessions.filter { (gateways[$0]?.until ?? .zero) <= now }
        if !missing.isEmpty { try await readSessions(missing) }
        var result: [SessionID: String] = [:]
        for session in sessions {
            if let endpoint = gateways[session]?.value, !endpoint.isEmpty { result[session] = endpoint }
        }
        return result
    }

    enum Absence {
        /// Open, but without a connection since then.
        case away(since: WallTime)
        /// Over: nothing resumes it.
        case gone
    }

    /// Those of the sessions that have no connection, by presence's word of this moment.
    func absences(among sessions: [SessionID]) async throws(RPCError) -> [SessionID: Absence] {
        var absences = Dictionary(sessions.map { ($0, Absence.gone) }, uniquingKeysWith: { first, _ in first })
        for session in try await readSessions(sessions) {
            let lastSeen = WallTime(milliseconds: session.lastSeenMs)
            absences[SessionID(session.sessionId)] = session.isConnected ? nil : .away(since: lastSeen)
        }
        return absences
    }

    /// A gateway said that it does not hold these sessions.
    func forget(_ sessions: [SessionID]) {
        for session in sessions { gateways[session] = nil }
    }

    /// Names and pictures; without those that cannot be had now.
    func profiles(of users: [UserID]) async -> [UserID: Proto.UserProfile] {
        let now = clock.now
        let missing = users.filter { (profiles[$0]?.until ?? .zero) <= now }
        if !missing.isEmpty { _ = try? await lookUp(missing) }
        var result: [UserID: Proto.UserProfile] = [:]
        for user in users { result[user] = profiles[user]?.value }
        return result
    }

    @discardableResult
    private func readSessions(_ sessions: [SessionID]) async throws(RPCError) -> [Proto.Session] {
        var open: [Proto.Session] = []
        for start in stride(from: 0, to: sessions.count, by: 1_000) {
            let page = sessions[start..<min(start + 1_000, sessions.count)]
            let answer = try await presence.lookupSessions(
                Proto.LookupSessionsRequest(sessionIds: page.map(\.rawValue)))
            let until = clock.now + Self.sessionLife
            for session in page { gateways[session] = Held(value: "", until: until) }
            for session in answer.sessions {
                open.append(session)
                gateways[SessionID(session.sessionId)] = Held(value: session.reachableAt, until: until)
            }
        }
        trim()
        return open
    }

    private func hold(_ found: [UserID: Proto.UserPresence]) {
        let now = clock.now
        for (user, presence) in found {
            for session in presence.sessions {
                gateways[SessionID(session.sessionId)] = Held(value: session.reachableAt, until: now + Self.sessionLife)
            }
            if presence.exists {
                let profile = presence.profile ?? Proto.UserProfile(userId: user.rawValue)
                profiles[user] = Held(value: profile, until: now + Self.profileLife)
            }
        }
        trim()
    }

    private func trim() {
        let now = clock.now
        if gateways.count > Self.capacity { gateways = gateways.filter { $0.value.until > now } }
        if profiles.count > Self.capacity { profiles = profiles.filter { $0.value.until > now } }
    }
}

extension Proto.Session {
    /// Where the session's connection is; empty while there is none.
    fileprivate var reachableAt: String { isConnected ? gatewayEndpoint : "" }
}

extension CallDevice {
    init(_ session: Proto.Session) {
        self.init(
            userID: UserID(session.userId), deviceID: DeviceID(session.deviceId),
            sessionID: SessionID(session.sessionId), platform: Platform(known: session.platform))
    }
}

extension Proto.UserPresence {
    /// Every open session of the user, connected or waiting for a resume.
    var devices: [CallDevice] { sessions.map { CallDevice($0) } }

    /// Devices that have a connection now, and so need no push.
    var connectedDeviceIDs: [String] { sessions.filter(\.isConnected).map(\.deviceId) }
}
