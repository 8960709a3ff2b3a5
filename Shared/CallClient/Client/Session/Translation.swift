internal import CallClientCore
internal import CallModel
internal import Wire

// The contract's messages to the core's values and back. The only place that knows both.

extension CallSnapshot {
    init(_ proto: Proto.CallSnapshot) {
        self.init(
            callID: CallID(proto.callId), version: proto.version, roomID: proto.roomId,
            inviterID: UserID(proto.inviterId), inviteeIDs: proto.inviteeIds.map { UserID($0) },
            chatGroupID: proto.chatGroupId, mediaKind: MediaKind(rawValue: proto.mediaKind.rawValue) ?? .unknown,
            userData: proto.userData, isGroup: proto.isGroup, isEphemeral: proto.isEphemeral,
            phase: CallPhase(rawValue: proto.phase.rawValue) ?? .unspecified,
            participants: proto.participants.map(Participant.init),
            ownStatus: ParticipantStatus(rawValue: proto.ownStatus.rawValue) ?? .none,
            ownEndReason: EndReason(rawValue: proto.ownEndReason.rawValue) ?? .unknown,
            ownEndedBy: UserID(proto.ownEndedBy), ringDeadline: Self.time(proto.ringDeadlineMs),
            createdAt: WallTime(milliseconds: proto.createdAtMs), connectedAt: Self.time(proto.connectedAtMs),
            endedAt: Self.time(proto.endedAtMs), mediaEra: proto.mediaEra,
            serverTime: WallTime(milliseconds: proto.serverTimeMs))
    }

    /// 0 on the wire: never.
    private static func time(_ milliseconds: Int64) -> WallTime? {
        milliseconds > 0 ? WallTime(milliseconds: milliseconds) : nil
    }
}

extension Participant {
    init(_ proto: Proto.Participant) {
        self.init(
            userID: UserID(proto.userId), status: ParticipantStatus(rawValue: proto.status.rawValue) ?? .none,
            endReason: EndReason(rawValue: proto.endReason.rawValue) ?? .unknown,
            isMicrophoneOpened: proto.isMicrophoneOpened, isCameraOpened: proto.isCameraOpened,
            progress: RingProgress(rawValue: proto.progress.rawValue) ?? .unspecified, nickname: proto.nickname,
            avatarURL: proto.avatarUrl)
    }
}

extension CallActivity {
    init(_ proto: Proto.CallActivity) {
        self.init(
            callID: CallID(proto.callId),
            volumes: Dictionary(
                proto.speakers.map { (UserID($0.userId), Int(min($0.volume, 100))) }, uniquingKeysWith: max),
            qualities: Dictionary(
                proto.qualities.map { (UserID($0.userId), Int($0.quality)) }, uniquingKeysWith: { $1 }))
    }
}

extension RequestFailure {
    init(_ error: RPCError) {
        self.init(
            status: error.code.rawValue, reason: error.reason.rawValue, message: error.message,
            retryAfter: error.retryAfter)
    }
}

extension SessionEndCause {
    /// `nil`: a cause this build does not know; the session goes on until the connection ends.
    init?(_ proto: Proto.SessionEndCause) {
        switch proto {
        case .kickedOffline: self = .kickedOffline
        case .loginExpired: self = .loginExpired
        case .logout: self = .loggedOut
        default: return nil
        }
    }
}

extension Proto.CallParams {
    init(_ parameters: CallParameters) {
        self.init(
            roomId: parameters.roomID, timeoutS: UInt32(clamping: parameters.ringTime.components.seconds),
            userData: parameters.userData, chatGroupId: parameters.chatGroupID, isEphemeral: parameters.isEphemeral)
    }
}

/// A request of the core as the contract's method and message.
struct OutgoingRequest: Sendable {
    let method: MethodDescriptor
    let payload: [UInt8]
    /// The call it is about: where requests of one call meet, and what an operator follows it by. Empty: of none.
    let shardKey: String

