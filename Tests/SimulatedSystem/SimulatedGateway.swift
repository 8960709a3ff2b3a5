import CallClientCore
import CallModel
import SignalingCore

/// One client connection: ordered both ways while it lives; what is under way when it dies is lost.
final class SimulatedConnection {
    let number: ConnectionNumber
    unowned let client: SimulatedClient
    /// The network between the two ends works.
    var isAlive = true
    /// The gateway's end is open.
    var isHeld = true
    var device: CallDevice?
    var hasEvents = false
    var lastHeard: Int64 = 0
    private var lastUp: Int64 = 0
    private var lastDown: Int64 = 0

    init(_ number: ConnectionNumber, _ client: SimulatedClient) {
        self.number = number
        self.client = client
    }

    func up(_ world: World, _ body: @escaping () -> Void) {
        lastUp = max(lastUp, world.elapsed + world.delay(5...300, atBest: 5...40).wholeNanoseconds)
        world.after(.nanoseconds(lastUp - world.elapsed)) { if self.isAlive, self.isHeld { body() } }
    }

    func down(_ world: World, _ body: @escaping () -> Void) {
        guard isHeld else { return }
        lastDown = max(lastDown, world.elapsed + world.delay(5...300, atBest: 5...40).wholeNanoseconds)
        world.after(.nanoseconds(lastDown - world.elapsed)) {
            guard self.isAlive else { return }
            self.client.heard(self.number)
            body()
        }
    }
}

/// The gateway: connections of clients, leases towards presence, requests towards signaling.
final class SimulatedGateway {
    private let world: World
    unowned var cluster: Cluster!
    private var connections: [SimulatedConnection] = []
    private var lastSession = 0
    private(set) var isUp = true
    /// Until when no client gets through to it.
    private var unreachableUntil: Int64 = 0

    init(world: World) {
        self.world = world
        beat()
    }

    func crash() {
        world.note("gateway crashes")
        isUp = false
        for connection in connections {
            connection.isHeld = false
            connection.isAlive = false
            connection.client.lost(connection.number, after: world.delay(0...200))
        }
        connections = []
    }

    func restart() { isUp = true }

    /// The clients' network is away: nothing gets through and nothing is said.
    func isolate(for duration: Duration) {
        unreachableUntil = world.elapsed + duration.wholeNanoseconds
        for connection in connections { connection.isAlive = false }
    }

    func reconnect() { unreachableUntil = 0 }

    func open(_ connection: SimulatedConnection) -> Bool {
        guard isUp, world.elapsed >= unreachableUntil else { return false }
        connection.lastHeard = world.elapsed
        connections.append(connection)
        return true
    }

    /// The client closed, or the network broke noticeably.
    func close(_ connection: SimulatedConnection) {
        guard connection.isHeld else { return }
        connection.isHeld = false
        connections.removeAll { $0 === connection }
        if let device = connection.device, !connections.contains(where: { $0.device?.sessionID == device.sessionID }) {
            if reachesPresence { cluster.presence.detach(device.sessionID) }
        }
    }

    // MARK: what clients send

    func hello(_ connection: SimulatedConnection) {
        connection.up(world) {
            connection.down(self.world) { connection.client.hear(.helloReceived(connection.number)) }
        }
    }

    func ping(_ connection: SimulatedConnection) {
        connection.up(world) {
            connection.lastHeard = self.world.elapsed
            connection.down(self.world) {}
        }
    }

    func logIn(_ connection: SimulatedConnection, _ user: UserID, _ deviceID: DeviceID, _ platform: Platform) {
        connection.up(world) {
            self.lastSession += 1
            let session = SessionID("\(deviceID.rawValue)#\(self.lastSession)")
            guard self.reachesPresence, self.cluster.presence.logIn(session, user, deviceID, platform) else {
                return self.refuse(connection, .unavailable)
            }
            self.admit(connection, CallDevice(userID: user, deviceID: deviceID, sessionID: session))
        }
    }

