import CallClientCore
import CallModel
import SignalingCore

// For the event log.

func label(_ state: CallState) -> String {
    switch state {
    case .created: "created"
    case .ringing: "ringing"
    case .answered: "answered"
    case .ended(let end): "ended \(end.reason)"
    }
}

func label(_ event: CallEvent) -> String {
    switch event {
    case .placed(let placement):
        "placed by \(placement.caller.sessionID.rawValue) for \(placement.invitees.map(\.userID.rawValue))"
    case .device(let device, .invited(let invitees, _, _, _), _):
        "\(device.sessionID.rawValue) invited \(invitees.map(\.userID.rawValue))"
    case .device(let device, let act, _): "\(device.sessionID.rawValue) \(act)"
    case .presence(.sessionsFound(let user, let devices)): "\(user.rawValue) has \(devices.map(\.sessionID.rawValue))"
    case .presence(.sessionGone(let session)): "session \(session.rawValue) gone"
    case .push(.ringTaken(let timer, let count, _)): "push takes \(timer.userID.rawValue) on \(count)"
    case .push(.outcome(let user, let isHandedOver, _)): "push of \(user.rawValue) left: \(isHandedOver)"
    case .push(.stopTaken(let user)): "push stops \(user.rawValue)"
    case .media(.roomCreated(let node, let era)): "room on \(node.endpoint) era \(era)"
    case .media(.roomLost(let node, let era)): "room lost on \(node.endpoint) era \(era)"
    case .media(.roomClosed(let era)): "room closed era \(era)"
    case .media(.silenced(let session, _)): "\(session.rawValue) silent"
    case .timer(let timer):
        switch timer.kind {
        case nil: "ring of \(timer.userID.rawValue) over"
        case .confirm(let number): "silence of \(timer.userID.rawValue), \(number)"
        }
    case .operatorEnded: "ended by the service"
    }
}

func label(_ command: CallCommand) -> String {
    switch command {
    case .call(let call, let users, _, let parameters):
        "calls \(users.map(\.rawValue)) as \(call.rawValue)"
            + (parameters.chatGroupID.isEmpty ? "" : " in \(parameters.chatGroupID)")
    case .accept: "accepts"
    case .reject: "rejects"
    case .hangup: "hangs up"
    case .join(let call): "joins \(call.rawValue)"
    case .invite(let users, _): "invites \(users.map(\.rawValue))"
    }
}

func label(_ notice: CallNotice) -> String {
    switch notice {
    case .started(let call, _): "is told: \(call.rawValue) started"
    case .received(let call, _, _): "is told: \(call.rawValue) rings"
    case .ended(let call, _, let reason, let user): "is told: \(call.rawValue) ended, \(reason) by \(user.rawValue)"
    }
}
