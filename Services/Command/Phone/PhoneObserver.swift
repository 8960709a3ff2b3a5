import CallClient

/// Turns what the SDK publishes into lines: each event, and each part of the state as it changes.
final class PhoneObserver: Sendable {
    private let subscriptions: [AnyCancellable]

    init(_ session: CallClientSession, _ output: PhoneOutput) {
        let calls = session.calls.state
        let say: @Sendable (PhoneReport) -> Void = { output.report($0) }
        subscriptions = [
            session.connection.subscribe().removeDuplicates().sink { say(.state("connection", .text($0.rawValue))) },
            session.login.state.subscribe().map(\.phoneLogin).removeDuplicates().dropFirst()
                .sink { say(.state("login", $0)) },
            session.login.loginEventPublisher.sink { say($0.phoneReport) },
            calls.subscribe().map { $0.activeCall.withoutDuration }.removeDuplicates().dropFirst()
                .sink { say(.state("activeCall", $0.phoneValue)) },
            calls.subscribe().map(\.allParticipants).removeDuplicates().dropFirst()
                .sink { say(.state("participants", .list($0.map(\.phoneValue)))) },
            calls.subscribe().map(\.selfInfo.status).removeDuplicates()
                .sink { say(.state("selfStatus", .text($0.phoneName))) },
            calls.subscribe().map { Int($0.activeCall.duration) }.removeDuplicates().dropFirst()
                .sink { say(.state("duration", .number($0))) },
            calls.subscribe().map(\.speakerVolumes).removeDuplicates().dropFirst()
                .sink {
                    say(.state("speakers", .object($0.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })))
                },
            calls.subscribe().map(\.networkQualities).removeDuplicates().dropFirst()
                .sink { qualities in
                    say(
                        .state(
                            "networkQualities",
                            .object(qualities.sorted { $0.key < $1.key }.map { ($0.key, .text("\($0.value)")) })))
                },
            session.devices.state.subscribe().map(\.microphoneStatus).removeDuplicates()
                .sink { say(.state("microphone", .text($0 == .on ? "on" : "off"))) },
            session.firstAudioPublisher.sink { say(.state("firstAudio", .number($0.phoneMilliseconds))) },
            session.calls.callEventPublisher.sink { say($0.phoneReport) },
        ]
    }
}

extension CallEvent {
    var phoneReport: PhoneReport {
        switch self {
        case .onCallStarted(let callId, let mediaType):
            .event("onCallStarted", [("callId", .text(callId)), ("mediaType", .text(mediaType.phoneName))])
        case .onCallReceived(let callId, let mediaType, let userData):
            .event(
                "onCallReceived",
                [
                    ("callId", .text(callId)), ("mediaType", .text(mediaType.phoneName)),
                    ("userData", .text(userData)),
                ])
        case .onCallEnded(let callId, let mediaType, let reason, let userId):
            .event(
                "onCallEnded",
                [
                    ("callId", .text(callId)), ("mediaType", .text(mediaType.phoneName)),
                    ("reason", .text("\(reason)")), ("userId", .text(userId)),
                ])
        }
    }
}

extension LoginEvent {
    fileprivate var phoneReport: PhoneReport {
        switch self {
        case .kickedOffline: .event("kickedOffline")
        case .loginExpired: .event("loginExpired")
        }
    }
}

extension LoginState {
    fileprivate var phoneLogin: PhoneValue { .text(loginStatus == .logined ? "logined" : "unlogin") }
}

extension CallMediaType {
    var phoneName: String { self == .video ? "video" : "audio" }
}

extension CallParticipantStatus {
    var phoneName: String { "\(self)" }
}

extension CallInfo {
    fileprivate var withoutDuration: CallInfo {
        var copy = self
        copy.duration = 0
        return copy
    }

    /// For `activeCall` and the history.
    var phoneValue: PhoneValue {
        guard !callId.isEmpty else { return .object([]) }
        var members: [(String, PhoneValue)] = [
            ("callId", .text(callId)), ("inviterId", .text(inviterId)),
            ("inviteeIds", .list(inviteeIds.map { .text($0) })),
            ("mediaType", .text(mediaType?.phoneName ?? "")), ("result", .text("\(result)")),
            ("startTime", .number(Int((startTime * 1_000).rounded()))),
        ]
        if !roomId.isEmpty { members.append(("roomId", .text(roomId))) }
        if !chatGroupId.isEmpty { members.append(("chatGroupId", .text(chatGroupId))) }
        return .object(members)
    }

    /// A row of the history.
    var phoneRecord: PhoneValue {
        guard case .object(let members) = phoneValue else { return phoneValue }
        return .object(members + [("duration", .number(Int(duration)))])
    }
}

extension CallParticipantInfo {
    var phoneValue: PhoneValue {
        var members: [(String, PhoneValue)] = [
            ("id", .text(id)), ("status", .text(status.phoneName)), ("microphone", .flag(isMicrophoneOpened)),
        ]
        if !name.isEmpty { members.append(("name", .text(name))) }
        if status == .waiting, ringProgress != .unknown { members.append(("ring", .text("\(ringProgress)"))) }
        return .object(members)
    }
}

extension Duration {
    /// Rounded down.
    var phoneMilliseconds: Int { Int(components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000) }
}

extension Duration {
    /// Rounded down.
    fileprivate var phoneMicroseconds: Int {
        Int(components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000)
    }
}

extension MediaStatistics {
    var phoneMembers: [(String, PhoneValue)] {
        var members: [(String, PhoneValue)] = [
            ("callId", .text(callId)), ("packetsSent", .number(Int(packetsSent))),
            ("packetsReceived", .number(Int(packetsReceived))), ("packetsLost", .number(Int(packetsLost))),
            ("packetsDiscarded", .number(Int(packetsDiscarded))),
            ("packetsLostUpstream", .number(Int(packetsLostUpstream))),
            ("jitterUs", .number(jitter.phoneMicroseconds)),
            ("playoutDelayMs", .number(playoutDelay.phoneMilliseconds)),
            ("concealedMs", .number(concealed.phoneMilliseconds)), ("sendSsrc", .number(Int(sendSSRC))),
            ("receiveSsrc", .number(Int(receiveSSRC))),
        ]
        if let roundTrip { members.append(("roundTripUs", .number(roundTrip.phoneMicroseconds))) }
        if let timeToFirstAudio { members.append(("firstAudioMs", .number(timeToFirstAudio.phoneMilliseconds))) }
        return members
    }
}
