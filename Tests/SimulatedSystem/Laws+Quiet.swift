import CallClientCore
import CallModel
import SignalingCore

// What must be true after the network has healed and everything had time: clients and store tell the same story.
extension Laws {
    func checkQuiet() -> String? {
        let store = cluster.store
        for call in store.allCalls {
            if !call.owedEffects.isEmpty { return "\(call.id.rawValue) still owes \(call.owedEffects)" }
            if let deadline = call.nextDeadline, deadline < cluster.world.wallTime {
                return "\(call.id.rawValue) missed its deadline"
            }
            let expected = call.state.isOver ? Set(call.participants.map(\.userID)) : []
            if call.state.isOver, Set((store.records[call.id] ?? [:]).keys) != expected {
                return "\(call.id.rawValue) has not one record per participant"
            }
            if call.state.isOver, cluster.media.count(of: call.id) > 0 {
                return "\(call.id.rawValue) is over and has a room"
            }
            for device in call.liveDevices where !cluster.presence.isOpen(device.sessionID) {
                return "\(call.id.rawValue) holds a dead session"
            }
        }
        for client in cluster.clients {
            if let law = checkQuiet(client) { return law }
        }
        return nil
    }

    private func checkQuiet(_ client: SimulatedClient) -> String? {
        let name = client.deviceID.rawValue
        guard client.isOnline, let device = client.session else { return "\(name) is not online" }
        if client.unanswered > 0 { return "\(name) has \(client.unanswered) commands without an answer" }
        let current = cluster.store.activeUsers[client.user].flatMap { cluster.store.call($0) }
        let told = current.map { CallSnapshot($0, for: device, at: cluster.world.wallTime) }.flatMap {
            $0.isLive ? $0 : nil
        }
        if client.core.desk.frontCallID != told?.callID {
            return
                "\(name) is in \(client.core.desk.frontCallID?.rawValue ?? "no call"), the server says \(told?.callID.rawValue ?? "none")"
        }
        if client.openCalls != Set([told?.callID].compactMap(\.self)) {
            return "\(name) has told its app of another call"
        }
        guard let told else { return nil }
        if client.overview.ownStatus != told.ownStatus {
            return "\(name) is \(client.overview.ownStatus), the server says \(told.ownStatus)"
        }
        let shown = client.overview.participants.map { "\($0.userID.rawValue) \($0.status)" }.sorted()
        let real = told.participants.filter { $0.status != .none }.map { "\($0.userID.rawValue) \($0.status)" }.sorted()
        return shown == real ? nil : "\(name) shows \(shown), the server says \(real)"
    }

    /// After every call was ended by the service: nobody is in one.
    func checkEmpty() -> String? {
        for client in cluster.clients where client.core.desk.frontCallID != nil || !client.openCalls.isEmpty {
            return "\(client.deviceID.rawValue) is in a call when all are over"
        }
        return cluster.store.activeCalls.isEmpty ? nil : "a call is not over"
    }
}
