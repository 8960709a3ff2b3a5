import CallModel
import Database
import ServiceKit
import SignalingCore
import Wire

/// Answers `partyline.v1.Signaling`: reads requests, has them decided, tells the caller its snapshot.
struct SignalingServer: Sendable {
    let switchboard: Switchboard
    let limits: CallLimits
    let rules: RingRules
    private let door = CallDoor()

    init(switchboard: Switchboard, limits: CallLimits, rules: RingRules) {
        self.switchboard = switchboard
        self.limits = limits
        self.rules = rules
    }

    /// What the device should know of a call now.
    func response(_ call: Call, to device: CallDevice) async -> Proto.CallResponse {
        Proto.CallResponse(call: await snapshot(call, for: device))
    }

    func snapshot(_ call: Call, for device: CallDevice) async -> Proto.CallSnapshot {
        let profiles = await switchboard.directory.profiles(of: call.participants.map(\.userID))
        return Proto.CallSnapshot(call, for: device, profiles: profiles, at: switchboard.clock.wallTime)
    }

    /// A device's act on a call that exists, refused or not. `saidAt`: when its user did it, by the device's own clock.
    func act(
        _ device: CallDevice, on callID: String, saidAt: WallTime? = nil,
        _ act: @escaping @Sendable (Call, borrowing Transaction) throws -> DeviceAct
    ) async throws -> Call {
        let id = try CallID(checking: callID)
        do {
            let transition = try await switchboard.decide(id) { call, store in
                .device(device, try act(call, store), saidAt: saidAt)
            }
            guard let transition else { throw RPCError.callNotFound }
            return transition.new
        } catch CallRefusal.race(let race) {
            await tellOutcome(of: id, to: device)
            throw CallRefusal.race(race)
        }
    }

    /// The loser of a race hears how the call stands, besides the error: it may have missed that snapshot.
    func tellOutcome(of id: CallID, to device: CallDevice) async {
        guard let call = try? await switchboard.table.call(id),
            call.participants.contains(where: { $0.userID == device.userID })
        else { return }
        switchboard.delivery.publish(call, to: [device])
    }

    /// Leaving what one is not in any more is done already.
    func leave(_ callID: String, _ context: RPCContext, _ way: DeviceAct) async throws(RPCError) -> Proto.CallResponse {
        let device = try CallDevice(context)
        return try await answering {
            do {
                return await response(try await act(device, on: callID) { _, _ in way }, to: device)
            } catch CallRefusal.race {
                guard let call = try await switchboard.table.call(CallID(checking: callID)) else {
                    throw RPCError.callNotFound
                }
                return await response(call, to: device)
            }
        }
    }
}

extension SignalingServer: Proto.SignalingService {
    func call(_ request: Proto.CallRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        let caller = try CallDevice(context)
        try door.pass(
            waited: max(context.received.map { switchboard.clock.now - $0 } ?? .zero, switchboard.table.delay),
            at: switchboard.clock.now)
        let placing = try CallPlacing(request, by: caller, limits: limits, rules: rules)
        let askedAt = switchboard.clock.wallTime
        let found = try await switchboard.directory.standings(
            of: [caller.userID] + placing.invitees, for: caller.userID, in: placing.terms.chatGroupID)
        return try await answering {
            let now = switchboard.clock.wallTime
            let outcome: CallPlacing.Outcome
            do {
                outcome = try await switchboard.table.transact { store in
                    try placing.decide(
                        in: store, users: found.users, isStranger: found.isStranger, askedAt: askedAt, at: now)
                }
            } catch let refusal as CallRefusal {
                switchboard.note(refusal, placing.id)
                throw refusal
            }
            await switchboard.carryOut(outcome.transitions)
            return await response(outcome.call, to: caller)
        }
    }

    func accept(_ request: Proto.AcceptRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        let device = try CallDevice(context)
        let tappedAt = WallTime(said: request.tappedAtMs)
        return try await answering {
            let call = try await takeUp(
                request.callId, by: device, .accepted, saidAt: tappedAt, other: OtherCall(request.otherCall))
            return await response(call, to: device)
        }
    }

    func reject(_ request: Proto.RejectRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        try await leave(request.callId, context, request.scope == .thisDevice ? .rejectedHere : .rejected)
    }

    /// A hang-up can overtake the call it means. It is noted then, and that call ends as it is placed.
    func hangup(_ request: Proto.HangupRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        do {
            return try await leave(request.callId, context, .hungUp)
        } catch {
            guard error == .callNotFound else { throw error }
            let device = try CallDevice(context)
            let id = try CallID(checking: request.callId)
            let now = switchboard.clock.wallTime
            let isHere = try await answering {
                try await switchboard.table.transact { store in
                    try store.lockPlacing(of: id)
                    // It may have been placed since.
                    if try store.load(id) != nil { return true }
                    try store.noteCalledOff(id, by: device.userID, at: now)
                    return false
                }
            }
            guard isHere else { throw error }
            return try await leave(request.callId, context, .hungUp)
        }
    }

    func join(_ request: Proto.JoinRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        let device = try CallDevice(context)
        let isWaitingOn = rules.isWaitingOn
        return try await answering {
            let call = try await act(device, on: request.callId) { call, store in
                .joined(isBusy: try store.isBusy(device.userID, besides: call.id, isWaitingOn: isWaitingOn))
            }
            return await response(call, to: device)
        }
    }

    func invite(_ request: Proto.InviteRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        let device = try CallDevice(context)
        let wanted = try WantedUsers(request.participantIds, askedBy: device.userID).userIDs
        let parameters = try CheckedParameters(request.params)
        let users = try await switchboard.directory.standings(of: wanted, for: device.userID).users
        let userData = parameters.userData.isEmpty ? nil : parameters.userData
        let (ringTime, deadline) = (parameters.ringTime, WallTime(said: request.deadlineMs))
        let now = switchboard.clock.wallTime
        return try await answering {
            let call = try await act(device, on: request.callId) { [rules] call, store in
                let attempt = RingAttempt(caller: device.userID, call: call.id, at: now, rules: rules)
                return .invited(
                    try store.invitees(wanted, users: users, for: attempt), ringTime, userData: userData,
                    deadline: deadline)
            }
            return await response(call, to: device)
        }
    }

    /// Reports of a ring that is over are answered with how the call stands.
    func acknowledge(_ request: Proto.AcknowledgeRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let device = try CallDevice(context)
        guard let report = AlertReport(request.alert) else { return Proto.Empty() }
        return try await answering {
            do { _ = try await act(device, on: request.callId) { _, _ in .acknowledged(report) } } catch CallRefusal
                .race
            {}
            return Proto.Empty()
        }
    }

    func setMediaState(
        _ request: Proto.SetMediaStateRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let device = try CallDevice(context)
        let (microphone, camera) = (request.isMicrophoneOpened, request.isCameraOpened)
        return try await answering {
            _ = try await act(device, on: request.callId) { _, _ in
                .switchedMedia(isMicrophoneOpened: microphone, isCameraOpened: camera)
            }
            return Proto.Empty()
        }
    }
}

extension AlertReport {
    /// `nil` for a state that says nothing.
    fileprivate init?(_ state: Proto.AlertState) {
        switch state {
        case .received: self = .received
        case .alerting: self = .alerting
        case .busy: self = .busy
        default: return nil
        }
    }
}
