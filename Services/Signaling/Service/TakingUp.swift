import CallModel
import Database
import SignalingCore
import Wire

/// A user takes up one of two calls, by an answer or by the end of a hold. If he is active in the other, that one is put
/// on hold or left in the same transaction: at no moment is he active in both or, unasked, in none.
struct TakingUp: Sendable {
    let id: CallID
    let device: CallDevice
    let act: DeviceAct
    /// When the user did it, by the device's own clock.
    let saidAt: WallTime?
    let other: OtherCall

    /// The call taken up comes last. Throws what refuses it; then nothing happens to the other either.
    func decide(in store: borrowing Transaction, at now: WallTime) throws -> [Transition] {
        var transitions: [Transition] = []
        let taken = try store.decide(id, at: now) { call, store in
            if call.asksForWay(of: device.userID, by: act), let freed = try makeWay(for: call, in: store, at: now) {
                transitions.append(freed)
            }
            return .device(device, act, saidAt: saidAt)
        }
        guard let taken else { throw RPCError.callNotFound }
        return transitions + [taken]
    }

    private func makeWay(
        for call: Call, in store: borrowing Transaction, at now: WallTime
    ) throws -> Transition? {
        let seats = try store.seats(of: device.userID)
        guard let seat = seats.first(where: { $0.isActive && $0.callID != call.id }),
            let event = try store.load(seat.callID)?.givingWay(of: device.userID, by: other)
        else { return nil }
        return try store.decide(seat.callID, at: now) { _, _ in event }
    }
}

extension SignalingServer {
    /// Puts the own part in a call on hold, or takes it up again.
    func hold(_ request: Proto.HoldRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        let device = try CallDevice(context)
        let act = DeviceAct.held(isOnHold: request.isOnHold)
        return try await answering {
            guard !request.isOnHold else {
                return await response(try await self.act(device, on: request.callId) { _, _ in act }, to: device)
            }
            let call = try await takeUp(request.callId, by: device, act, other: OtherCall(request.otherCall))
            return await response(call, to: device)
        }
    }

    /// An answer or a resume, refused or not.
    func takeUp(
        _ callID: String, by device: CallDevice, _ act: DeviceAct, saidAt: WallTime? = nil, other: OtherCall
    ) async throws -> Call {
        let taking = TakingUp(
            id: try CallID(checking: callID), device: device, act: act, saidAt: saidAt, other: other)
        do {
            let transitions = try await switchboard.decideTogether(about: taking.id) { store, now in
                try taking.decide(in: store, at: now)
            }
            guard let taken = transitions.last else { throw RPCError.callNotFound }
            return taken.new
        } catch CallRefusal.race(let race) {
            await tellOutcome(of: taking.id, to: device)
            throw CallRefusal.race(race)
        }
    }
}

extension OtherCall {
    init(_ other: Proto.OtherCall) { self = other == .end ? .end : .hold }
}
