import CallModel
import SignalingCore
import Wire

// Why did it not ring?
extension SignalingServer {
    /// What was decided on the call, and what push did about it by its own books.
    func traceCall(_ request: Proto.TraceCallRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallTrace {
        let id = try CallID(checking: request.callId)
        guard let call = try await answering({ try await switchboard.table.call(id) }) else { throw .callNotFound }
        let asked = Proto.TraceCallRequest(callId: call.id.rawValue)
        let pushes = try? await switchboard.neighbours.push.traceCall(asked, CallOptions(timeout: .seconds(1)))
        return Proto.CallTrace(call, pushes: pushes?.traces)
    }
}

extension Proto.CallTrace {
    /// `pushes`: `nil` if push did not answer.
    fileprivate init(_ call: Call, pushes: [Proto.PushTrace]?) {
        self.init()
        lines = (call.trace?.lines ?? []).map { Proto.CallTraceLine($0) }
        droppedLines = UInt32(call.trace?.droppedCount ?? 0)
        phase =
            switch call.state {
            case .created, .ringing: .ringing
            case .answered: .connected
            case .ended: .ended
            }
        self.pushes = pushes ?? []
        isPushKnown = pushes != nil
    }
}

extension Proto.CallTraceLine {
    fileprivate init(_ line: CallTraceLine) {
        self.init()
        atMs = line.at.milliseconds
        fact = Proto.CallTraceFact(line.fact)
        userId = line.userID?.rawValue ?? ""
        deviceId = line.deviceID?.rawValue ?? ""
        reason = Proto.EndReason(rawValue: line.reason?.rawValue ?? 0)
        byUserId = line.by?.rawValue ?? ""
        saidAtMs = line.saidAt?.milliseconds ?? 0
        detail = line.detail
    }
}

extension Proto.CallTraceFact {
    fileprivate init(_ fact: CallTraceLine.Fact) {
        self =
            switch fact {
            case .placed: .placed
            case .invited: .invited
            case .notRung: .notRung
            case .found: .found
            case .received: .received
            case .alerting: .alerting
            case .broughtAgain: .broughtAgain
            case .pushQueued: .pushQueued
            case .pushed: .pushed
            case .pushFailed: .pushFailed
            case .answered: .answered
            case .joined: .joined
            case .held: .held
            case .resumed: .resumed
            case .stopped: .stopped
            case .left: .left
            case .ended: .ended
            case .roomPlaced: .roomPlaced
            case .roomLost: .roomLost
            }
    }
}
