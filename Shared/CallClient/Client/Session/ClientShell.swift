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

    private struct Session: Sendable {
        var id: String
        var resumeToken: String
    }

    private var core = ClientCore()
    private var configuration: ClientConfiguration
    private let opener: (any LinkOpener)?
    private let media: (any CallMedia)?
    private let observer: any ShellObserver
    private let clockStart = ContinuousClock.now
    private let instance: String
    /// Random per client, as for every peer of the protocol.
    private let epoch = UInt64.random(in: 1 ... .max)

    private var credentials: Credentials?
    private var session: Session?
    private var connection: (number: ConnectionNumber, gateway: GatewayConnection)?
    private var tasks: [ConnectionNumber: [Task<Void, Never>]] = [:]
    private var timers: [ClientTimer: (serial: UInt64, task: Task<Void, Never>)] = [:]
    private var timerSerial: UInt64 = 0
    private var grants: [Ticket: Proto.MediaGrant] = [:]
    private var lastOpenError: String?
    private var loginWaiters: [CompletionClosure] = []
    private var logoutWaiters: [CompletionClosure] = []
    private var commandWaiters: [Ticket: CompletionClosure] = [:]
    private var connectionWaiters: [UInt64: CheckedContinuation<GatewayConnection?, Never>] = [:]
    private var lastNumber: UInt64 = 0
    private var profile: Proto.UserProfile?

    private let inbox: AsyncStream<@Sendable (isolated ClientShell) -> Void>.Continuation

    init(
        _ configuration: ClientConfiguration, opener: (any LinkOpener)?, media: (any CallMedia)?,
        observer: any ShellObserver
    ) {
        self.configuration = configuration
        self.opener = opener
        self.media = media
        self.observer = observer
        instance = configuration.deviceID
        let (stream, continuation) = AsyncStream<@Sendable (isolated ClientShell) -> Void>.makeStream()
        inbox = continuation
        Task { [weak self] in
            for await work in stream {
                guard let self else { return }
                await work(self)
            }
        }
    }

    deinit {
        inbox.finish()
        for timer in timers.values { timer.task.cancel() }
        for task in tasks.values.flatMap(\.self) { task.cancel() }
        connection?.gateway.close()
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

    func configure(_ configuration: ClientConfiguration) { self.configuration = configuration }

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

    /// The connection as soon as the client is online; `nil` if that takes longer than the limit or nobody is logged in.
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
            if let grant = grants.removeValue(forKey: ticket) { media?.start(grant) }
        case .stopMedia: media?.stop()
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
        case .openEvents(let number): readEvents(number)
        case .loginFinished(let failure): loginFinished(failure)
        case .logoutFinished:
            let waiters = logoutWaiters
            logoutWaiters = []
            for waiter in waiters { finish(waiter, nil) }
        case .sessionOver(let cause): sessionOver(cause)
        case .startTimer, .cancelTimer, .wentOnline, .wentOffline, .refused: break
        }
    }

    private func gateway(_ number: ConnectionNumber) -> GatewayConnection? {
        connection?.number == number ? connection?.gateway : nil
    }

    private func start(_ timer: ClientTimer, at instant: MonotonicInstant) {
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

    // MARK: Connections

    private func open(_ number: ConnectionNumber) {
        let opener = opener ?? WebSocketOpener(trust: configuration.trust)
        let url = configuration.url
        let codec: any FrameCodec = configuration.encoding == .json ? TextCodec() : BinaryCodec()
        let task = Task { [weak self] in
            do {
                let link = try await opener.open(url)
                let gateway = GatewayConnection(link: link, codec: codec)
                guard let self, !Task.isCancelled else { return gateway.close() }
                self.post { $0.opened(number, gateway) }
            } catch {
                let cause = "\(error)"
                self?.post { shell in
                    shell.lastOpenError = cause
                    shell.take(.connection(.transportLost(number)))
                }
            }
        }
        tasks[number, default: []].append(task)
    }

    private func opened(_ number: ConnectionNumber, _ gateway: GatewayConnection) {
        guard core.session.state.connection == number else { return gateway.close() }
        connection = (number, gateway)
        let reader = Task { [weak self] in
            await gateway.run { [weak self] news in
                switch news {
                case .helloReceived: self?.post(.connection(.helloReceived(number)))
                case .draining: self?.post(.connection(.gatewayDraining(number)))
                case .bytesReceived: self?.post(.connection(.bytesReceived(number)))
                }
            }
            self?.post { $0.lost(number) }
        }
        tasks[number, default: []].append(reader)
        take(.connection(.transportOpened(number)))
    }

    private func lost(_ number: ConnectionNumber) {
        close(number)
        take(.connection(.transportLost(number)))
    }

    private func close(_ number: ConnectionNumber) {
        for task in tasks.removeValue(forKey: number) ?? [] { task.cancel() }
        guard connection?.number == number else { return }
        connection?.gateway.close()
        connection = nil
    }

    private func authenticate(_ number: ConnectionNumber, isResume: Bool) {
        guard let gateway = gateway(number), let credentials else { return }
        let client = Proto.GatewayClient(gateway)
        if isResume, let session {
            let request = Proto.ResumeRequest(sessionId: session.id, resumeToken: session.resumeToken)
            attempt(number) { () async throws(RPCError) in
                let answer = try await client.resume(request)
                return (answer.heartbeatIntervalMs, answer.serverTimeMs, nil)
            }
            return
        }
        let request = Proto.LoginRequest(
            sdkAppId: credentials.sdkAppID, userId: credentials.userID, userSig: credentials.userSig,
            deviceId: configuration.deviceID, platform: Proto.Platform(rawValue: configuration.platform.rawValue),
            deviceName: configuration.deviceName)
        attempt(number) { () async throws(RPCError) in
            let answer = try await client.login(request)
            return (answer.heartbeatIntervalMs, answer.serverTimeMs, answer)
        }
    }

    private func attempt(
        _ number: ConnectionNumber,
        _ call: @escaping @Sendable () async throws(RPCError) -> (UInt32, Int64, Proto.LoginResponse?)
    ) {
        let task = Task { [weak self] in
            do throws(RPCError) {
                let (heartbeat, serverTime, login) = try await call()
                self?.post { $0.authenticated(number, heartbeat, serverTime, login) }
            } catch {
                self?.post(.connection(.authenticationRefused(number, RequestFailure(error))))
            }
        }
        tasks[number, default: []].append(task)
    }

    private func authenticated(
        _ number: ConnectionNumber, _ heartbeat: UInt32, _ serverTime: Int64, _ login: Proto.LoginResponse?
    ) {
        if let login, core.session.state.connection == number {
            session = Session(id: login.sessionId, resumeToken: login.resumeToken)
            profile = login.profile
        }
        let terms = SessionTerms(
            heartbeatInterval: .milliseconds(Int64(heartbeat > 0 ? heartbeat : 5_000)),
            serverTime: WallTime(milliseconds: serverTime))
        take(.connection(.authenticated(number, terms)))
    }

    private func sendLogout(_ number: ConnectionNumber) {
        guard let gateway = gateway(number) else { return }
        let pending = gateway.begin(Proto.GatewayMethods.logout, [], timeout: .seconds(2))
        Task { [weak self] in
            _ = try? await pending.value()
            self?.post(.connection(.logoutAnswered(number)))
        }
    }

    private func readEvents(_ number: ConnectionNumber) {
        guard let gateway = gateway(number) else { return }
        let events = Proto.GatewayClient(gateway).events(Proto.EventsRequest())
        let task = Task { [weak self] in
            do {
                for try await event in events {
                    guard let self, let event = event.event else { continue }
                    self.post { $0.received(event, on: number) }
                }
            } catch {
                // The connection ended, or the gateway let go of a reader that was too slow: both need a new one.
            }
            gateway.close()
        }
        tasks[number, default: []].append(task)
    }

    private func received(_ event: Proto.ClientEvent.Event, on number: ConnectionNumber) {
        guard connection?.number == number else { return }
        switch event {
        case .call(let snapshot): take(.snapshot(CallSnapshot(snapshot)))
        case .activity(let activity): take(.activity(CallActivity(activity)))
        case .sessionEnded(let ended):
            if let cause = SessionEndCause(ended.cause) { take(.connection(.sessionEnded(number, cause))) }
        }
    }

    // MARK: Requests

    private func send(_ number: ConnectionNumber, _ ticket: Ticket, _ request: Request) {
        let outgoing: OutgoingRequest
        do throws(RPCError) {
            outgoing = try OutgoingRequest(request)
        } catch {
            // Not now: the core is in the middle of its orders.
            return post(.failed(ticket, RequestFailure(error)))
        }
        guard let gateway = gateway(number) else {
            return post(.failed(ticket, .offline))
        }
        let pending = gateway.begin(outgoing.method, outgoing.payload, timeout: .seconds(5))
        Task { [weak self] in
            do throws(RPCError) {
                let reply = try IncomingReply(try await pending.value(), to: request)
                self?.post { shell in
                    if let grant = reply.grant { shell.grants[ticket] = grant }
                    shell.take(.answered(ticket, reply.reply))
                    shell.grants[ticket] = nil
                }
            } catch {
                // After the connection's end the core has queued the request anew; this answer is of the old try.
                self?.post { shell in
                    guard shell.connection?.number == number else { return }
                    shell.take(.failed(ticket, RequestFailure(error)))
                }
            }
        }
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
