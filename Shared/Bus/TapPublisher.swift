import CallModel
import MonotonicClock
import Wire
import ZeroMQ

/// Publishes what passes this process to whoever subscribed. Confined to the I/O thread. `LoopState.isTapArmed` is the one
/// thing that the path of a call looks at, and nothing is made for a tap before it says yes.
final class TapPublisher {
    /// More subscribers than these are not served.
    static let mostSubscribers = 16
    /// Past so many topics the socket is made anew: libzmq keeps every one in memory, well-formed or not.
    static let mostTopics = 1_024

    /// Nobody is served for so long after the socket had to be made anew.
    static let pause = Duration.seconds(1)

    /// The XPUB; closes when the last reference goes.
    private final class Publisher {
        let socket: Socket
        /// Of an encrypted socket.
        var keys: ListenerKeys?

        init(_ context: Context, on endpoint: String, _ security: BusSecurity?) throws(ZeroMQError) {
            var options = SocketOptions.tapPublisher(on: endpoint)
            let isProtected = BusSecurity.protects(endpoint)
            if let security, isProtected { options.security = security.server(.tap) }
            let socket = try Socket(context, .extendedPublisher, options)
            if let security, isProtected {
                var monitor = try Monitor(context, of: socket)
                try socket.bind(endpoint)
                keys = try ListenerKeys(.tap, security, &monitor)
            } else {
                try socket.bind(endpoint)
            }
            self.socket = socket
        }
    }

    private unowned let state: LoopState
    /// What `monotonic_ns` counts from.
    private let origin = MonotonicInstant.now
    private var publisher: Publisher?
    /// Place in the poll set.
    private var socketIndex = -1
    private(set) var endpoint = ""
    private(set) var subscriptions: [TapSubscription] = []
    private var arming: [TapID: (filter: TapFilter, who: String)] = [:]
    private var receiving: Set<TapID> = []
    /// What is subscribed now, in the words of whoever did.
    private var topics: Set<[UInt8]> = []
    private var scratch = Message()

    init(_ state: LoopState) { self.state = state }

    private var core: BusCore { state.core }

    // MARK: The socket

    func bind(_ endpoint: String) throws(ZeroMQError) {
        let publisher = try Publisher(core.context, on: endpoint, state.security)
        self.endpoint = try publisher.socket.lastEndpoint()
        self.publisher = publisher
        core.tapEndpoint = self.endpoint
        state.arePollsStale = true
    }

    /// Serves nobody any more.
    func close() {
        publisher = nil
        state.arePollsStale = true
        topics = []
        arming = [:]
        receiving = []
        while let last = subscriptions.popLast() { state.observe(.tapDisarmed(who: last.who)) }
        arm()
    }

    private func arm() {
        state.isTapArmed = !subscriptions.isEmpty
        core.isTapArmed = state.isTapArmed
    }

    func watch(_ poller: inout Poller) {
        socketIndex = -1
        if let publisher { socketIndex = poller.watch(publisher.socket, for: .readable) }
    }

    /// Reads who came and who went.
    func pump(_ poller: borrowing Poller) {
        guard socketIndex >= 0, poller.readiness(of: socketIndex).contains(.readable) else { return }
        // ETERM is the only error, and excluded: the context outlives the socket.
        while let isMore = try? publisher?.socket.receive(into: &scratch), isMore {
            take(scratch.copyBytes(), from: scratch.property("Peer-Address") ?? "")
            guard topics.count > Self.mostTopics else { continue }
            state.observe(.tapFlooded)
            return startOver()
        }
    }

    /// Everybody is disconnected. libzmq gives the memory of their topics back with the socket, and whoever may be here
    /// comes back by itself.
    private func startOver() {
        close()
        state.schedule(.tapRebind, after: Self.pause)
    }

    /// Again later while the port is not free.
    func rebind() {
        do { try bind(endpoint) } catch { state.schedule(.tapRebind, after: Self.pause) }
    }

    /// Other keys. A reader whose key was taken back cannot be told from the others, so all of them begin again: who may
    /// is back in a moment. `former`: the keys until now.
    func keysChanged(from former: BusSecurity) {
        guard let publisher, publisher.keys != nil, let security = state.security else { return }
        guard security.tapReaders.isSuperset(of: former.tapReaders) else { return startOver() }
        changeListenerKey()
    }

    /// Does nothing if it is the latest. What failed, because the port or a descriptor was missing, is tried again with
    /// each sweep of the server.
    func changeListenerKey() {
        guard let publisher, let security = state.security else { return }
        do {
            try publisher.keys?.change(on: publisher.socket, to: security, .tapPublisher(on: endpoint))
        } catch {
            state.observe(.keyChangeFailed(endpoint: endpoint, detail: "\(error)"))
        }
    }

    private func take(_ message: [UInt8], from address: String) {
        guard let first = message.first, first <= 1 else { return }
        let isSubscribing = first == 1
        let topic = Array(message.dropFirst())
        // Whoever takes back what nobody asked for must not change the count.
        guard isSubscribing ? topics.insert(topic).inserted : topics.remove(topic) != nil else { return }
        switch TapTopic(topic) {
        case .events(let id)?:
            if isSubscribing { receiving.insert(id) } else { receiving.remove(id) }
            settle(id)
        case .arming(let id, let filter)?:
            let who = [filter.who, address].filter { !$0.isEmpty }.joined(separator: " at ")
            arming[id] = isSubscribing ? (filter, who) : nil
            settle(id)
        case nil: break
        }
    }

