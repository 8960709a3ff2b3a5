import CallModel
import ServiceKit
import SignalingCore
import Wire

/// What devices hear of by versioned snapshots: a call, an invitation.
protocol SnapshotSubject: Sendable, Identifiable where ID: Sendable {
    /// Grows with every change.
    var version: UInt64 { get }
    /// What the deliveries are about, for whoever follows it on the bus.
    var topic: String { get }
    /// Users whose names and pictures a snapshot shows.
    var shownUsers: [UserID] { get }
    /// Whether the newest that a device hears is that its part is over.
    func isOver(for device: CallDevice) -> Bool
    func event(for device: CallDevice, profiles: [UserID: Proto.UserProfile], at now: WallTime) -> Proto.ClientEvent
}

/// Brings snapshots to sessions, through the gateways that hold them. Per subject one delivery runs at a time and takes the
/// newest state, so a burst of changes becomes few messages and never an old one after a new one.
///
/// A delivery that fails is tried again for a while; one that tells a device that its part is over, for half a minute:
/// a ring is brought again by the call, other news by what follows, but nothing follows an end. After that nothing is
/// lost: a session that is not connected asks for the state itself when it comes back (Sync).
actor SnapshotDelivery<Subject: SnapshotSubject> {
    private struct Pending {
        var subject: Subject
        var devices: Set<CallDevice>
    }

    /// What goes to one gateway.
    private struct Parcel: Sendable {
        let gateway: String
        let devices: [CallDevice]
        let deliveries: [Proto.Delivery]
    }

    private static var pauses: [Duration] { [.milliseconds(50), .milliseconds(250), .seconds(1), .seconds(3)] }
    private static var endPauses: [Duration] { pauses + [.seconds(5), .seconds(10), .seconds(10)] }

    private let neighbours: Neighbours
    private let directory: PresenceDirectory
    private let clock: any ServiceClock
    private let undelivered: Counter
    private var pending: [Subject.ID: Pending] = [:]
    private var running: Set<Subject.ID> = []
    /// Of subjects with deliveries that will be tried again: the newest state, and how many there are.
    private var retries: [Subject.ID: (newest: Subject, count: Int)] = [:]

    /// `undelivered`: counts devices that were given up.
    init(neighbours: Neighbours, directory: PresenceDirectory, clock: any ServiceClock, undelivered: Counter) {
        self.neighbours = neighbours
        self.directory = directory
        self.clock = clock
        self.undelivered = undelivered
    }

    /// Sends each device the newest snapshot of the subject.
    func publish(_ subject: Subject, to devices: some Sequence<CallDevice>) {
        var entry = pending[subject.id] ?? Pending(subject: subject, devices: [])
        if subject.version >= entry.subject.version { entry.subject = subject }
        entry.devices.formUnion(devices)
        pending[subject.id] = entry
        if let waiting = retries[subject.id], subject.version > waiting.newest.version {
            retries[subject.id]?.newest = subject
        }
        guard running.insert(subject.id).inserted else { return }
        RPCContext.outliving(about: subject.topic) { await self.run(subject.id) }
    }

    private func run(_ id: Subject.ID) async {
        while let next = pending.removeValue(forKey: id) {
            await deliver(next, attempt: 0)
        }
        running.remove(id)
    }

    private func deliver(_ batch: Pending, attempt: Int) async {
        let left = await send(batch)
        let ended = left.filter { batch.subject.isOver(for: $0) }
        tryAgain(batch.subject, ended, attempt: attempt, Self.endPauses)
        tryAgain(batch.subject, left.subtracting(ended), attempt: attempt, Self.pauses)
    }

    private func tryAgain(_ subject: Subject, _ devices: Set<CallDevice>, attempt: Int, _ pauses: [Duration]) {
        guard !devices.isEmpty else { return }
        guard attempt < pauses.count else { return undelivered.add(UInt64(devices.count)) }
        // What was published while this was on its way waits in `pending`, or has been noted in `retries`.
        let (known, count) = retries[subject.id] ?? (newest: pending[subject.id]?.subject ?? subject, count: 0)
        retries[subject.id] = (newest: known.version > subject.version ? known : subject, count: count + 1)
        RPCContext.outliving {
            try? await self.clock.sleep(for: pauses[attempt])
            await self.retry(subject.id, devices, attempt: attempt + 1)
        }
    }

    /// With the newest state there is: what was to be told first may be over by now. What waits to be sent carries these
    /// devices along.
    private func retry(_ id: Subject.ID, _ devices: Set<CallDevice>, attempt: Int) async {
        guard let newest = retries[id]?.newest else { return }
        if var entry = pending[id] {
            entry.devices.formUnion(devices)
            pending[id] = entry
        } else {
            await deliver(Pending(subject: newest, devices: devices), attempt: attempt)
        }
        // Not before: what is published meanwhile is noted there.
        guard let (newest, count) = retries[id] else { return }
        retries[id] = count > 1 ? (newest: newest, count: count - 1) : nil
    }

    /// The devices that could not be reached though they should be.
    private func send(_ batch: Pending) async -> Set<CallDevice> {
        let devices = batch.devices.sorted { $0.sessionID < $1.sessionID }
        let gateways: [SessionID: String]
        do { gateways = try await directory.gateways(of: devices.map(\.sessionID)) } catch { return batch.devices }
        let profiles = await directory.profiles(of: batch.subject.shownUsers)
        let now = clock.wallTime
        var byGateway: [String: [CallDevice]] = [:]
        for device in devices {
            if let gateway = gateways[device.sessionID] { byGateway[gateway, default: []].append(device) }
        }
        let parcels = byGateway.map { gateway, devices in
            Parcel(
                gateway: gateway, devices: devices,
                deliveries: devices.map { device in
                    Proto.Delivery(
                        sessionId: device.sessionID.rawValue,
                        event: batch.subject.event(for: device, profiles: profiles, at: now))
                })
        }
        return await hand(parcels)
    }

    private nonisolated func hand(_ parcels: [Parcel]) async -> Set<CallDevice> {
        await withTaskGroup(of: [CallDevice].self) { group in
            for parcel in parcels { group.addTask { await self.hand(parcel) } }
            return await group.reduce(into: []) { $0.formUnion($1) }
        }
    }

    /// The devices of the parcel that the gateway does not hold.
    private nonisolated func hand(_ parcel: Parcel) async -> [CallDevice] {
        do {
            let answer = try await neighbours.gateway(parcel.gateway).deliver(
                Proto.DeliverRequest(deliveries: parcel.deliveries), CallOptions(timeout: .seconds(2)))
            let unknown = Set(answer.unknownSessionIds)
            guard !unknown.isEmpty else { return [] }
            let missed = parcel.devices.filter { unknown.contains($0.sessionID.rawValue) }
            await directory.forget(missed.map(\.sessionID))
            return missed
        } catch {
            await directory.forget(parcel.devices.map(\.sessionID))
            return parcel.devices
        }
    }
}
