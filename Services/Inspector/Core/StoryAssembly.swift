import Wire

/// Turns exchanges, items and drops into the steps of a story.
struct StoryAssembly {
    private struct Draft {
        var step: StoryStep
        var from: Lifeline
        var to: Lifeline
    }

    /// An item, whichever end saw it.
    private struct ItemKey: Hashable {
        let caller: String
        let request: UInt64
        let sequence: UInt32
    }

    private let timeline: Timeline
    private var drafts: [Draft] = []
    private var items: [ItemKey: Int] = [:]

    /// Which attempt of its call an exchange is, by what was seen.
    private let ordinals: [UInt64: UInt32]

    init(_ exchanges: [Exchange], timeline: Timeline) {
        self.timeline = timeline
        var counts: [UInt64: UInt32] = [:]
        var ordinals: [UInt64: UInt32] = [:]
        for exchange in exchanges {
            counts[exchange.call, default: 0] += 1
            ordinals[exchange.id] = counts[exchange.call]
        }
        self.ordinals = ordinals
        for exchange in exchanges { add(exchange) }
    }

    // MARK: Adding

    private mutating func add(_ exchange: Exchange) {
        let points = timeline.points(of: exchange)
        let caller = lifeline(exchange.client, exchange.identity, exchange)
        let called = lifeline(exchange.server, nil, nil)
        addRequest(exchange, points, caller, called)
        addAnswer(exchange, points, caller, called)
        for drop in exchange.drops {
            var step = step(.drop, exchange, at: timeline.moment(drop.sighting, of: drop.process), drop.sighting)
            step.detail = DropCause.words(drop.cause, drop.detail)
            let place = lifeline(drop.process, nil, nil)
            drafts.append(Draft(step: step, from: place, to: place))
        }
        if let cancelled = exchange.cancelled {
            let process = exchange.clientSend == nil ? exchange.server : exchange.client
            var step = step(.cancel, exchange, at: timeline.moment(cancelled, of: process), cancelled)
            step.detail = exchange.hasRunOutOfTime ? "deadline passed" : "no longer wanted"
            drafts.append(Draft(step: step, from: caller, to: called))
        }
    }

    private mutating func addRequest(
        _ exchange: Exchange, _ points: Timeline.Points, _ caller: Lifeline, _ called: Lifeline
    ) {
        guard let at = points.clientSend ?? points.serverReceive ?? points.handlerStart else { return }
        let sighting = exchange.clientSend ?? exchange.serverReceive ?? exchange.handlerStart
        var request = step(.request, exchange, at: at, sighting)
        request.detail = Narration.request(exchange.shortMethod, exchange.request, by: exchange.identity)
        request.uncertainty = points.uncertainty
        request.isClamped = points.isClamped
        drafts.append(Draft(step: request, from: caller, to: called))
        let isOver = exchange.state == .orphanRequest || (exchange.state == .open && !exchange.isStream)
        guard isOver, exchange.cancelled == nil, exchange.clientReceive == nil else { return }
        var missing = step(
            .unanswered, exchange, at: points.serverSend ?? points.handlerStart ?? points.serverReceive ?? at, sighting)
        missing.detail = exchange.whereItStopped
        drafts.append(Draft(step: missing, from: called, to: called))
    }

    private mutating func addAnswer(
        _ exchange: Exchange, _ points: Timeline.Points, _ caller: Lifeline, _ called: Lifeline
    ) {
        guard let at = points.clientReceive ?? points.serverSend else { return }
        var answer = step(.answer, exchange, at: at, exchange.clientReceive ?? exchange.serverSend)
        answer.detail = Narration.answer(exchange.shortMethod, exchange.response)
        answer.status = exchange.status
        answer.timing = StoryStep.Timing(
            total: exchange.total ?? exchange.atServer, network: exchange.network, queue: exchange.queue,
            handler: exchange.handler)
        answer.isClamped = points.isClamped
        drafts.append(Draft(step: answer, from: called, to: caller))
    }

    /// One element of a stream, told once although both its ends may have seen it.
    mutating func add(item record: TapRecord) {
        let key = ItemKey(
            caller: record.caller.instance, request: record.event.requestId, sequence: record.event.itemSequence)
        let moment = timeline.moment(record.sighting, of: record.process)
        if record.event.itemSequence > 0, let index = items[key] {
            let first = drafts[index].step
            drafts[index].step.at = min(first.at, moment)
            drafts[index].step.timing.network = (first.at - moment).magnitude
            return
        }
        items[key] = drafts.count
        var step = StoryStep(.item, at: moment, from: 0, to: 0, title: record.shortMethod)
        step.detail = Narration.item(record.shortMethod, record.body)
        step.order = Int64(clamping: record.event.monotonicNs)
        drafts.append(
            Draft(
                step: step, from: lifeline(record.called, nil, nil),
                to: lifeline(record.caller, record.event.identity, nil)))
    }