    /// Serves who asked and listens; stops serving who does not any more.
    private func settle(_ id: TapID) {
        let index = subscriptions.firstIndex { $0.id == id }
        if receiving.contains(id), let (filter, who) = arming[id] {
            guard index == nil, subscriptions.count < Self.mostSubscribers else { return }
            subscriptions.append(TapSubscription(id, filter, who: who, now: .now))
            state.observe(.tapArmed(who: who, filter: filter))
        } else if let index {
            state.observe(.tapDisarmed(who: subscriptions.remove(at: index).who))
        }
        arm()
    }

    // MARK: Publishing

    /// Whether an envelope of this kind is worth describing. Not if everybody who is there would take it and has spent what
    /// he may see for now: then it counts as missed, at next to no cost.
    func wants(_ kind: Proto.Kind) -> Bool {
        guard !TapSighting.isControl(kind) else { return true }
        for index in subscriptions.indices where !subscriptions[index].isSpent(now: state.now) { return true }
        for index in subscriptions.indices {
            _ = subscriptions[index].admit(now: state.now)
            state.statistics.count(.tapEventsDropped)
        }
        return false
    }

    /// Hands an event to everybody it is meant for. Never waits: who has no room for it misses it.
    func publish(_ sighting: TapSighting) {
        let now = MonotonicInstant.now
        var event: Proto.TapEvent?
        var contents: [UInt8]??
        for index in subscriptions.indices where subscriptions[index].filter.matches(sighting) {
            guard subscriptions[index].admit(now: now) else {
                state.statistics.count(.tapEventsDropped)
                continue
            }
            var copy = event ?? describe(sighting, now: sighting.instant ?? now)
            event = copy
            copy.sequence = subscriptions[index].sequence
            copy.droppedTotal = subscriptions[index].dropped
            if subscriptions[index].filter.level == .contents, !sighting.payload.isEmpty {
                if sighting.payload.count > subscriptions[index].filter.longestPayload {
                    copy.isPayloadCut = true
                } else {
                    let masked = contents ?? masked(sighting)
                    contents = .some(masked)
                    copy.payload = masked ?? []
                }
            }
            send(copy, to: index)
        }
    }

    private func send(_ event: Proto.TapEvent, to index: Int) {
        // An event that cannot be encoded holds text with a NUL, which came from this process itself.
        let bytes = try? event.encoded()
        // Also if it is refused: a subscriber that does not read must not cost more than one that does.
        subscriptions[index].spent(bytes?.count ?? 0)
        guard let bytes, let outcome = try? publisher?.socket.send(subscriptions[index].topic + bytes), outcome == .sent
        else {
            state.statistics.count(.tapEventsDropped)
            return subscriptions[index].lost()
        }
    }

    private func describe(_ sighting: TapSighting, now: MonotonicInstant) -> Proto.TapEvent {
        let mask = core.configuration.mask
        var event = Proto.TapEvent()
        event.point = sighting.point
        event.kind = sighting.kind
        event.requestId = sighting.requestID
        event.method = sighting.method
        event.traceId = sighting.traceID
        event.spanId = sighting.spanID
        event.parentSpanId = sighting.parentSpanID
        event.shardKey = sighting.shardKey
        event.identity = sighting.identity?.masked(by: mask)
        event.service = core.configuration.service
        event.instance = core.configuration.instance
        event.epoch = core.configuration.epoch
        event.peerService = sighting.peerService
        event.peerInstance = sighting.peerInstance
        event.payloadBytes = UInt32(clamping: sighting.payload.count)
        event.status = sighting.status
        event.remainingMs = sighting.remainingMilliseconds
        event.attempt = sighting.attempt
        event.itemSequence = sighting.itemSequence
        event.credit = sighting.credit
        event.monotonicNs = UInt64(max(0, (now - origin).wholeNanoseconds))
        event.wallUs = WallClock.microseconds
        event.drop = sighting.drop
        event.detail = sighting.detail
        event.metadata = sighting.metadata.map { $0.hiding(by: mask) }
        return event
    }

    /// The payload without its secrets; `nil` if it is of no method we know, or none of that method's messages.
    private func masked(_ sighting: TapSighting) -> [UInt8]? {
        guard let transcoder = Proto.transcoder(sighting.method) else { return nil }
        let mask = core.configuration.mask
        return sighting.kind == .request
            ? try? transcoder.maskedRequest(sighting.payload, mask)
            : try? transcoder.maskedResponse(sighting.payload, mask)
    }
}

extension Proto.Metadata {
    private static let secretWords = [
        "auth", "cookie", "token", "secret", "passw", "usersig", "signature", "key", "credential", "session",
    ]

    /// By its key: what is called a secret is one, however the name is spelled.
    func hiding(by mask: SecretMask) -> Proto.Metadata {
        let name = key.lowercased().filter(\.isLetter)
        guard Self.secretWords.contains(where: name.contains) else { return self }
        return Proto.Metadata(key: key, value: mask(value))
    }
}

extension BusSecurity {
    /// The keys that may read taps.
    fileprivate var tapReaders: Set<CurvePublicKey> { Set(peers.filter { $0.value.mayReadTaps }.keys) }
}
