internal import CallClientCore
internal import CallModel
internal import Dispatch
internal import Wire

/// What the app sees of one client: its published states and events. Everything is changed and told on one serial
/// queue, so that an app meets state, events and completions in one order.
final class PublicFace: ShellObserver, Sendable {
    let login = StatePublisher(LoginState())
    let connection = StatePublisher(ConnectionState.disconnected)
    let calls = StatePublisher(CallState())
    let devices = StatePublisher(DeviceState())
    let loginEvents = Broadcast<LoginEvent>()
    let callEvents = Broadcast<CallEvent>()
    let mediaNews = Broadcast<MediaNews>()
    private let queue = DispatchQueue(label: "partyline.delivery")

    func deliver(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    // MARK: ShellObserver

    func connectionChanged(_ status: ConnectionStatus) {
        let state: ConnectionState =
            switch status {
            case .disconnected: .disconnected
            case .connecting: .connecting
            case .connected: .connected
            case .reconnecting: .reconnecting
            }
        deliver { self.connection.update { $0 = state } }
    }

    func loggedIn(_ profile: Proto.UserProfile) {
        deliver {
            self.login.update { state in
                state.loginStatus = .logined
                state.loginUserInfo = UserProfile(
                    userID: profile.userId, nickname: profile.nickname, avatarURL: profile.avatarUrl)
            }
            self.calls.update { state in
                state.selfInfo.id = profile.userId
                state.selfInfo.name = profile.nickname
                state.selfInfo.avatarURL = profile.avatarUrl
            }
        }
    }

    func sessionOver(_ cause: SessionEndCause) {
        deliver {
            self.login.update { $0 = LoginState() }
            self.calls.update { state in
                state.selfInfo = CallParticipantInfo()
                state.recentCalls = []
                state.cursor = ""
            }
            switch cause {
            case .kickedOffline: self.loginEvents.send(.kickedOffline)
            case .loginExpired: self.loginEvents.send(.loginExpired)
            case .loggedOut: break
            }
        }
    }

    func overviewChanged(_ overview: CallOverview) {
        deliver {
            let isMicrophoneOpened = self.devices.value.microphoneStatus == .on
            self.calls.update { $0.show(overview, isMicrophoneOpened: isMicrophoneOpened) }
        }
    }

    func happened(_ notice: CallNotice) {
        let event = CallEvent(notice)
        deliver { self.callEvents.send(event) }
    }

    /// Expected losers of races and rude peers change nothing that an app could see.
    func refused(_ refusal: Refusal) {
        assert(refusal.kind != .bug, refusal.what)
    }

    func heard(_ news: MediaNews) {
        deliver {
            if case .microphoneLevel(let level) = news { self.devices.update { $0.currentMicVolume = level } }
            self.mediaNews.send(news)
        }
    }
}

extension CallState {
    fileprivate mutating func show(_ overview: CallOverview, isMicrophoneOpened: Bool) {
        activeCall = overview.call.map { CallInfo($0, duration: overview.duration, own: selfInfo.id) } ?? CallInfo()
        selfInfo.status = CallParticipantStatus(overview.ownStatus)
        selfInfo.isMicrophoneOpened = isMicrophoneOpened
        allParticipants = overview.participants.map { CallParticipantInfo($0) }
        speakerVolumes = Dictionary(uniqueKeysWithValues: overview.volumes.map { ($0.rawValue, $1) })
        networkQualities = Dictionary(
            uniqueKeysWithValues: overview.qualities.map { ($0.rawValue, NetworkQuality(rawValue: $1) ?? .unknown) })
    }
}

extension CallInfo {
    fileprivate init(_ call: CallSnapshot, duration: Duration, own: String) {
        self.init()
        callId = call.callID.rawValue
        roomId = call.roomID
        inviterId = call.inviterID.rawValue
        inviteeIds = call.inviteeIDs.map(\.rawValue)
        chatGroupId = call.chatGroupID
        mediaType = CallMediaType(rawValue: Int(call.mediaKind.rawValue))
        result = call.inviterID.rawValue == own ? .outgoing : .incoming
        startTime = call.connectedAt.map { Double($0.milliseconds) / 1_000 } ?? 0
        self.duration = Double(duration.components.seconds)
    }

    init(_ record: Proto.CallRecord) {
        self.init()
        callId = record.callId
        roomId = record.roomId
        inviterId = record.inviterId
        inviteeIds = record.inviteeIds
        chatGroupId = record.chatGroupId
        mediaType = CallMediaType(rawValue: Int(record.mediaKind.rawValue))
        result = CallDirection(rawValue: Int(record.direction.rawValue)) ?? .unknown
        startTime = Double(record.startedAtMs) / 1_000
        duration = Double(record.durationMs) / 1_000
    }
}

extension CallParticipantInfo {
    fileprivate init(_ participant: Participant) {
        self.init()
        id = participant.userID.rawValue
        name = participant.nickname
        avatarURL = participant.avatarURL
        status = CallParticipantStatus(participant.status)
        isMicrophoneOpened = participant.isMicrophoneOpened
        isCameraOpened = participant.isCameraOpened
        ringProgress = CallRingProgress(rawValue: Int(participant.progress.rawValue)) ?? .unknown
    }
}

extension CallParticipantStatus {
    fileprivate init(_ status: ParticipantStatus) {
        switch status {
        case .none: self = .none
        case .waiting: self = .waiting
        case .accept: self = .accept
        }
    }
}

extension CallMediaType {
    /// A kind this build does not know is treated as sound alone.
    fileprivate init(_ kind: MediaKind) { self = kind == .video ? .video : .audio }
}

extension CallEvent {
    fileprivate init(_ notice: CallNotice) {
        switch notice {
        case .started(let callID, let kind):
            self = .onCallStarted(callId: callID.rawValue, mediaType: CallMediaType(kind))
        case .received(let callID, let kind, let userData):
            self = .onCallReceived(callId: callID.rawValue, mediaType: CallMediaType(kind), userData: userData)
        case .ended(let callID, let kind, let reason, let user):
            self = .onCallEnded(
                callId: callID.rawValue, mediaType: CallMediaType(kind),
                reason: CallEndReason(rawValue: Int(reason.rawValue)) ?? .unknown, userId: user.rawValue)
        }
    }
}
