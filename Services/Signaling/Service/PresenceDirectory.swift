import CallModel
import ServiceKit
import SignalingCore
import Synchronization
import Wire

/// Who exists, what they are called and where their sessions are connected: presence's answers, kept briefly.
final class PresenceDirectory: Sendable {
    private struct Held<Value: Sendable>: Sendable {
        let value: Value
        let until: MonotonicInstant
    }

    private static let sessionLife = Duration.seconds(2)
    private static let profileLife = Duration.seconds(30)
    private static let capacity = 50_000

    private struct State {
        /// Gateway endpoint of a session; empty while it is detached or gone.
        var gateways: [SessionID: Held<String>] = [:]
        var profiles: [UserID: Held<Proto.UserProfile>] = [:]
    }

    /// What presence answers at once.
    private static let usersPerCall = 100

    private let presence: Proto.PresenceClient
    private let clock: any ServiceClock
    private let lookUps: Batcher<[UserID], [UserID: Proto.UserPresence]>
    private let state = Mutex(State())

    init(presence: Proto.PresenceClient, clock: any ServiceClock) {
        self.presence = presence
        self.clock = clock
        lookUps = Batcher(
            capacity: Self.usersPerCall, weight: \.count,
            { pages async throws(RPCError) in
                let request = Proto.LookupUsersRequest(userIds: pages.flatMap { $0.map(\.rawValue) })
                let users = try await presence.lookupUsers(request).users
                let found = Dictionary(users.map { (UserID($0.userId), $0) }, uniquingKeysWith: { first, _ in first })
                return pages.map { page in
                    Dictionary(
                        page.compactMap { user in found[user].map { (user, $0) } },
                        uniquingKeysWith: { first, _ in first })
                }
            })
    }

    /// Asks presence, whatever is held. The answer holds for a moment after this was called.
    func lookUp(_ users: [UserID]) async throws(RPCError) -> [UserID: Proto.UserPresence] {
        var found: [UserID: Proto.UserPresence] = [:]
        for start in stride(from: 0, to: users.count, by: Self.usersPerCall) {
            let page = Array(users[start..<min(start + Self.usersPerCall, users.count)])
            found.merge(try await lookUps.ask(page)) { _, new in new }
        }
        hold(found)
        return found
    }

    /// Users, with what keeps `caller` from ringing them. `isStranger`: the chat group is known, and the caller is not in it.
    /// Not asked together with others: the answer is for this caller.
    func standings(
        of users: [UserID], for caller: UserID, in chatGroup: String? = nil
    ) async throws(RPCError) -> (users: [UserID: Proto.UserPresence], isStranger: Bool) {
        var found: [UserID: Proto.UserPresence] = [:]
        var isStranger = false
        for start in stride(from: 0, to: users.count, by: Self.usersPerCall) {
            let page = users[start..<min(start + Self.usersPerCall, users.count)]
            let request = Proto.LookupUsersRequest(
                userIds: page.map(\.rawValue), askedFor: caller.rawValue, chatGroupId: chatGroup ?? "")
            let answer = try await presence.lookupUsers(request)
            for user in answer.users { found[UserID(user.userId)] = user }
            isStranger = isStranger || answer.groupStanding == .stranger
        }
        hold(found)
        return (found, isStranger)
    }

    /// The gateway of each session that is connected.
    func gateways(of sessions: [SessionID]) async throws(RPCError) -> [SessionID: String] {
        let now = clock.now
        let missing = state.withLock { state in
            sessions.filter { (state.gateways[$0]?.until ?? .zero) <= now }
        }
        if !missing.isEmpty { try await readSessions(missing) }
        return state.withLock { state in
            var result: [SessionID: String] = [:]
            for session in sessions {
                if let endpoint = state.gateways[session]?.value, !endpoint.isEmpty { result[session] = endpoint }
            }
            return result
        }
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
        state.withLock { state in
            for session in sessions { state.gateways[session] = nil }
        }
    }

    /// Names and pictures; without those that cannot be had now.
    func profiles(of users: [UserID]) async -> [UserID: Proto.UserProfile] {
        let now = clock.now
        let missing = state.withLock { state in users.filter { (state.profiles[$0]?.until ?? .zero) <= now } }
        if !missing.isEmpty { _ = try? await lookUp(missing) }
        return state.withLock { state in
            var result: [UserID: Proto.UserProfile] = [:]
            for user in users { result[user] = state.profiles[user]?.value }
            return result
        }
    }

    @discardableResult
    private func readSessions(_ sessions: [SessionID]) async throws(RPCError) -> [Proto.Session] {
        var open: [Proto.Session] = []
        for start in stride(from: 0, to: sessions.count, by: 1_000) {
            let page = sessions[start..<min(start + 1_000, sessions.count)]
            let answer = try await presence.lookupSessions(
                Proto.LookupSessionsRequest(sessionIds: page.map(\.rawValue)))
            let until = clock.now + Self.sessionLife
            state.withLock { state in
                for session in page { state.gateways[session] = Held(value: "", until: until) }
                for session in answer.sessions {
                    state.gateways[SessionID(session.sessionId)] = Held(value: session.reachableAt, until: until)
                }
                trim(&state)
            }
            open += answer.sessions
        }
        return open
    }

    private func hold(_ found: [UserID: Proto.UserPresence]) {
        let now = clock.now
        state.withLock { state in
            for (user, presence) in found {
                for session in presence.sessions {
                    state.gateways[SessionID(session.sessionId)] = Held(
                        value: session.reachableAt, until: now + Self.sessionLife)
                }
                guard presence.exists else { continue }
                let profile = presence.profile ?? Proto.UserProfile(userId: user.rawValue)
                state.profiles[user] = Held(value: profile, until: now + Self.profileLife)
            }
            trim(&state)
        }
    }

    private func trim(_ state: inout State) {
        let now = clock.now
        if state.gateways.count > Self.capacity { state.gateways = state.gateways.filter { $0.value.until > now } }
        if state.profiles.count > Self.capacity { state.profiles = state.profiles.filter { $0.value.until > now } }
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

    /// Devices that have a connection now and their app in front, and so need no push. In the background a process may be
    /// asleep behind its connection.
    var connectedDeviceIDs: [String] { sessions.filter { $0.isConnected && !$0.isBackground }.map(\.deviceId) }
}
