import Wire

/// What the payloads of a story say about people, sessions, pushes and rings.
struct StoryFacts {
    struct Session {
        let id: String
        let user: String
        let device: String
        let isConnected: Bool
    }

    /// What presence said of a user when the call began.
    struct Presence {
        let exists: Bool
        let sessions: [Session]
        /// One of caller and user has blocked the other.
        let isBlocked: Bool
        let isDoNotDisturb: Bool
        let exchange: UInt64
        let at: Moment
    }

    struct Ring {
        let user: String
        let deviceCount: Int
        let exceptCount: Int
        let exchange: UInt64
        let at: Moment
    }

    struct PushOutcome {
        let user: String
        let device: String
        let isHandedOver: Bool
        let exchange: UInt64
        let at: Moment
    }

    struct Delivery {
        let session: String
        let snapshot: JSONValue
        let gateway: String
        /// The gateway did not hold the session.
        let isUnknown: Bool
        let exchange: UInt64
        let at: Moment
    }

    struct Acknowledgement {
        let user: String
        let device: String
        let alert: String
        let exchange: UInt64
        let at: Moment
    }

    private(set) var callers: Set<String> = []
    /// In the order they were named.
    private(set) var callees: [String] = []
    private(set) var presence: [String: Presence] = [:]
    private(set) var sessions: [String: Session] = [:]
    private(set) var rings: [Ring] = []
    private(set) var outcomes: [PushOutcome] = []
    /// Why a push to a user's device ended, by push's own trace.
    private(set) var pushCauses: [String: String] = [:]
    private(set) var deliveries: [Delivery] = []
    private(set) var acknowledgements: [Acknowledgement] = []
    /// The newest snapshot of each call.
    private(set) var snapshots: [String: (json: JSONValue, at: Moment)] = [:]
    private(set) var hasPayloads = false

    init(_ exchanges: [Exchange], items: [TapRecord], timeline: Timeline) {
        for exchange in exchanges {
            let points = timeline.points(of: exchange)
            take(exchange, at: points.clientSend ?? points.serverReceive ?? points.clientReceive ?? .zero)
        }
        for item in items where item.body != nil {
            hasPayloads = true
            if let call = item.body?["call"] { note(call, at: timeline.moment(item.sighting, of: item.process)) }
        }
    }

    private mutating func take(_ exchange: Exchange, at moment: Moment) {
        if exchange.request != nil || exchange.response != nil { hasPayloads = true }
        let (request, response) = (exchange.request ?? .null, exchange.response ?? .null)
        switch exchange.shortMethod {
        case "Signaling/Call", "Signaling/Invite":
            if let user = exchange.identity?.userId, !user.isEmpty { callers.insert(user) }
            for user in request["participantIds"]?.arrayValue ?? [] { name(callee: user.stringValue ?? "") }
        case "Presence/LookupUsers": takePresence(response, exchange.id, at: moment)
        case "Push/Ring": takeRing(exchange, request, response, at: moment)
        case "Push/TraceCall":
            for trace in response["traces"]?.arrayValue ?? [] {
                let place = "\(Narration.text(trace, "userId"))/\(Narration.text(trace, "deviceId"))"
                pushCauses[place] = Narration.text(trace, "cause")
            }
        case "Signaling/PushOutcome":
            outcomes.append(
                PushOutcome(
                    user: Narration.text(request, "userId"), device: Narration.text(request, "deviceId"),
                    isHandedOver: request["handedOver"]?.boolValue == true, exchange: exchange.id, at: moment))
        case "Signaling/Acknowledge":
            acknowledgements.append(
                Acknowledgement(
                    user: exchange.identity?.userId ?? "", device: exchange.identity?.deviceId ?? "",
                    alert: Narration.word(request, "alert", prefix: "ALERT_STATE_"), exchange: exchange.id, at: moment))
        case "Gateway/Deliver": takeDeliveries(exchange, request, response, at: moment)
        default: break
        }
        if let call = response["call"] { note(call, at: moment) }
    }

