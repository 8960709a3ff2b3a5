import CallClientCore
import CallModel
import SignalingCore

// How snapshots reach devices: tried again for a while with the newest state, longer when they tell a device that its part
// is over.
extension Replica {
    private static let pauses: [Duration] = [.milliseconds(50), .milliseconds(250), .seconds(1), .seconds(3)]
    private static let endPauses = pauses + [.seconds(5), .seconds(10), .seconds(10)]

    func publish(_ call: Call, to devices: [CallDevice]) {
        if call.version > newest[call.id]?.version ?? 0 { newest[call.id] = call }
        for device in devices { deliver(call.id, to: device, attempt: 0) }
    }

    private func deliver(_ id: CallID, to device: CallDevice, attempt: Int) {
        guard let call = newest[id] else { return }
        let snapshot = CallSnapshot(call, for: device, at: wallTime)
        let isCut = network.isCut(host, .gateway) || network.isCut(host, .presence) || !cluster.presence.isUp
        if isCut || world.fault(percent: 8) {
            cluster.noteLoss(for: device.sessionID)
            let pauses = snapshot.ownStatus == .none ? Self.endPauses : Self.pauses
            guard attempt < pauses.count else { return }
            return later(pauses[attempt]) { self.deliver(id, to: device, attempt: attempt + 1) }
        }
        for _ in 0..<(world.fault(percent: 5) ? 2 : 1) {
            world.after(world.delay(0...400, atBest: 0...10)) {
                self.cluster.gateway.deliver(snapshot, to: device.sessionID)
            }
        }
    }
}
