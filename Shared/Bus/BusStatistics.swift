import Wire

/// What a node has counted. Belongs to the I/O thread; others get copies.
struct BusStatistics: Sendable {
    struct Method: Sendable {
        /// `partyline.v1.Signaling/Accept`
        let path: String
        var started: UInt64 = 0
        var succeeded: UInt64 = 0
        var failed: UInt64 = 0
        var inFlight: UInt64 = 0
        var handlerTime = Duration.zero
        var queueTime = Duration.zero
        /// Of the calls this process made.
        var retried: UInt64 = 0

        init(_ path: String) { self.path = path }

        mutating func began(after wait: Duration) {
            started += 1
            inFlight += 1
            queueTime += wait
        }

        mutating func ended(isFailure: Bool, wasStarted: Bool, after duration: Duration) {
            if wasStarted { inFlight -= 1 }
            if isFailure { failed += 1 } else { succeeded += 1 }
            handlerTime += duration
        }
    }

    /// Everything that went wrong or was refused, by cause.
    enum Counter: String, CaseIterable, Sendable {
        case unknownMethod = "bus_unknown_methods_total"
        case queueFull = "bus_queue_full_total"
        case refusedDraining = "bus_refused_while_draining_total"
        case deadlineInQueue = "bus_deadlines_in_queue_total"
        case handlerOverdue = "bus_handlers_overdue_total"
        case cancelledByCaller = "bus_cancelled_by_caller_total"
        case cancelledByPeerLoss = "bus_cancelled_by_peer_loss_total"
        case unknownPeer = "bus_unknown_peer_messages_total"
        case unexpectedKind = "bus_unexpected_kinds_total"
        case duplicateRequest = "bus_duplicate_requests_total"
        case peersLost = "bus_peers_lost_total"
        /// Gone with nothing left to do for them.
        case peersLeft = "bus_peers_left_total"
        case peersRefused = "bus_peers_refused_total"
        case backlogOverflow = "bus_backlog_overflows_total"
        case unroutable = "bus_unroutable_answers_total"
        case lateAnswer = "bus_late_answers_total"
        case streamOverrun = "bus_stream_overruns_total"
        case connectAttempts = "bus_connect_attempts_total"
        case connectionsLost = "bus_connections_lost_total"
        case callsRetried = "bus_calls_retried_total"
        case callsNeverSent = "bus_calls_never_sent_total"
        /// Refused here, because too much waits to leave.
        case outgoingFull = "bus_outgoing_full_total"
        case outOfDescriptors = "bus_out_of_descriptors_total"
        /// Of taps: over a subscriber's budget, or no room towards it.
        case tapEventsDropped = "bus_tap_events_dropped_total"
        case strangersRefused = "bus_strangers_refused_total"
        case rolesRefused = "bus_roles_refused_total"
        case methodsDenied = "bus_methods_denied_total"
        case peersRevoked = "bus_peers_revoked_total"
        case handshakesRefused = "bus_handshakes_refused_total"
        case namesLookedUp = "bus_names_looked_up_total"
        case namesUnresolved = "bus_names_unresolved_total"
        case healthProbes = "bus_health_probes_total"
        case connectionsAged = "bus_connections_aged_total"
        case instancesEjected = "bus_instances_ejected_total"
        case callsLost = "bus_calls_lost_with_peer_total"
        case callsUnanswered = "bus_calls_unanswered_in_time_total"
    }

    /// Of the methods this process answers, by their entries' numbers.
    var methods: [Method] = []
    /// By path, of the calls that this process makes.
    var retried: [String: UInt64] = [:]
    private var counters: [Counter: UInt64] = [:]
    private var refusals: [EnvelopeRefusal: UInt64] = [:]

    subscript(counter: Counter) -> UInt64 { counters[counter] ?? 0 }

    mutating func count(_ counter: Counter) { counters[counter, default: 0] += 1 }

    mutating func count(_ refusal: EnvelopeRefusal) { refusals[refusal, default: 0] += 1 }

    /// Methods that this process answers or has called again, by path.
    var methodsByPath: [Method] {
        var all = methods
        for (path, count) in retried {
            let index = all.firstIndex { $0.path == path } ?? all.endIndex
            if index == all.endIndex { all.append(Method(path)) }
            all[index].retried = count
        }
        return all.sorted { $0.path < $1.path }
    }

    /// What happens where nothing is wrong.
    private static let harmless: Set<Counter> = [
        .cancelledByCaller, .connectAttempts, .callsRetried, .namesLookedUp, .healthProbes, .tapEventsDropped,
        .peersLeft, .connectionsAged,
    ]

    /// Names of the counters of messages that were refused, expired or lost.
    static let causes: Set<String> = Set(
        Counter.allCases.filter { !harmless.contains($0) }.map(\.rawValue) + EnvelopeRefusal.allCases.map(\.counter))

    /// Those of messages that were refused, expired or lost, zeros left out.
    var dropped: [(name: String, value: UInt64)] { named.filter { $0.value > 0 && Self.causes.contains($0.name) } }

    /// All counters, zeros included, by name.
    var named: [(name: String, value: UInt64)] {
        Counter.allCases.map { ($0.rawValue, self[$0]) }
            + EnvelopeRefusal.allCases.map { ($0.counter, refusals[$0] ?? 0) }
    }
}

/// One connection or peer, as Introspect shows it.
struct PeerSnapshot: Sendable {
    var service: String
    var instance = ""
    var endpoint: String
    var isConnected = false
    var epoch: UInt64 = 0
    var roundTrip: Duration?
    var sent: UInt64 = 0
    var received: UInt64 = 0
    var state = ""
    var lastEvent = ""
    var lastEventAgo = Duration.zero
    var inFlight = 0
    var queuedBytes = 0
    /// The peer's wall clock minus ours, in microseconds; `nil`: not measured.
    var clockOffset: Int64?
    var reconnects: UInt64 = 0
    /// By its key; empty on a connection in the clear.
    var role = ""
    /// Streams to this peer that are not over, and what their readers still take.
    var streams = 0
    var credit = 0
    /// Until the next attempt to connect or to look up.
    var retryIn = Duration.zero

    /// A name or an endpoint, and who is expected there.
    init(service: String, endpoint: String) {
        self.service = service
        self.endpoint = endpoint
    }
}

/// The state of the I/O thread at one moment.
struct BusSnapshot: Sendable {
    var statistics: BusStatistics
    var peers: [PeerSnapshot]
    var drops: [DroppedMessage]
    var recent: [Proto.RecentEvent]
    var tapSubscribers: Int
    var runningHandlers: Int
    var queuedRequests: Int
    var queuedRequestBytes: Int
}