    func resume(_ connection: SimulatedConnection, _ device: CallDevice) {
        connection.up(world) {
            guard self.reachesPresence, let goesOn = self.cluster.presence.resume(device.sessionID) else {
                return self.refuse(connection, .unavailable)
            }
            guard goesOn else { return self.refuse(connection, RequestFailure(status: 5, reason: 14)) }
            self.admit(connection, device)
        }
    }

    private var reachesPresence: Bool { !cluster.network.isCut(.gateway, .presence) }

    private func refuse(_ connection: SimulatedConnection, _ failure: RequestFailure) {
        connection.down(world) {
            connection.client.hear(.authenticationRefused(connection.number, failure))
        }
    }

    private func admit(_ connection: SimulatedConnection, _ device: CallDevice) {
        for older in connections where older !== connection && older.device?.sessionID == device.sessionID {
            older.isHeld = false
        }
        connections.removeAll { !$0.isHeld }
        connection.device = device
        let terms = SessionTerms(heartbeatInterval: .seconds(5), serverTime: world.wallTime)
        connection.down(world) {
            connection.client.session = device
            connection.client.hear(.authenticated(connection.number, terms))
        }
    }

    func openEvents(_ connection: SimulatedConnection) { connection.up(world) { connection.hasEvents = true } }

    func logOut(_ connection: SimulatedConnection) {
        connection.up(world) {
            if let device = connection.device { self.cluster.presence.logOut(device.sessionID) }
            connection.down(self.world) { connection.client.hear(.logoutAnswered(connection.number)) }
        }
    }

    func request(_ connection: SimulatedConnection, _ ticket: Ticket, _ request: Request) {
        connection.up(world) {
            connection.lastHeard = self.world.elapsed
            guard let device = connection.device else { return }
            self.forward(request, of: device) { result in
                connection.down(self.world) { connection.client.answered(ticket, result) }
            }
        }
    }

    /// To one of the replicas, over the bus: delayed, overtaken, lost on either way, executed twice, or refused because
    /// signaling is away.
    private func forward(_ request: Request, of device: CallDevice, _ answer: @escaping Replica.Answer) {
        var isAnswered = false
        func once(_ result: Result<Reply, RequestFailure>) {
            if isAnswered { return }
            isAnswered = true
            answer(result)
        }
        world.after(.seconds(5)) { once(.failure(RequestFailure(status: 4, reason: 0))) }
        guard let replica = cluster.someReplica(reachableFrom: .gateway) else { return once(.failure(.unavailable)) }
        if world.fault(percent: 4) { return cluster.noteRequestLoss(of: device.sessionID) }
        for _ in 0..<(world.fault(percent: 4) ? 2 : 1) {
            world.after(world.delay(0...120, atBest: 0...10)) {
                guard !self.cluster.network.isCut(.gateway, replica.host) else { return }
                guard replica.isUp else { return once(.failure(.unavailable)) }
                replica.handle(request, of: device) { result in
                    if self.world.fault(percent: 4) { return }
                    self.world.after(self.world.delay(0...120, atBest: 0...10)) {
                        if !self.cluster.network.isCut(.gateway, replica.host) { once(result) }
                    }
                }
            }
        }
    }

    // MARK: what services send

    func deliver(_ snapshot: CallSnapshot, to session: SessionID) {
        for connection in connections where connection.device?.sessionID == session && connection.hasEvents {
            return connection.down(world) { connection.client.received(snapshot) }
        }
        cluster.noteLoss(for: session)
    }

    func kick(_ session: SessionID) {
        for connection in connections where connection.device?.sessionID == session {
            connection.down(world) { connection.client.hear(.sessionEnded(connection.number, .kickedOffline)) }
            world.after(.seconds(1)) { self.close(connection) }
        }
    }

    /// Every three seconds: leases are renewed, silent connections closed.
    private func beat() {
        for connection in connections {
            if world.elapsed - connection.lastHeard > Duration.seconds(12).wholeNanoseconds {
                close(connection)
            } else if let device = connection.device, reachesPresence, cluster.presence.renew(device.sessionID) == false
            {
                let number = connection.number
                connection.client.lost(number, after: world.delay(5...50))
                close(connection)
            }
        }
        world.after(.seconds(3)) { self.beat() }
    }
}
