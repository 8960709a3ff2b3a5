import CallClientCore
import CallModel
import SignalingCore

/// One installation of the app: the real client core, its timers and its connection, on a clock of its own.
final class SimulatedClient {
    let user: UserID
    let deviceID: DeviceID
    let platform: Platform
    private let world: World
    unowned let cluster: Cluster
    private(set) var core = ClientCore()
    private(set) var overview = CallOverview()
    var session: CallDevice?
    private(set) var connection: SimulatedConnection?
    /// Since when the present connection has been up; `nil` while there is none.
    private(set) var onlineSince: Int64?
    /// The app wants to be logged in.
    private(set) var wantsLogin = false
    private let clockOffset: Int64
    private var timers: [ClientTimer: Int] = [:]
    private var timerCount = 0
    private var lastTicket: UInt64 = 0
    private var openTickets: Set<Ticket> = []
    /// Calls the app was told of and not told the end of.
    private(set) var openCalls: Set<CallID> = []
    /// Calls the app was ever told of.
    private(set) var heardOf: Set<CallID> = []
    private(set) var receivedCount = 0
    private(set) var endedCount = 0

    init(_ user: UserID, _ device: String, _ platform: Platform, world: World, cluster: Cluster) {
        self.user = user
        deviceID = DeviceID("\(user.rawValue)-\(device)")
        self.platform = platform
        self.world = world
        self.cluster = cluster
        clockOffset = Int64(world.number(1...1_000_000)) * 1_000_000
    }

    var now: MonotonicInstant { MonotonicInstant(nanoseconds: world.elapsed + clockOffset) }

    var isOnline: Bool { if case .online = core.session.state { true } else { false } }

    /// The incoming call this device rings for, and until when.
    private(set) var ringing: (call: CallID, deadline: WallTime?)?
    /// The call this device is in.
    private(set) var takesPartIn: CallID?
    /// When a message for this device was last lost.
    var lastLoss: Int64 = .min
    /// When a request of this device was last lost.
    var lastRequestLoss: Int64 = .min

    /// Online since before `time`, over a connection that works.
    func isOnline(since time: Int64) -> Bool {
        guard let onlineSince, onlineSince <= time, let connection, connection.isAlive, connection.isHeld else {
            return false
        }
        return isOnline
    }

    // MARK: the app

    func logIn() {
        wantsLogin = true
        handle(.login(user))
    }

    func logOut() {
        wantsLogin = false
        handle(.logout)
    }

    /// Out of memory, swiped away, rebooted: nothing is said to anybody, nothing remembered.
    func kill() {
        note("is killed")
        cut(isNoticed: false)
        core = ClientCore()
        show(CallOverview())
        (session, connection, onlineSince, wantsLogin) = (nil, nil, nil, false)
        timers = [:]
        openTickets = []
        openCalls = []
        heardOf = []
    }

    func command(_ command: CallCommand) {
        lastTicket += 1
        let ticket = Ticket(lastTicket)
        openTickets.insert(ticket)
        note(label(command))
        handle(.command(command, ticket))
    }

    var unanswered: Int { openTickets.count }

    // MARK: the network

    func cut(isNoticed: Bool) {
        guard let connection, connection.isAlive else { return }
        note(isNoticed ? "loses its connection" : "goes silent")
        connection.isAlive = false
        guard isNoticed else { return }
        lost(connection.number, after: world.delay(0...100))
        world.after(world.delay(0...100)) { self.cluster.gateway.close(connection) }
    }

    func changeNetwork() { handle(.networkChanged) }

    func lost(_ number: ConnectionNumber, after delay: Duration) {
        world.after(delay) {
            guard self.connection?.number == number else { return }
            self.connection?.isAlive = false
            self.hear(.transportLost(number))
        }
    }

    func heard(_ number: ConnectionNumber) {
        if connection?.number == number { handle(.connection(.bytesReceived(number))) }
    }

    func hear(_ event: SessionEvent) { handle(.connection(event)) }

    func received(_ snapshot: CallSnapshot) {
        checkIsStored(snapshot)
        handle(.snapshot(snapshot))
    }

    /// Nobody may hear of what is not decided.
    private func checkIsStored(_ snapshot: CallSnapshot) {
        guard snapshot.version > cluster.store.version(of: snapshot.callID) else { return }
        world.fail(
            "\(deviceID.rawValue) heard of \(snapshot.callID.rawValue) v\(snapshot.version), which is not stored")
    }

    func answered(_ ticket: Ticket, _ result: Result<Reply, RequestFailure>) {
        switch result {
        case .success(let reply):
            if case .call(let snapshot) = reply { checkIsStored(snapshot) }
            handle(.answered(ticket, reply))
        case .failure(let failure): handle(.failed(ticket, failure))
        }
    }

