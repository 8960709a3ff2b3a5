import CallClient
import CallModel

/// Places short calls at an even rate, and a few that last, until it is told to stop.
struct LoadRun: Sendable {
    /// What is asked of it.
    struct Plan: Sendable {
        var callsPerSecond: Int
        var length: Duration
        /// How long a short call is talked on.
        var hold: Duration
        var longCalls: Int
        var silenceLimit: Duration
        /// In all. `nil`: enough that a call finds a free pair, at most 128 and those of the long calls.
        var phones: Int?

        /// Each pair is busy for the hold, ringing and hanging up.
        var shortPairs: Int {
            if let phones { return max(1, phones / 2 - longCalls) }
            return min(64, max(1, Int(Double(callsPerSecond) * (hold / .seconds(1) + 2))))
        }
    }

    let plan: Plan
    let access: ServerAccess
    /// Ends the load early, with its report.
    let isStopped: @Sendable () -> Bool
    /// Takes lines for a person; `nil` is nothing to say.
    let say: @Sendable (String?) -> Void

    /// Logs the phones in, lets them call, gives what became of it.
    func run() async throws -> LoadReport {
        let pairs = try await logIn(plan.shortPairs + plan.longCalls)
        let (long, short) = (pairs.prefix(plan.longCalls), Array(pairs.dropFirst(plan.longCalls)))
        say("\(pairs.count * 2) phones logged in; calling for \(Int(plan.length / .seconds(1))) s")
        let began = ContinuousClock.now
        let end = began + plan.length
        let isOver: @Sendable () -> Bool = { [isStopped] in ContinuousClock.now >= end || isStopped() }
        let book = LoadBook(LoadReport(silenceLimit: plan.silenceLimit), free: short)
        await withDiscardingTaskGroup { group in
            for pair in long {
                group.addTask { say(await book.note(await pair.call(.long, began: began, isOver: isOver))) }
            }
            group.addTask { await self.tellProgress(began, isOver, book) }
            await placeShortCalls(began, isOver, book, &group)
        }
        var report = await book.report
        report.audit = await audit(report.calls, of: pairs)
        await logOut(pairs)
        return report
    }

    private func placeShortCalls(
        _ began: ContinuousClock.Instant, _ isOver: @escaping @Sendable () -> Bool, _ book: LoadBook,
        _ group: inout DiscardingTaskGroup
    ) async {
        guard plan.callsPerSecond > 0 else { return }
        var next = began
        while !isOver() {
            if let pair = await book.takePair() {
                group.addTask {
                    // From the answer on would be fairer to slow answers, and would let calls outlast the load.
                    let enough = ContinuousClock.now + self.plan.hold
                    let call = await pair.call(.short, began: began) { ContinuousClock.now >= enough }
                    self.say(await book.note(call, giveBack: pair))
                }
            }
            next += .seconds(1) / plan.callsPerSecond
            try? await Task.sleep(until: next, clock: .continuous)
        }
    }

    private func tellProgress(
        _ began: ContinuousClock.Instant, _ isOver: @Sendable () -> Bool, _ book: LoadBook
    ) async {
        var next = began + .seconds(5)
        while !isOver() {
            try? await Task.sleep(for: .milliseconds(100))
            guard ContinuousClock.now >= next else { continue }
            next += .seconds(5)
            say(await book.progress(at: ContinuousClock.now - began))
        }
    }

    /// A few at a time: every login is a TLS handshake.
    private func logIn(_ count: Int) async throws -> [LoadPair] {
        let (sdkAppID, token) = try access.tokens()
        let run = String(UInt32.random(in: 0...0xFFFF), radix: 16)
        let pairs = (0..<count).map { index in
            LoadPair(
                caller: LoadPhone(user: "load-\(run)-\(index)a", pitch: 400 + Double(index % 32) * 10, access),
                callee: LoadPhone(user: "load-\(run)-\(index)b", pitch: 405 + Double(index % 32) * 10, access))
        }
        let phones = pairs.flatMap { [$0.caller, $0.callee] }
        for start in stride(from: 0, to: phones.count, by: 8) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for phone in phones[start..<min(start + 8, phones.count)] {
                    group.addTask { try await phone.logIn(sdkAppID, token(UserID(phone.user))) }
                }
                try await group.waitForAll()
            }
        }
        return pairs
    }

    private func audit(_ calls: [LoadCall], of pairs: [LoadPair]) async -> LoadAudit? {
        let calls = Dictionary(grouping: calls.filter { !$0.id.isEmpty }, by: \.caller)
        var audit = LoadAudit()
        for pair in pairs {
            guard let own = calls[pair.caller.user] else { continue }
            guard let outgoing = try? await pair.caller.history(), let incoming = try? await pair.callee.history()
            else { return nil }
            for call in own {
                audit.check(
                    call.id, pair.caller.view(of: call, in: outgoing), pair.callee.view(of: call, in: incoming))
            }
        }
        return audit
    }

    private func logOut(_ pairs: [LoadPair]) async {
        await withDiscardingTaskGroup { group in
            for phone in pairs.flatMap({ [$0.caller, $0.callee] }) {
                group.addTask { try? await phone.session.login.logout() }
            }
        }
    }
}

/// The calls so far, and the pairs that are free.
private actor LoadBook {
    private(set) var report: LoadReport
    private var free: [LoadPair]
    private var placed = 0

    init(_ report: LoadReport, free: [LoadPair]) {
        self.report = report
        self.free = free
    }

    /// The pair that has rested longest; `nil`, and counted, if all are on a call.
    func takePair() -> LoadPair? {
        guard !free.isEmpty else {
            report.skipped += 1
            return nil
        }
        placed += 1
        return free.removeFirst()
    }

    /// Returns a line about a call that was lost.
    func note(_ call: LoadCall, giveBack pair: LoadPair? = nil) -> String? {
        report.calls.append(call)
        if let pair { free.append(pair) }
        guard call.loss != nil || report.isTooSilent(call) else { return nil }
        return report.line(about: call)
    }

    func progress(at time: Duration) -> String {
        let over = report.calls.count { $0.kind == .short }
        return "  \(Int(time / .seconds(1))) s: \(placed) short calls placed, \(over) over, \(report.lost.count) lost"
    }
}