    /// A drop of a message of no known exchange.
    mutating func add(drop record: TapRecord) {
        var step = StoryStep(
            .drop, at: timeline.moment(record.sighting, of: record.process), from: 0, to: 0, title: record.shortMethod)
        step.detail = DropCause.words(record.event.drop, record.event.detail)
        step.order = Int64(clamping: record.event.monotonicNs)
        let place = lifeline(record.process, nil, nil)
        drafts.append(Draft(step: step, from: place, to: place))
    }

    /// Another epoch of an instance means that it was started anew.
    mutating func addRestarts(_ records: [TapRecord]) {
        var first: [ProcessKey: TapRecord] = [:]
        for record in records where record.event.epoch != 0 {
            if let known = first[record.process], known.event.monotonicNs <= record.event.monotonicNs { continue }
            first[record.process] = record
        }
        let runs = Dictionary(grouping: first.values) { $0.event.service + "/" + $0.event.instance }
        for run in runs.values where run.count > 1 {
            for record in run.sorted(by: { moment($0) < moment($1) }).dropFirst() {
                var step = StoryStep(.note, at: moment(record), from: 0, to: 0, title: "started anew")
                step.process = record.process
                let place = lifeline(record.process, nil, nil)
                drafts.append(Draft(step: step, from: place, to: place))
            }
        }
    }

    private func moment(_ record: TapRecord) -> Moment { timeline.moment(record.sighting, of: record.process) }

    private func step(
        _ kind: StoryStep.Kind, _ exchange: Exchange, at moment: Moment, _ sighting: Exchange.Sighting?
    ) -> StoryStep {
        var step = StoryStep(kind, at: moment, from: 0, to: 0, title: exchange.shortMethod)
        step.exchange = exchange.id
        step.attempt = max(1, exchange.attempt, ordinals[exchange.id] ?? 1)
        step.order = Int64(clamping: sighting?.monotonicNanoseconds ?? 0)
        return step
    }

    /// A device if the caller is a client, by whatever names it: its session, or what it logs in with.
    private func lifeline(
        _ process: ProcessKey, _ identity: Proto.ClientIdentity?, _ exchange: Exchange?
    ) -> Lifeline {
        guard process.service == "client" else {
            let service =
                process.service.isEmpty ? (process.instance.isEmpty ? "?" : process.instance) : process.service
            return Lifeline(role: .init(service: process.service), name: service, instance: process.instance)
        }
        if let identity, !identity.userId.isEmpty {
            return Lifeline(role: .client, name: identity.userId, instance: identity.deviceId)
        }
        if let request = exchange?.request, let user = request["userId"]?.stringValue {
            return Lifeline(role: .client, name: user, instance: request["deviceId"]?.stringValue ?? "")
        }
        return Lifeline(role: .client, name: "client", instance: process.instance)
    }

    // MARK: Arranging

    /// Columns and lines, in order of time, with what repeats folded.
    func arranged() -> (lifelines: [Lifeline], steps: [StoryStep]) {
        let sorted = drafts.enumerated().sorted { left, right in
            let (a, b) = (left.element.step, right.element.step)
            return (a.at, a.order, left.offset) < (b.at, b.order, right.offset)
        }.map(\.element)
        let lifelines = Lifeline.arranged(sorted.flatMap { [$0.from, $0.to] })
        let steps = sorted.map { draft in
            var step = draft.step
            step.from = lifelines.firstIndex { $0.isSame(as: draft.from) } ?? 0
            step.to = lifelines.firstIndex { $0.isSame(as: draft.to) } ?? 0
            return step
        }
        return (lifelines, StoryFolding.fold(steps))
    }
}

extension Exchange {
    package var shortMethod: String { shortened(method: method) }

    /// The caller gave up when its time was over, and not before.
    package var hasRunOutOfTime: Bool {
        if status?.code == .deadlineExceeded { return true }
        guard let clientSend, let cancelled, remainingMilliseconds > 0 else { return false }
        return cancelled.since(clientSend) + .milliseconds(5) >= .milliseconds(Int64(remainingMilliseconds))
    }

    /// Where a request without an answer was seen last.
    package var whereItStopped: String {
        if serverSend != nil { return "answered, but the answer did not arrive" }
        if handlerStart != nil { return "its handler has not answered" }
        if serverReceive != nil {
            // The gateway's tap shows no handler's start for what clients ask.
            return client.service == "client" ? "arrived, but was not answered" : "arrived, but no handler took it"
        }
        return "sent, but not seen to arrive"
    }
}