    private mutating func name(callee user: String) {
        if !user.isEmpty, !callees.contains(user) { callees.append(user) }
    }

    private mutating func takePresence(_ response: JSONValue, _ exchange: UInt64, at moment: Moment) {
        for user in response["users"]?.arrayValue ?? [] {
            let name = Narration.text(user, "userId")
            let found = (user["sessions"]?.arrayValue ?? []).map { session in
                Session(
                    id: Narration.text(session, "sessionId"), user: name, device: Narration.text(session, "deviceId"),
                    isConnected: Narration.isConnected(session))
            }
            for session in found { sessions[session.id] = session }
            if let known = presence[name], known.at <= moment { continue }
            presence[name] = Presence(
                exists: user["exists"]?.boolValue == true, sessions: found,
                isBlocked: user["isBlocked"]?.boolValue == true,
                isDoNotDisturb: user["isDoNotDisturb"]?.boolValue == true, exchange: exchange, at: moment)
        }
    }

    private mutating func takeRing(_ exchange: Exchange, _ request: JSONValue, _ response: JSONValue, at moment: Moment)
    {
        let user = Narration.text(request, "userId")
        name(callee: user)
        guard exchange.status?.code == .ok, exchange.response != nil else { return }
        rings.append(
            Ring(
                user: user, deviceCount: Narration.number(response, "deviceCount"),
                exceptCount: request["exceptDeviceIds"]?.arrayValue?.count ?? 0, exchange: exchange.id, at: moment))
    }

    private mutating func takeDeliveries(
        _ exchange: Exchange, _ request: JSONValue, _ response: JSONValue, at moment: Moment
    ) {
        let unknown = Set((response["unknownSessionIds"]?.arrayValue ?? []).compactMap(\.stringValue))
        for delivery in request["deliveries"]?.arrayValue ?? [] {
            guard let call = delivery["event"]?["call"] else { continue }
            let session = Narration.text(delivery, "sessionId")
            deliveries.append(
                Delivery(
                    session: session, snapshot: call, gateway: exchange.server.name,
                    isUnknown: unknown.contains(session), exchange: exchange.id, at: moment))
            note(call, at: moment)
        }
    }

    private mutating func note(_ call: JSONValue, at moment: Moment) {
        let id = Narration.text(call, "callId")
        guard !id.isEmpty else { return }
        let inviter = Narration.text(call, "inviterId")
        if !inviter.isEmpty { callers.insert(inviter) }
        for user in call["inviteeIds"]?.arrayValue ?? [] { name(callee: user.stringValue ?? "") }
        if let held = snapshots[id], Narration.number(held.json, "version") > Narration.number(call, "version") {
            return
        }
        snapshots[id] = (call, moment)
    }

    // MARK: Questions

    /// Deliveries that told a device of this user that it is to ring.
    func ringDeliveries(to user: String) -> [Delivery] {
        deliveries.filter { delivery in
            sessions[delivery.session]?.user == user
                && Narration.word(delivery.snapshot, "phase", prefix: "CALL_PHASE_") == "RINGING"
                && Narration.text(delivery.snapshot, "inviterId") != user
        }
    }

    /// The user's part in the newest snapshot.
    func participant(_ user: String) -> (json: JSONValue, at: Moment)? {
        for (call, at) in snapshots.values.sorted(by: { $0.at > $1.at }) {
            let part = (call["participants"]?.arrayValue ?? []).first { Narration.text($0, "userId") == user }
            if let part { return (part, at) }
        }
        return nil
    }

    /// The user's device said that it has the ring, or more.
    func hasAcknowledged(_ user: String) -> Bool { acknowledgements.contains { $0.user == user } }

    func isInCall(_ user: String) -> Bool {
        guard let part = participant(user)?.json else { return false }
        return Narration.word(part, "status", prefix: "PARTICIPANT_STATUS_") == "ACCEPT"
    }
}
