import CallModel
import ServiceKit
import SignalingCore
import Synchronization
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
final class SnapshotDelivery<Subject: SnapshotSubject>: Sendable {
    private struct Pending {
        var subject: Subject
        var devices: Set<CallDevice>
    }

    private struct State {
        var pending: [Subject.ID: Pending] = [:]
        var running: Set<Subject.ID> = []
        /// Of subjects with deliveries that will be tried again: the newest state, and how many there are.
        var retries: [Subject.ID: (newest: Subject, count: Int)] = [:]
    }

    private static var pauses: [Duration] { [.milliseconds(50), .milliseconds(250), .seconds(1), .seconds(3)] }
    private static var endPauses: [Duration] { pauses + [.seconds(5), .seconds(10), .seconds(10)] }

    private let neighbours: Neighbours
    private let directory: PresenceDirectory
    private let clock: any ServiceClock
    private let undelivered: Counter
    private let state = Mutex(State())

    /// `undelivered`: counts devices that were given up.
    init(neighbours: Neighbours, directory: PresenceDirectory, clock: any ServiceClock, undelivered: Counter) {
        self.neighbours = neighbours
        self.directory = directory
        self.clock = clock
        self.undelivered = undelivered
    }

    /// Sends each device the newest snapshot of the subject. Does not wait for it.
    func publish(_ subject: Subject, to devices: some Sequence<CallDevice>) {
        let mustRun = state.withLock { state in
            var entry = state.pending[subject.id] ?? Pending(subject: subject, devices: [])
            if subject.version >= entry.subject.version { entry.subject = subject }
            entry.devices.formUnion(devices)
            state.pending[subject.id] = entry
            if let waiting = state.retries[subject.id], subject.version > waiting.newest.version {
                state.retries[subject.id]?.newest = subject
            }
            return state.running.insert(subject.id).inserted
        }
        guard mustRun else { return }
        RPCContext.outliving(about: subject.topic) { await self.run(subject.id) }
    }

    private func run(_ id: Subject.ID) async {
        while let next = takePending(id) { await deliver(next, attempt: 0) }
    }

    /// `nil`: nothing is left, and whoever publishes next begins anew.
    private func takePending(_ id: Subject.ID) -> Pending? {
        state.withLock { state in
            let next = state.pending.removeValue(forKey: id)
            if next == nil { state.running.remove(id) }
            return next
        }
    }

    private func deliver(_ batch: Pending, attempt: Int) async {
        let left = await send(batch)
        guard !left.isEmpty else { return }
        let ended = left.filter { batch.subject.isOver(for: $0) }
        tryAgain(batch.subject, ended, attempt: attempt, Self.endPauses)
        tryAgain(batch.subject, left.subtracting(ended), attempt: attempt, Self.pauses)
    }

    private func tryAgain(_ subject: Subject, _ devices: Set<CallDevice>, attempt: Int, _ pauses: [Duration]) {
        guard !devices.isEmpty else { return }
        guard attempt < pauses.count else { return undelivered.add(UInt64(devices.count)) }
        state.withLock { state in
            // What was published while this was on its way waits in `pending`, or has been noted in `retries`.
            let (known, count) =
                state.retries[subject.id] ?? (newest: state.pending[subject.id]?.subject ?? subject, count: 0)
            state.retries[subject.id] = (newest: known.version > subject.version ? known : subject, count: count + 1)
        }
        RPCContext.outliving {
            try? await self.clock.sleep(for: pauses[attempt])
            await self.retry(subject.id, devices, attempt: attempt + 1)
        }
    }

    /// With the newest state there is: what was to be told first may be over by now. What waits to be sent carries these
    /// devices along.
    private func retry(_ id: Subject.ID, _ devices: Set<CallDevice>, attempt: Int) async {
        let alone = state.withLock { state -> Pending? in
            guard let newest = state.retries[id]?.newest else { return nil }
            guard state.pending[id] != nil else { return Pending(subject: newest, devices: devices) }
            state.pending[id]?.devices.formUnion(devices)
            return nil
        }
        if let alone { await deliver(alone, attempt: attempt) }
        state.withLock { state in
            // Not before: what is published meanwhile is noted there.
            guard let (newest, count) = state.retries[id] else { return }
            state.retries[id] = count > 1 ? (newest: newest, count: count - 1) : nil
        }
    }

    /// The devices that could not be reached though they should be.
    private func send(_ batch: Pending) async -> Set<CallDevice> {
        let devices = batch.devices.sorted { $0.sessionID < $1.sessionID }
        let gateways: [SessionID: String]
        do { gateways = try await directory.gateways(of: devices.map(\.sessionID)) } catch { return batch.devices }
        let profiles = await directory.profiles(of: batch.subject.shownUsers)
        var byGateway: [String: [CallDevice]] = [:]
        for device in devices {
            if let gateway = gateways[device.sessionID] { byGateway[gateway, default: []].append(device) }
        }
        let news = News(subject: batch.subject, profiles: profiles, at: clock.wallTime)
        if byGateway.count == 1, let (gateway, devices) = byGateway.first {
            return Set(await hand(news, to: devices, at: gateway))
        }
        return await withTaskGroup(of: [CallDevice].self) { group in
            for (gateway, devices) in byGateway {
                group.addTask { await self.hand(news, to: devices, at: gateway) }
            }
            return await group.reduce(into: []) { $0.formUnion($1) }
        }
    }

    /// What is to be told, before it is known to whom.
    private struct News: Sendable {
        let subject: Subject
        let profiles: [UserID: Proto.UserProfile]
        let at: WallTime

        func delivery(to device: CallDevice) -> Proto.Delivery {
            Proto.Delivery(
                sessionId: device.sessionID.rawValue, event: subject.event(for: device, profiles: profiles, at: at))
        }
    }

    /// Those of the devices that the gateway does not hold.
    private func hand(_ news: News, to devices: [CallDevice], at gateway: String) async -> [CallDevice] {
        do {
            let unknown = try await neighbours.gateway(gateway).deliver(devices.map(news.delivery))
            guard !unknown.isEmpty else { return [] }
            let missed = devices.filter { unknown.contains($0.sessionID.rawValue) }
            directory.forget(missed.map(\.sessionID))
            return missed
        } catch {
            directory.forget(devices.map(\.sessionID))
            return devices
        }
    }
}