    // MARK: effects

    private func handle(_ input: ClientInput) {
        for effect in core.handle(input, at: now, chance: Chance(world.fraction)) { perform(effect) }
    }

    private func perform(_ effect: ClientEffect) {
        switch effect {
        case .session(let order): perform(order)
        case .send(let number, let ticket, let request):
            if let connection, connection.number == number { cluster.gateway.request(connection, ticket, request) }
        case .startTimer(let timer, let instant): start(timer, instant)
        case .cancelTimer(let timer): timers[timer] = nil
        case .connectionChanged: break
        case .overviewChanged(let overview): show(overview)
        case .notice(let notice): heed(notice)
        case .commandFinished(let ticket, let failure):
            if openTickets.remove(ticket) == nil { world.fail("\(deviceID.rawValue): a command was answered twice") }
            if let failure { note("command refused: \(failure.reason)") }
        case .startMedia, .stopMedia: break
        case .refused(let refusal):
            if refusal.kind == .bug { world.fail("\(deviceID.rawValue): a bug was reported: \(refusal.what)") }
        }
    }

    private func show(_ overview: CallOverview) {
        self.overview = overview
        takesPartIn = overview.ownStatus == .accept ? overview.call?.callID : nil
        guard let call = overview.call, overview.ownStatus == .waiting, call.inviterID != user else {
            return ringing = nil
        }
        ringing = (call.callID, call.ringDeadline)
    }

    private func start(_ timer: ClientTimer, _ instant: MonotonicInstant) {
        timerCount += 1
        let number = timerCount
        timers[timer] = number
        world.after(instant - now) {
            guard self.timers[timer] == number else { return }
            self.timers[timer] = nil
            self.handle(.timerFired(timer))
        }
    }

    private func perform(_ order: SessionEffect) {
        switch order {
        case .openTransport(let number): open(number)
        case .closeTransport(let number):
            onlineSince = nil
            guard let connection, connection.number == number else { return }
            let isHeard = connection.isAlive
            connection.isAlive = false
            if isHeard { world.after(world.delay(0...50)) { self.cluster.gateway.close(connection) } }
        case .sendHello: onConnection { self.cluster.gateway.hello($0) }
        case .sendLogin: onConnection { self.cluster.gateway.logIn($0, self.user, self.deviceID, self.platform) }
        case .sendResume:
            onConnection { connection in
                if let session = self.session { self.cluster.gateway.resume(connection, session) }
            }
        case .sendLogout: onConnection { self.cluster.gateway.logOut($0) }
        case .sendPing: onConnection { self.cluster.gateway.ping($0) }
        case .openEvents: onConnection { self.cluster.gateway.openEvents($0) }
        case .sessionOver(let cause):
            note("session over: \(cause)")
            session = nil
            onlineSince = nil
            wantsLogin = false
        case .wentOnline, .wentOffline, .loginFinished, .logoutFinished, .startTimer, .cancelTimer, .refused: break
        }
        if isOnline, onlineSince == nil {
            onlineSince = world.elapsed
            cluster.push.register(user, deviceID)
        }
    }

    private func onConnection(_ body: (SimulatedConnection) -> Void) { if let connection { body(connection) } }

    private func open(_ number: ConnectionNumber) {
        onlineSince = nil
        let connection = SimulatedConnection(number, self)
        self.connection = connection
        world.after(world.delay(10...300)) {
            guard self.connection === connection, connection.isAlive else { return }
            if self.world.fault(percent: 10) || !self.cluster.gateway.open(connection) {
                connection.isAlive = false
                self.hear(.transportLost(number))
            } else {
                self.hear(.transportOpened(number))
            }
        }
    }

    /// Every call an app hears of ends for it exactly once.
    private func heed(_ notice: CallNotice) {
        note(label(notice))
        switch notice {
        case .started(let call, _), .received(let call, _, _):
            receivedCount += 1
            heardOf.insert(call)
            if !openCalls.insert(call).inserted { world.fail("\(deviceID.rawValue): \(call.rawValue) began twice") }
            if openCalls.count > 1 { world.fail("\(deviceID.rawValue): two calls at once") }
        case .ended(let call, _, _, _):
            endedCount += 1
            if openCalls.remove(call) == nil {
                world.fail("\(deviceID.rawValue): \(call.rawValue) ended without having begun, or twice")
            }
        }
    }

    func note(_ line: @autoclosure () -> String) { world.note("\(deviceID.rawValue) \(line())") }
}
