import Wire

/// Reads a story for the reasons why a phone did not ring. Each rule is one method; what it says is one sentence.
struct Diagnosis {
    /// Causes first, each group in order of time, each sentence once.
    private(set) var findings: [Finding] = []

    let exchanges: [Exchange]
    let facts: StoryFacts
    let timeline: Timeline
    let links: ExchangeLinks
    /// The last moment that anything is known of.
    private let end: Moment
    /// Exchanges whose failure a special rule has explained.
    var explained: Set<UInt64> = []

    /// A push's fate, or a device's word, that has not come after this long will not be waited for.
    static let patience = Duration.seconds(5)

    init(exchanges: [Exchange], records: [TapRecord], timeline: Timeline) {
        self.exchanges = exchanges
        self.timeline = timeline
        links = ExchangeLinks(exchanges)
        facts = StoryFacts(exchanges, items: records.filter { $0.event.kind == .item }, timeline: timeline)
        end = records.map { timeline.moment($0.sighting, of: $0.process) }.max() ?? .zero
        for user in facts.callees { judgeCallee(user) }
        judgeMedia()
        for exchange in exchanges { judgeTransport(exchange) }
        for exchange in exchanges { judgeStatus(exchange) }
        for exchange in exchanges { judgeDetails(exchange) }
        for user in facts.callees { tellOutcome(of: user) }
        var seen: Set<String> = []
        findings = findings.enumerated().sorted { left, right in
            (left.element.weight, left.element.at, left.offset) < (right.element.weight, right.element.at, right.offset)
        }.map(\.element).filter { seen.insert($0.sentence).inserted }
    }

    mutating func find(
        _ rule: Finding.Rule, _ weight: Finding.Weight, _ sentence: String, at moment: Moment, _ exchange: UInt64? = nil
    ) {
        findings.append(Finding(rule, weight, printable(sentence), at: moment, exchange: exchange))
    }

    func start(_ exchange: Exchange) -> Moment {
        let points = timeline.points(of: exchange)
        return points.clientSend ?? points.serverReceive ?? points.clientReceive ?? points.serverSend
            ?? exchange.givenUp.map { timeline.moment($0, of: exchange.client) } ?? .zero
    }

    // MARK: The callee

    private mutating func judgeCallee(_ user: String) {
        let wasReached = facts.hasAcknowledged(user) || facts.isInCall(user)
        judgePresence(user, wasReached: wasReached)
        judgePush(user, wasReached: wasReached)
        judgeDelivery(user, wasReached: wasReached)
        if let part = facts.participant(user),
            Narration.word(part.json, "endReason", prefix: "END_REASON_") == "LINE_BUSY"
        {
            find(.busy, .cause, "\(user) was busy in another call.", at: part.at)
        }
    }

    private mutating func judgePresence(_ user: String, wasReached: Bool) {
        guard let presence = facts.presence[user] else { return }
        guard presence.exists else {
            return find(
                .neverLoggedIn, .cause, "\(user) has never logged in, so there was nobody to ring.", at: presence.at,
                presence.exchange)
        }
        guard !wasReached else { return }
        if wasLeftOut(user) {
            return presence.isBlocked
                ? find(
                    .blocked, .cause, "One of \(user) and the caller has blocked the other, so nothing rang.",
                    at: presence.at, presence.exchange)
                : find(
                    .doNotDisturb, .cause, "\(user) does not want to be disturbed, so nothing rang.",
                    at: presence.at, presence.exchange)
        }
        let weight: Finding.Weight = facts.outcomes.contains { $0.user == user && $0.isHandedOver } ? .trouble : .cause
        if presence.sessions.isEmpty {
            find(
                .noSession, weight, "\(user) was logged in on no device: only a push could ring there.",
                at: presence.at,
                presence.exchange)
        } else if !presence.sessions.contains(where: \.isConnected) {
            find(
                .notConnected, weight,
                "\(user) had \(Narration.counted(presence.sessions.count, "session")), but none with a connection: "
                    + "only a push could ring there.", at: presence.at, presence.exchange)
        }
    }

    /// A block or do-not-disturb was in the way, and the caller did not get through.
    private func wasLeftOut(_ user: String) -> Bool {
        guard let presence = facts.presence[user], presence.isBlocked || presence.isDoNotDisturb else { return false }
        return facts.ringDeliveries(to: user).isEmpty && !facts.rings.contains { $0.user == user }
    }

