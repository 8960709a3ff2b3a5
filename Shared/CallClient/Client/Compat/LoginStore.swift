#if canImport(Combine)
    public import Combine
#endif
internal import CallModel
internal import Wire

/// Logging in and out, and one's own profile.
public final class LoginStore: Sendable {
    /// The app's own.
    public static var shared: LoginStore { CallClientSession.shared.login }

    private let face: PublicFace
    private let shell: ClientShell

    init(_ face: PublicFace, _ shell: ClientShell) {
        self.face = face
        self.shell = shell
    }

    /// Whether and as whom somebody is logged in.
    public var state: StatePublisher<LoginState> { face.login }

    /// Ends of the login that the app did not ask for.
    public var loginEventPublisher: AnyPublisher<LoginEvent, Never> { face.loginEvents.publisher() }

    /// The way to the server.
    public var connection: StatePublisher<ConnectionState> { face.connection }

    /// Logs in. While the server cannot be reached it keeps trying for 15 seconds; a server that is not the trusted one
    /// fails it at once. After success the client stays logged in over lost connections until `logout`, `kickedOffline`
    /// or `loginExpired`.
    public func login(sdkAppID: Int32, userID: String, userSig: String, completion: CompletionClosure?) {
        let credentials = ClientShell.Credentials(
            sdkAppID: UInt32(clamping: sdkAppID), userID: userID, userSig: userSig)
        let completion = completion ?? { _ in }
        shell.post { $0.login(credentials, completion) }
    }

    /// Logs in; returns when that is done.
    public func login(sdkAppID: Int32, userID: String, userSig: String) async throws(ErrorInfo) {
        try await completing { login(sdkAppID: sdkAppID, userID: userID, userSig: userSig, completion: $0) }
    }

    /// Hangs up and logs out. Succeeds also without a connection.
    public func logout(completion: CompletionClosure?) {
        let completion = completion ?? { _ in }
        shell.post { $0.logout(completion) }
    }

    /// Hangs up and logs out; returns when that is done.
    public func logout() async throws(ErrorInfo) {
        try await completing { logout(completion: $0) }
    }

    /// Sets nickname and avatar as others see them. The profile's user id is ignored: it is one's own.
    public func setSelfInfo(userProfile: UserProfile, completion: CompletionClosure?) {
        let completion = completion ?? { _ in }
        let (face, shell) = (face, shell)
        Task {
            let result = await Self.setSelfInfo(userProfile, shell)
            face.deliver {
                if case .success = result { face.profileChanged(userProfile) }
                completion(result)
            }
        }
    }

    /// Sets nickname and avatar; returns when that is done.
    public func setSelfInfo(userProfile: UserProfile) async throws(ErrorInfo) {
        try await completing { setSelfInfo(userProfile: userProfile, completion: $0) }
    }

    private static func setSelfInfo(_ profile: UserProfile, _ shell: ClientShell) async -> Result<Void, ErrorInfo> {
        let request = Proto.SetSelfInfoRequest(
            profile: Proto.UserProfile(nickname: profile.nickname ?? "", avatarUrl: profile.avatarURL ?? ""))
        return await asking {
            () async throws(RPCError) in
            _ = try await Proto.PresenceClient(SessionChannel(shell: shell)).setSelfInfo(request)
        }
    }
}

extension PublicFace {
    /// On the delivery queue.
    fileprivate func profileChanged(_ profile: UserProfile) {
        login.update { state in
            guard let own = state.loginUserInfo?.userID else { return }
            var changed = profile
            changed.userID = own
            state.loginUserInfo = changed
        }
        calls.update { state in
            state.selfInfo.name = profile.nickname ?? ""
            state.selfInfo.avatarURL = profile.avatarURL ?? ""
        }
    }
}
