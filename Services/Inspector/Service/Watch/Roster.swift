import Bus
import InspectorCore
import NameResolution
import Wire

/// Keeps the processes of all targets attached: every address of a name, new ones as they appear, restarted ones again.
actor Roster {
    private struct Member {
        var attachment: Attachment
        var tap: String
        var reader: Task<Void, Never>?
        var isStale = false
        var measured = 0
    }

    private let inspection: Inspection
    private let shelf: SchemaShelf
    private let filter: TapFilter
    private let tell: @Sendable (WatchItem) -> Void
    private var members: [String: Member] = [:]
    private var missing: Set<String> = []
    private var rounds = 0

    init(
        _ inspection: Inspection, _ shelf: SchemaShelf, _ filter: TapFilter,
        _ tell: @escaping @Sendable (WatchItem) -> Void
    ) {
        self.inspection = inspection
        self.shelf = shelf
        self.filter = filter
        self.tell = tell
    }

    /// Looks at all targets, again and again, until cancelled.
    func run() async {
        while !Task.isCancelled {
            await refresh()
            rounds += 1
            try? await Task.sleep(for: .seconds(2))
        }
        for member in members.values { member.reader?.cancel() }
    }

    private func refresh() async {
        let targets = await inspection.list.addresses()
        let due = targets.filter { members[$0.endpoint]?.isStale ?? true }
        // All at once: one that does not answer costs its patience, and must not hold up the others.
        await withTaskGroup(of: (Target, Result<Attachment, RPCError>).self) { group in
            for target in due { group.addTask { [inspection] in (target, await inspection.attach(target)) } }
            for await (target, result) in group {
                switch result {
                case .success(let attachment): await take(attachment)
                case .failure(let error):
                    guard missing.insert(target.endpoint).inserted else { continue }
                    tell(.absent(inspection.absence(target, error)))
                }
            }
        }
        guard rounds % 8 == 0 else { return }
        for target in targets where !due.contains(target) { await measure(target.endpoint) }
    }

    private func take(_ attachment: Attachment) async {
        let endpoint = attachment.endpoint
        missing.remove(endpoint)
        let tap = TapAddress.reachable(attachment.stats.tapEndpoint, besides: endpoint)
        let before = members[endpoint]
        let isSameRun = before?.attachment.stats.epoch == attachment.stats.epoch
        if !isSameRun {
            await shelf.forget(endpoint)
            tell(.attached(attachment))
        }
        var member = Member(attachment: attachment, tap: tap, reader: before?.reader)
        if before?.tap != tap || !isSameRun {
            before?.reader?.cancel()
            member.reader = tap.isEmpty ? nil : await listen(attachment, tap)
            if tap.isEmpty { tell(.tapless(attachment)) }
        }
        members[endpoint] = member
        await measure(endpoint)
    }

    /// Reads the tap until cancelled. The stream dials again by itself when the process is lost.
    private func listen(_ attachment: Attachment, _ tap: String) async -> Task<Void, Never>? {
        let schema = try? await shelf.description(of: attachment).schema
        guard let stream = try? inspection.node.tap(at: tap, of: attachment.stats.service, filter) else { return nil }
        let (tell, hasContents) = (tell, filter.level == .contents)
        // Whoever follows one trace may have begun it.
        let ourselves = filter.traceID.isEmpty ? inspection.node.configuration.instance : nil
        return Task { [weak self] in
            var payloads = PayloadReading(schema.map { [$0] } ?? [])
            for await reading in stream {
                switch reading {
                case .connected: tell(.listening(attachment))
                case .event(let event):
                    let body = hasContents ? payloads.body(of: event) : nil
                    let record = TapRecord(event, from: attachment.endpoint, arrivedAt: .now, body: body)
                    tell(event.peerInstance == ourselves ? .aside(record) : .record(record))
                case .gap: break  // told by the sequence numbers, where they are counted
                case .lost(let cause):
                    tell(.lost(target: attachment.endpoint, cause: cause.rawValue))
                    await self?.suspect(attachment.endpoint)
                }
            }
        }
    }

    /// Its tap went away: it may come back as another process.
    private func suspect(_ endpoint: String) { members[endpoint]?.isStale = true }

    /// Compares the clocks. Of a few tries the shortest is right to half its time.
    private func measure(_ endpoint: String) async {
        guard let attachment = members[endpoint]?.attachment else { return }
        let process = ProcessKey(
            service: attachment.stats.service, instance: attachment.stats.instance, epoch: attachment.stats.epoch)
        for _ in 0..<4 {
            let sentAt = Moment.now
            let answer = try? await Proto.IntrospectClient(attachment.channel)
                .stats(Proto.StatsRequest(), CallOptions(timeout: inspection.patience))
            guard let answer, answer.wallUs > 0, answer.epoch == attachment.stats.epoch else { return }
            let peerWall = Moment(microseconds: Int64(clamping: answer.wallUs))
            tell(.clock(ClockReading(process: process, sentAt: sentAt, peerWall: peerWall, answeredAt: .now)))
        }
    }
}
