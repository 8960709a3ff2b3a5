import CallModel
import ServiceKit
import SignalingCore
import Wire

/// Passes levels and connection quality on to the devices in a call. Best effort: the next report replaces a lost one, so
/// nothing is kept, and a report is skipped while the one before it is still under way.
actor ActivityRelay {
    private struct Ear {
        var isBusy = false
        var wasSilent = true
        var qualityAt = MonotonicInstant.zero
        var grades: [SessionID: QualityMeter] = [:]
    }

    private static let qualityEvery = Duration.seconds(2)

    private let neighbours: Neighbours
    private let directory: PresenceDirectory
    private let nodes: MediaNodes
    private let clock: any ServiceClock
    private var ears: [CallID: Ear] = [:]

    init(neighbours: Neighbours, directory: PresenceDirectory, nodes: MediaNodes, clock: any ServiceClock) {
        self.neighbours = neighbours
        self.directory = directory
        self.nodes = nodes
        self.clock = clock
    }

    func relay(_ report: Proto.RoomReport) async {
        let id = CallID(report.callId)
        guard let members = await nodes.members(of: id), members.era == report.era else {
            ears[id] = nil
            return
        }
        var ear = ears[id] ?? Ear()
        let qualities = grade(report, &ear)
        let isSilent = report.speakers.isEmpty
        let isNews = !isSilent || !ear.wasSilent || !qualities.isEmpty
        if !isNews || ear.isBusy {
            ears[id] = ear
            return
        }
        ear.wasSilent = isSilent
        ear.isBusy = true
        ears[id] = ear
        let activity = Proto.CallActivity(callId: report.callId, speakers: report.speakers, qualities: qualities)
        RPCContext.outliving(about: report.callId) {
            await self.send(activity, to: members.devices)
            await self.done(id)
        }
    }

    private func done(_ id: CallID) { ears[id]?.isBusy = false }

    /// Every two seconds, what happened since the last time.
    private func grade(_ report: Proto.RoomReport, _ ear: inout Ear) -> [Proto.ParticipantQuality] {
        let now = clock.now
        guard now - ear.qualityAt >= Self.qualityEvery else { return [] }
        ear.qualityAt = now
        return report.participants.map { participant in
            let session = SessionID(participant.sessionId)
            var meter = ear.grades[session] ?? QualityMeter()
            let grade = meter.grade(
                received: participant.packetsReceived, lost: participant.packetsLost,
                jitter: .microseconds(Int64(participant.jitterUs)))
            ear.grades[session] = meter
            return Proto.ParticipantQuality(userId: participant.userId, quality: UInt32(grade.rawValue))
        }
    }

    private nonisolated func send(_ activity: Proto.CallActivity, to devices: [CallDevice]) async {
        guard let gateways = try? await directory.gateways(of: devices.map(\.sessionID)) else { return }
        let event = Proto.ClientEvent(event: .activity(activity))
        var byGateway: [String: [Proto.Delivery]] = [:]
        for device in devices {
            guard let gateway = gateways[device.sessionID] else { continue }
            byGateway[gateway, default: []].append(
                Proto.Delivery(sessionId: device.sessionID.rawValue, event: event))
        }
        for (gateway, deliveries) in byGateway {
            _ = try? await neighbours.gateway(gateway).deliver(deliveries)
        }
    }
}
