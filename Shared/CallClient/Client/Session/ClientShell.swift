internal import CallClientCore
internal import CallModel
internal import Wire

/// Runs the core: performs its orders, brings it what happens, keeps its timers. Inputs are taken in the order in which
/// they were posted, from any thread; everything the app sees goes out on one delivery queue.
actor ClientShell {
    /// Who logs in.
    struct Credentials: Sendable {
        var sdkAppID: UInt32
        var userID: String
        var userSig: String
    }

    struct Session: Sendable {
        var id: String
        var resumeToken: String
    }

    var core = ClientCore()
    var configuration: ClientConfiguration
    var servers: ServerRing
    let opener: (any LinkOpener)?
    let media: any CallMedia
    let observer: any ShellObserver
    let clockStart = ContinuousClock.now
    let instance: String
    /// Random per client, as for every peer of the protocol.
    let epoch = UInt64.random(in: 1 ... .max)

    var credentials: Credentials?
    var session: Session?
    var connection: (number: ConnectionNumber, gateway: GatewayConnection)?
    var tasks: [ConnectionNumber: [Task<Void, Never>]] = [:]
    var timers: [ClientTimer: (serial: UInt64, task: Task<Void, Never>)] = [:]
    var timerSerial: UInt64 = 0
    var grants: [Ticket: Proto.MediaGrant] = [:]
    var lastOpenError: String?
    private var loginWaiters: [CompletionClosure] = []
    private var logoutWaiters: [CompletionClosure] = []
    private var commandWaiters: [Ticket: CompletionClosure] = [:]
    private var connectionWaiters: [UInt64: CheckedContinuation<GatewayConnection?, Never>] = [:]
    private var lastNumber: UInt64 = 0
    var profile: Proto.UserProfile?

    private let inbox: AsyncStream<@Sendable (isolated ClientShell) -> Void>.Continuation

    init(
        _ configuration: ClientConfiguration, opener: (any LinkOpener)?, media: any CallMedia,
        observer: any ShellObserver
    ) {
        self.configuration = configuration
        servers = ServerRing(configuration.urls, startingAt: Int.random(in: 0..<Int.max))
        self.opener = opener
        self.media = media
        self.observer = observer
        instance = configuration.deviceID
        let (stream, continuation) = AsyncStream<@Sendable (isolated ClientShell) -> Void>.makeStream()
        inbox = continuation
        // Holds the shell until `finish`.
        Task { for await work in stream { await work(self) } }
    }

    /// Nobody uses the client any more: lets go of the connection and ends.
    nonisolated func finish() {
        post { $0.shutDown() }
        inbox.finish()
    }

    private func shutDown() {
        for timer in timers.values { timer.task.cancel() }
        for task in tasks.values.flatMap(\.self) { task.cancel() }
        timers = [:]
        connection?.gateway.close()
        for waiter in connectionWaiters.values { waiter.resume(returning: nil) }
        connectionWaiters = [:]
    }

    /// Queues work for the shell, in order.
    nonisolated func post(_ work: @escaping @Sendable (isolated ClientShell) -> Void) { inbox.yield(work) }

    nonisolated func post(_ input: ClientInput) { post { $0.take(input) } }

    private var now: MonotonicInstant {
        MonotonicInstant.zero + clockStart.duration(to: .now)
    }

    /// Gives the core one input and does what it orders.
    func take(_ input: ClientInput) {
        let chance = Chance(Double.random(in: 0..<1))
        for effect in core.handle(input, at: now, chance: chance) { perform(effect) }
    }

    // MARK: What the app asks

    func configure(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        servers = ServerRing(configuration.urls, startingAt: Int.random(in: 0..<Int.max))
    }

    func login(_ credentials: Credentials, _ completion: @escaping CompletionClosure) {
        guard core.session.user == nil || core.session.user?.rawValue == credentials.userID else {
            return finish(completion, .stateRefuses("another user is logged in"))
        }
        guard UserID(validating: credentials.userID) != nil else {
            return finish(completion, RequestFailure(status: 3, reason: 7003, message: "not a user id"))
        }
        self.credentials = credentials
        loginWaiters.append(completion)
        take(.login(UserID(credentials.userID)))
    }

    func logout(_ completion: @escaping CompletionClosure) {
        logoutWaiters.append(completion)
        take(.logout)
    }

    func command(_ command: CallCommand, _ completion: @escaping CompletionClosure) {
        let ticket = Ticket(nextNumber())
        commandWaiters[ticket] = completion
        take(.command(command, ticket))
    }

    /// Nothing has come from the room of the present call for too long.
    func mediaLost(_ era: UInt32) {
        if let callID = core.desk.frontCallID { take(.mediaLost(callID, era: era)) }
    }

    /// The connection as soon as the client is online; `nil` if that takes longer than the limit, or nobody is
    /// logged in.
    func onlineConnection(within limit: Duration) async -> GatewayConnection? {
        if case .online = core.session.state { return connection?.gateway }
        guard core.session.user != nil else { return nil }
        let id = nextNumber()
        return await withCheckedContinuation { continuation in
            connectionWaiters[id] = continuation
            Task { [weak self] in
                try? await Task.sleep(for: limit)
                self?.post { $0.connectionWaiters.removeValue(forKey: id)?.resume(returning: nil) }
            }
        }
    }

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private func finish(_ completion: @escaping CompletionClosure, _ failure: RequestFailure?) {
        observer.deliver { completion(failure.map { .failure(ErrorInfo($0)) } ?? .success(())) }
    }

    // MARK: What the core orders

    private func perform(_ effect: ClientEffect) {
        switch effect {
        case .session(let order): perform(order)
        case .send(let number, let ticket, let request): send(number, ticket, request)
        case .startTimer(let timer, let instant): start(timer, at: instant)
        case .cancelTimer(let timer): timers.removeValue(forKey: timer)?.task.cancel()
        case .connectionChanged(let status): connectionChanged(status)
        case .overviewChanged(let overview): observer.overviewChanged(overview)
        case .notice(let notice): observer.happened(notice)
        case .commandFinished(let ticket, let failure):
            if let completion = commandWaiters.removeValue(forKey: ticket) { finish(completion, failure) }
        case .startMedia(_, _, let ticket):
            if let grant = grants.removeValue(forKey: ticket) { media.start(grant) }
        case .stopMedia: media.stop()
        case .refused(let refusal): observer.refused(refusal)
        }
    }

    private func perform(_ order: SessionEffect) {
        switch order {
        case .openTransport(let number): open(number)
        case .closeTransport(let number): close(number)
        case .sendHello(let number):
            if let gateway = gateway(number) { gateway.sendHello(instance: instance, epoch: epoch) }
        case .sendLogin(let number): authenticate(number, isResume: false)
        case .sendResume(let number): authenticate(number, isResume: true)
        case .sendLogout(let number): sendLogout(number)
        case .sendPing(let number): gateway(number)?.sendPing()
        case .openEvents(let number): gateway(number)?.openEvents()
        case .loginFinished(let failure): loginFinished(failure)
        case .logoutFinished:
            let waiters = logoutWaiters
            logoutWaiters = []
            for waiter in waiters { finish(waiter, nil) }
        case .sessionOver(let cause): sessionOver(cause)
        case .startTimer, .cancelTimer, .wentOnline, .wentOffline, .refused: break
        }
    }

    func gateway(_ number: ConnectionNumber) -> GatewayConnection? {
        connection?.number == number ? connection?.gateway : nil
    }

    func start(_ timer: ClientTimer, at instant: MonotonicInstant) {
        timerSerial += 1
        let serial = timerSerial
        let deadline = clockStart + .nanoseconds(instant.nanoseconds)
        timers[timer]?.task.cancel()
        let task = Task { [weak self] in
            guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
            self?.post { $0.fire(timer, serial) }
        }
        timers[timer] = (serial, task)
    }

    private func fire(_ timer: ClientTimer, _ serial: UInt64) {
        // A timer that was started anew or cancelled after it fired is not the core's business.
        guard timers[timer]?.serial == serial else { return }
        timers[timer] = nil
        take(.timerFired(timer))
    }

    private func connectionChanged(_ status: ConnectionStatus) {
        observer.connectionChanged(status)
        guard status != .reconnecting, status != .connecting else { return }
        let waiters = connectionWaiters.values
        connectionWaiters = [:]
        for waiter in waiters { waiter.resume(returning: status == .connected ? connection?.gateway : nil) }
    }

    private func loginFinished(_ failure: RequestFailure?) {
        let waiters = loginWaiters
        loginWaiters = []
        guard let failure else {
            observer.loggedIn(profile ?? Proto.UserProfile(userId: credentials?.userID ?? ""))
            for waiter in waiters { finish(waiter, nil) }
            return
        }
        var told = failure
        if failure == .offline, let lastOpenError { told.message += ": " + lastOpenError }
        for waiter in waiters { finish(waiter, told) }
    }

    private func sessionOver(_ cause: SessionEndCause) {
        session = nil
        credentials = nil
        observer.sessionOver(cause)
    }
}

/// Whom the shell tells what happened. Called in order; each call returns at once.
protocol ShellObserver: Sendable {
    /// Runs the app's own code where it cannot hold up the shell.
    func deliver(_ work: @escaping @Sendable () -> Void)
    func connectionChanged(_ status: ConnectionStatus)
    func loggedIn(_ profile: Proto.UserProfile)
    func sessionOver(_ cause: SessionEndCause)
    func overviewChanged(_ overview: CallOverview)
    func happened(_ notice: CallNotice)
    func refused(_ refusal: Refusal)
}
