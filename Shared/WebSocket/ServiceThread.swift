internal import CWebSockets
private import Glibc

/// The only thread that touches one `lws_context` and its connections. Not `Sendable`: others reach it through its
/// `Mailbox`.
///
/// Each turn: one `lws_service` (which waits in poll until a socket, a timer or the mailbox wants something), then
/// what the library must not be asked for inside a callback: pausing a socket, closing others, commands.
@safe
final class ServiceThread {
    let mailbox: Mailbox
    let role: Role
    var sockets: [UInt64: Socket] = [:]
    /// A server's connections by the address of their `lws`.
    var accepted: [UInt: Socket] = [:]
    var nextID: UInt64 = 1
    /// Connections whose consumer lags; paused after the current `lws_service`, because flow control inside the
    /// receive callback makes lws 4.1 stash the rest of its buffer, and can spin (libwebsockets issue 2360).
    var toPause: [UInt64] = []
    /// Upgrades are answered with 503.
    var isRefusing = false

    private var scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private let resources = ContextResources()
    private var stopsWhenIdle = false
    private var isStopping = false
    private var nextSweep: ContinuousClock.Instant
    private let timer = UnsafeMutablePointer<lws_sorted_usec_list_t>.allocate(capacity: 1)

    /// How often handshake, idle and close deadlines are looked at.
    static let sweepInterval = Duration.milliseconds(250)
    static let closeGrace = Duration.seconds(5)

    enum Role {
        case server(WebSocketServer.Configuration, accept: @Sendable (WebSocketConnection) -> Void)
        case client(ClientLimits, WebSocketTrust)
    }

    struct ClientLimits {
        let perConnection: WebSocketLimits
        let connections: Int
    }

    private init(role: Role, mailbox: Mailbox) {
        self.role = role
        self.mailbox = mailbox
        nextSweep = ContinuousClock.now + Self.sweepInterval
        unsafe timer.initialize(to: lws_sorted_usec_list_t())
    }

    deinit {
        unsafe timer.deallocate()
        unsafe scratch.deallocate()
    }

    /// Creates the context and its thread. Returns the port a server listens on, 0 for a client.
    static func start(_ role: Role, mailbox: Mailbox) throws(WebSocketError) -> Int {
        let service = ServiceThread(role: role, mailbox: mailbox)
        // Released by the thread at its end; until then callbacks use it unretained.
        let owner = unsafe Unmanaged.passRetained(service).toOpaque()
        let port: Int
        do {
            port = try unsafe service.resources.open(role, user: owner)
        } catch {
            service.end()
            unsafe Unmanaged<ServiceThread>.fromOpaque(owner).release()
            throw error
        }
        mailbox.open(context: service.resources.contextAddress)
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<ServiceThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, owner)
        guard status == 0 else {
            service.end()
            unsafe Unmanaged<ServiceThread>.fromOpaque(owner).release()
            throw .cannotStart(cause: "pthread_create: \(status)")
        }
        pthread_detach(thread)
        return port
    }

    /// Memory for what lws is given to write, valid until the next call.
    func scratch(_ count: Int) -> UnsafeMutableRawBufferPointer {
        if unsafe scratch.count < count {
            unsafe scratch.deallocate()
            unsafe scratch = .allocate(byteCount: count, alignment: 16)
        }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[..<count])
    }

    private func run() {
        while !isStopping {
            let now = ContinuousClock.now
            let wait = max(.zero, nextSweep - now)
            // The timer only bounds the wait: lws 4.1 ignores the timeout argument of lws_service.
            unsafe lws_sul_schedule(
                resources.context, 0, timer, { _ in }, sockets.isEmpty ? 3_600_000_000 : wait.microseconds + 1_000)
            if unsafe lws_service(resources.context, 0) < 0 { break }
            pauseLaggards()
            for command in mailbox.takeAll() { perform(command) }
            if ContinuousClock.now >= nextSweep { sweep() }
            if stopsWhenIdle, sockets.isEmpty { isStopping = true }
        }
        end()
    }

    private func end() {
        for command in mailbox.close() {
            if case .connect(let pending) = command { pending.decide(.failure(.closed)) }
        }
        if unsafe resources.context != nil { unsafe lws_sul_schedule(resources.context, 0, timer, nil, -1) }
        resources.destroy()
        // Destroying the context has called back for every connection; this catches what it did not.
        for socket in sockets.values { socket.lost(cause: "service ended") }
        sockets = [:]
        accepted = [:]
        mailbox.finish()
    }

    private func pauseLaggards() {
        guard !toPause.isEmpty else { return }
        for id in toPause {
            guard let socket = sockets[id] else { continue }
            unsafe lws_rx_flow_control(socket.wsi, 0)
        }
        toPause.removeAll(keepingCapacity: true)
    }

    private func perform(_ command: Command) {
        switch command {
        case .write(let id):
            guard let socket = sockets[id], let connection = socket.connection else { return }
            if connection.isClosing { startClosing(socket) }
            unsafe lws_callback_on_writable(socket.wsi)
        case .read(let id):
            guard let socket = sockets[id] else { return }
            unsafe lws_rx_flow_control(socket.wsi, 1)
        case .abort(let id):
            guard let socket = sockets[id] else { return }
            unsafe cx_lws_kill(socket.wsi)
        case .connect(let pending):
            connect(pending)
        case .refuse: isRefusing = true
        case .closeAll(let closure):
            for socket in sockets.values {
                socket.connection?.close(closure.code, reason: closure.reason)
            }
        case .stopWhenIdle: stopsWhenIdle = true
        case .stop: isStopping = true
        }
    }

    /// From here the connection has five seconds to flush and say goodbye.
    private func startClosing(_ socket: Socket) {
        if socket.deadline == nil { socket.deadline = ContinuousClock.now + Self.closeGrace }
    }

    private func connect(_ pending: PendingConnect) {
        guard !pending.isDecided, case .client(_, let trust) = role else { return }
        let id = nextID
        nextID += 1
        let socket = Socket(id: id, stage: .connecting(pending))
        sockets[id] = socket
        // On failure lws may or may not have called back already.
        guard let wsi = unsafe resources.connect(pending.url, trust: trust, id: id) else {
            sockets[id] = nil
            socket.lost(cause: "cannot connect")
            return
        }
        unsafe socket.wsi = wsi
    }

    /// Enforces the deadlines lws has no absolute ones for. Handshakes count from the accept, so that a client which
    /// sends one byte now and then does not hold its place for ever.
    private func sweep() {
        let now = ContinuousClock.now
        nextSweep = now + Self.sweepInterval
        var expired: [Socket] = []
        for socket in sockets.values {
            if let deadline = socket.deadline, now >= deadline {
                expired.append(socket)
            } else if case .connecting(let pending) = socket.stage, pending.isDecided || now >= pending.deadline {
                pending.decide(.failure(.timedOut))
                expired.append(socket)
            } else if case .server(let configuration, _) = role, let limit = configuration.idleTimeout,
                socket.connection != nil, now - socket.lastReceived >= limit
            {
                expired.append(socket)
            }
        }
        for socket in expired where sockets[socket.id] != nil {
            if unsafe socket.wsi != nil { unsafe cx_lws_kill(socket.wsi) }
        }
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
