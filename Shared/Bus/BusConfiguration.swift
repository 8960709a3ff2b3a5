public import NameResolution
public import Wire

/// Where a node's tap is bound.
public enum TapBind: Sendable, Hashable {
    /// There is none.
    case off
    /// Beside the bus: its port + 100, or its ipc path + `.tap`. A node whose tap cannot be bound works without one.
    case automatic
    /// There or not at all: a node whose tap cannot be bound does not start.
    case endpoint(String)

    /// Where, for a node that is asked to bind its bus at `bus`. `nil`: nowhere.
    func endpoint(besides bus: String) -> String? {
        switch self {
        case .off: return nil
        case .endpoint(let endpoint): return endpoint
        case .automatic:
            if bus.hasPrefix("ipc://") { return bus + ".tap" }
            guard let colon = bus.lastIndex(of: ":"), let port = Int(bus[bus.index(after: colon)...]),
                port + 100 <= 65_535
            else { return nil }
            return "\(bus[...colon])\(port == 0 ? 0 : port + 100)"
        }
    }
}

/// How a node presents itself and what it allows.
public struct BusConfiguration: Sendable {
    /// `signaling`
    public var service: String
    /// Unique among the running instances of the service.
    public var instance: String
    /// `tcp://ip:port`, `ipc://path`; port 0 picks a free one. `nil`: a node that only calls.
    public var bind: String?
    /// Where others may see what passes this node.
    public var tapBind = TapBind.off
    /// What a tap shows instead of secrets.
    public var mask = SecretMask.opaque
    /// Told to whoever asks Introspect.
    public var version = ""
    /// Different for each start of the process: how peers notice a restart.
    public var epoch = UInt64.random(in: 1...UInt64.max)
    /// Bounds of what peers may ask.
    public var limits = BusLimits()
    /// Pings, patience, pauses.
    public var timing = BusTiming()
    /// Keys of an encrypted bus; `nil`: TCP is in the clear, with whoever comes.
    public var security: BusSecurity?
    /// Unary handlers run on the node's own thread instead of the concurrency pool: less than half the cost per call, for
    /// handlers that never block and compute little. See `BusExecutor`.
    public var runsHandlersOnBusThread = false
    /// Told about calls and peers; the place for metrics and logs.
    public var observers: [any BusObserver] = []
    /// Turns the host names of targets into addresses.
    public var resolver: any NameResolver = SystemResolver()
    /// Keys of metadata that a handler's own calls pass on.
    public var propagatedMetadata: Set<String> = []
    /// Around every unary call that this process makes, the first one outermost.
    public var clientInterceptors: [ClientInterceptor] = []
    /// Around every handler of this process, the first one outermost.
    public var serverInterceptors: [ServerInterceptor] = []
    /// Further counters for Introspect, by name.
    public var counters: @Sendable () -> [(name: String, value: UInt64)] = { [] }

    public init(service: String, instance: String, bind: String? = nil) {
        self.service = service
        self.instance = instance
        self.bind = bind
    }
}

/// What bounds a node's memory and work. Past a bound, the newest is refused.
public struct BusLimits: Sendable, Hashable {
    /// Unary handlers running at the same time.
    public var runningHandlers = 1_024
    /// Requests waiting for one of them to end.
    public var queuedRequests = 16_384
    /// Payload bytes of requests that run or wait.
    public var requestBytes = 64 << 20
    /// Streaming handlers running at the same time.
    public var streams = 8_192
    /// Peers that said HELLO.
    public var peers = 4_096
    /// Answers to one peer that its connection has not taken yet; past it the peer counts as lost.
    public var backlogBytes = 32 << 20
    /// Requests of this process that have not left yet.
    public var outgoingBytes = 64 << 20
    /// What a stream's reader may have buffered; a sender waits when it is used up.
    public var streamWindow = 256 << 10

    public init() {}
}

/// The node's clocks.
public struct BusTiming: Sendable, Hashable {
    /// Clients ping this often; after `missedPings` unanswered ones the connection is given up.
    public var pingInterval = Duration.seconds(2)
    public var missedPings = 3
    /// How long a call may wait for a connection before it fails as never sent. Its own deadline may be shorter.
    public var readyPatience = Duration.seconds(3)
    /// How long after its loss an instance is hoped for. Once all have been away for longer, calls fail at once.
    public var restartGrace = Duration.seconds(5)
    /// A connection that is not made and greeted by then is given up.
    public var connectTimeout = Duration.seconds(3)
    /// First and longest pause between attempts to connect; each is drawn at random up to its bound (full jitter).
    public var shortestBackoff = Duration.milliseconds(100)
    public var longestBackoff = Duration.seconds(5)
    /// Longest pause while calls wait for this connection.
    public var impatientBackoff = Duration.milliseconds(250)
    /// Host names are looked up this often, and soon after a connection to one of their addresses is lost.
    public var resolveInterval = Duration.seconds(3)
    /// An address that answers no longer have is kept this long while its connection works.
    public var addressRetention = Duration.seconds(30)
    /// While calls are open and none is answered, Health is asked this often, and must answer within `healthTimeout`.
    public var healthInterval = Duration.seconds(2)
    public var healthTimeout = Duration.milliseconds(1_500)
    /// Unanswered questions, and failed calls in a row, after which an instance gets no calls for a while.
    public var missedProbes = 2
    public var ejectionFailures = 5
    /// The first such while; each further one is longer by this, up to the longest.
    public var shortestEjection = Duration.seconds(5)
    public var longestEjection = Duration.seconds(60)
    /// Of a channel's connected instances, at most this share gets no calls; never the last.
    public var largestEjectedShare = 0.5
    /// After about this time, ten percent more or less, a server asks a client for a new connection, and serves the old one
    /// for `connectionGrace`; `nil`: never.
    public var connectionAge: Duration? = .seconds(1_800)
    public var connectionGrace = Duration.seconds(60)
    /// Connections that no channel uses are kept this long.
    public var idleConnection = Duration.seconds(30)
    /// A draining node refuses at least this long, and until it had to refuse nobody for as long, before it closes, so that
    /// requests on their way are sent elsewhere instead of lost.
    public var drainGrace = Duration.milliseconds(200)
    /// How long a closing node waits for its last answers to be taken. Only a peer that does not read makes it wait.
    public var linger = Duration.seconds(1)

    public init() {}
}