    init(_ request: Request) throws(RPCError) {
        shardKey = request.callID?.rawValue ?? ""
        switch request {
        case .call(let callID, let participants, let kind, let parameters):
            method = Proto.SignalingMethods.call
            payload = try encodeMessage(
                Proto.CallRequest(
                    callId: callID.rawValue, participantIds: participants.map(\.rawValue),
                    mediaKind: Proto.MediaKind(rawValue: kind.rawValue), params: Proto.CallParams(parameters)))
        case .accept(let callID):
            method = Proto.SignalingMethods.accept
            payload = try encodeMessage(Proto.AcceptRequest(callId: callID.rawValue))
        case .reject(let callID):
            method = Proto.SignalingMethods.reject
            payload = try encodeMessage(Proto.RejectRequest(callId: callID.rawValue))
        case .hangup(let callID):
            method = Proto.SignalingMethods.hangup
            payload = try encodeMessage(Proto.HangupRequest(callId: callID.rawValue))
        case .join(let callID):
            method = Proto.SignalingMethods.join
            payload = try encodeMessage(Proto.JoinRequest(callId: callID.rawValue))
        case .invite(let callID, let participants, let parameters):
            method = Proto.SignalingMethods.invite
            payload = try encodeMessage(
                Proto.InviteRequest(
                    callId: callID.rawValue, participantIds: participants.map(\.rawValue),
                    params: Proto.CallParams(parameters)))
        case .sync, .acknowledge, .joinMedia, .setMediaState:
            (method, payload) = try Self.upkeep(request)
        }
    }

    private static func upkeep(_ request: Request) throws(RPCError) -> (MethodDescriptor, [UInt8]) {
        switch request {
        case .sync(let known):
            let calls = known.map { Proto.KnownCall(callId: $0.callID.rawValue, version: $0.version) }
            return (Proto.SignalingMethods.sync, try encodeMessage(Proto.SyncRequest(knownCalls: calls)))
        case .acknowledge(let callID, let version, let alert):
            let message = Proto.AcknowledgeRequest(
                callId: callID.rawValue, version: version, alert: Proto.AlertState(rawValue: alert.rawValue))
            return (Proto.SignalingMethods.acknowledge, try encodeMessage(message))
        case .joinMedia(let callID, let era):
            let message = Proto.JoinMediaRequest(callId: callID.rawValue, mediaEra: era)
            return (Proto.SignalingMethods.joinMedia, try encodeMessage(message))
        case .setMediaState(let callID, let microphone, let camera):
            let message = Proto.SetMediaStateRequest(
                callId: callID.rawValue, isMicrophoneOpened: microphone, isCameraOpened: camera)
            return (Proto.SignalingMethods.setMediaState, try encodeMessage(message))
        case .call, .accept, .reject, .hangup, .join, .invite:
            throw RPCError(.internal, "not a request of upkeep")
        }
    }
}

extension Request {
    fileprivate var callID: CallID? {
        switch self {
        case .call(let id, _, _, _), .accept(let id), .reject(let id), .hangup(let id), .join(let id),
            .invite(let id, _, _), .acknowledge(let id, _, _), .joinMedia(let id, _), .setMediaState(let id, _, _):
            id
        case .sync: nil
        }
    }
}

/// The answer to a request of the core, and the grant if it was one.
struct IncomingReply: Sendable {
    let reply: Reply
    let grant: Proto.MediaGrant?

    init(_ bytes: [UInt8], to request: Request) throws(RPCError) {
        switch request {
        case .call, .accept, .reject, .hangup, .join, .invite:
            guard let call = try decodeMessage(Proto.CallResponse.self, from: bytes).call else {
                throw RPCError(.internal, reason: .malformed, "an answer without its call")
            }
            (reply, grant) = (.call(CallSnapshot(call)), nil)
        case .sync:
            let calls = try decodeMessage(Proto.SyncResponse.self, from: bytes).calls
            (reply, grant) = (.calls(calls.map { CallSnapshot($0) }), nil)
        case .joinMedia:
            guard let granted = try decodeMessage(Proto.JoinMediaResponse.self, from: bytes).grant else {
                throw RPCError(.internal, reason: .malformed, "an answer without its grant")
            }
            (reply, grant) = (.mediaGranted, granted)
        case .acknowledge, .setMediaState:
            (reply, grant) = (.done, nil)
        }
    }
}