    private mutating func judgePush(_ user: String, wasReached: Bool) {
        for outcome in facts.outcomes where outcome.user == user && !outcome.isHandedOver {
            let cause = facts.pushCauses["\(user)/\(outcome.device)"] ?? ""
            let weight: Finding.Weight = wasReached ? .trouble : .cause
            find(
                .pushGivenUp, weight,
                "The push to \(user)'s device \(outcome.device) was given up\(cause.isEmpty ? "" : ": \(cause)").",
                at: outcome.at, outcome.exchange)
        }
        for ring in facts.rings where ring.user == user && !wasReached {
            if ring.deviceCount == 0, ring.exceptCount == 0 {
                find(
                    .noPushToken, .cause, "Push knows no token of \(user): there was no device it could wake.",
                    at: ring.at, ring.exchange)
            }
            let isReported = facts.outcomes.contains { $0.user == user }
            if ring.deviceCount > 0, !isReported, end - ring.at >= Self.patience {
                find(
                    .pushUnreported, .trouble,
                    "Push took the ring for \(Narration.counted(ring.deviceCount, "device")) of \(user) and has not said "
                        + "what became of it.", at: ring.at, ring.exchange)
            }
        }
    }

    private mutating func judgeDelivery(_ user: String, wasReached: Bool) {
        let deliveries = facts.ringDeliveries(to: user)
        for lost in deliveries where lost.isUnknown {
            let cameLater = deliveries.contains { $0.session == lost.session && !$0.isUnknown && $0.at > lost.at }
            find(
                .sessionLost, cameLater || wasReached ? .trouble : .cause,
                "\(lost.gateway) did not hold \(device(of: lost)), though presence had it connected there"
                    + (cameLater ? "; a later delivery reached it." : "."), at: lost.at, lost.exchange)
        }
        let handed = deliveries.filter { delivery in
            !delivery.isUnknown && exchanges.first { $0.id == delivery.exchange }?.status?.code == .ok
        }
        if let first = handed.first, !wasReached, end - first.at >= .seconds(1) {
            find(
                .notAcknowledged, .cause,
                "The ring was handed to \(first.gateway) for \(device(of: first)), and the device never acknowledged it.",
                at: first.at, first.exchange)
        }
    }

    private func device(of delivery: StoryFacts.Delivery) -> String {
        guard let session = facts.sessions[delivery.session] else { return "the session" }
        return "\(session.user)'s device \(session.device)"
    }

    // MARK: Media

    private mutating func judgeMedia() {
        let placements = exchanges.filter { $0.shortMethod == "Media/CreateRoom" }
        guard let last = placements.last, !placements.contains(where: { $0.status?.code == .ok }) else { return }
        let failures = placements.filter { $0.isFailure || $0.state == .orphanRequest }
        guard failures.count == placements.count else { return }
        explained.formUnion(failures.map(\.id))
        let causes = failures.map { "\($0.server.name): \(StatusWords.of($0))" }
        find(
            .mediaUnplaced, .cause, "No media node took the call's room (\(causes.joined(separator: "; "))).",
            at: start(last), last.id)
    }

    // MARK: How it ended

    private mutating func tellOutcome(of user: String) {
        for word in facts.acknowledgements where word.user == user {
            switch word.alert {
            case "BUSY":
                find(
                    .deviceBusy, .cause, "\(user)'s device \(word.device) said that it is in another call.",
                    at: word.at,
                    word.exchange)
            case "ALERTING": find(.rang, .outcome, "\(user)'s device \(word.device) rang.", at: word.at, word.exchange)
            default: break
            }
        }
        let words = facts.acknowledgements.filter { $0.user == user }
        if let received = words.first(where: { $0.alert == "RECEIVED" }), words.allSatisfy({ $0.alert == "RECEIVED" }),
            !facts.isInCall(user), end - received.at >= .seconds(1)
        {
            find(
                .notAlerting, .trouble,
                "\(user)'s device \(received.device) has the ring, but never said that it rings.", at: received.at,
                received.exchange)
        }
        guard let part = facts.participant(user), !wasLeftOut(user) else { return }
        let reason = Narration.word(part.json, "endReason", prefix: "END_REASON_")
        if let sentence = Self.endings[reason] { find(.ended, .outcome, "\(user) \(sentence)", at: part.at) }
    }

    /// Line busy is a cause, and told there.
    private static let endings: [String: String] = [
        "HANGUP": "hung up.", "REJECT": "declined the call.",
        "NO_RESPONSE": "did not answer before the ring's deadline.",
        "OFFLINE": "went offline.", "CANCELED": "was rung until the caller called it off.",
        "END_BY_SERVER": "was dropped when the server ended the call.",
    ]
}
