import CallClient

/// What became of one call of the load.
struct LoadCall: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// One of many that come and go.
        case short
        /// One that lasts as long as the load.
        case long
    }

    /// What a caller would complain about.
    enum Loss: String, CaseIterable, Sendable {
        case refused
        case unanswered
        case unheard
        case dropped
        /// Hung up, but not over on both sides.
        case lingering
    }

    let kind: Kind
    let caller: String
    /// The server's name for it. Empty: it refused the call.
    var id = ""
    /// Since the load began.
    let placedAt: Duration
    var loss: Loss?
    /// For a person who asks why it was lost.
    var detail = ""
    /// From the order to call until both sides are in the call.
    var timeToAnswer: Duration?
    /// Between the first sound and the hang-up, the worse of both sides.
    var longestSilence: Duration?
    /// When that ended, since the load began.
    var silenceEndedAt: Duration?

    /// Both were in it.
    var isAnswered: Bool { timeToAnswer != nil }

    var isHeard: Bool { longestSilence != nil }
}

/// Two phones that call each other again and again.
struct LoadPair: Sendable {
    let caller: LoadPhone
    let callee: LoadPhone

    /// How long any single step may take: what a person would wait, and longer than a restart of a service.
    private static let patience = Duration.seconds(12)

    /// One whole call; talks until `isOver`.
    func call(
        _ kind: LoadCall.Kind, began: ContinuousClock.Instant, isOver: @Sendable () -> Bool
    ) async -> LoadCall {
        let start = ContinuousClock.now
        var call = LoadCall(kind: kind, caller: caller.user, placedAt: start - began)
        caller.ear.reset()
        callee.ear.reset()
        do {
            try await caller.session.calls.calls(
                participantIds: [callee.user], mediaType: .audio, params: CallParams(timeout: 30))
        } catch {
            return await lost(call, .refused, "\(error.code) \(error.message)")
        }
        let id = caller.callID
        call.id = id
        guard await isSo({ callee.hasReceived(id) || caller.end(of: id) != nil }), caller.end(of: id) == nil else {
            return await lost(call, .unanswered, "did not ring; \(ends(of: id))")
        }
        do { try await callee.session.calls.accept() } catch {
            return await lost(call, .unanswered, "accept: \(error.code) \(error.message)")
        }
        guard await isSo({ caller.status == .accept && callee.status == .accept || isEnded(id) }), !isEnded(id) else {
            return await lost(call, .unanswered, "not connected; \(ends(of: id))")
        }
        call.timeToAnswer = .now - start
        guard await isSo({ caller.ear.hasHeard && callee.ear.hasHeard || isEnded(id) }), !isEnded(id) else {
            let deaf = [caller, callee].filter { !$0.ear.hasHeard }.map(\.user)
            return await lost(call, .unheard, "not hearing: \(deaf.joined(separator: " ")); \(ends(of: id))")
        }
        while !isOver(), !isEnded(id) { try? await Task.sleep(for: .milliseconds(20)) }
        let end = ContinuousClock.now
        let gap = [caller, callee].compactMap { $0.ear.longestGap(until: end) }.max { $0.length < $1.length }
        call.longestSilence = gap?.length
        call.silenceEndedAt = gap.map { $0.end - began }
        if isEnded(id) { return await lost(call, .dropped, ends(of: id)) }
        return await hangUp(call, id)
    }

    private func hangUp(_ call: LoadCall, _ id: String) async -> LoadCall {
        try? await caller.session.calls.hangup()
        guard await isSo({ caller.end(of: id) != nil && callee.end(of: id) != nil }) else {
            return await lost(call, .lingering, ends(of: id))
        }
        return call
    }

    /// Leaves both phones free for the next call.
    private func lost(_ call: LoadCall, _ loss: LoadCall.Loss, _ detail: String) async -> LoadCall {
        var call = call
        call.loss = loss
        call.detail = detail
        try? await caller.session.calls.hangup()
        try? await callee.session.calls.hangup()
        _ = await isSo { caller.status == .none && callee.status == .none }
        return call
    }

    private func isEnded(_ id: String) -> Bool { caller.end(of: id) != nil || callee.end(of: id) != nil }

    private func ends(of id: String) -> String {
        [caller, callee].map { phone in
            "\(phone.user): \(phone.end(of: id).map { "ended \($0)" } ?? "\(phone.status)"), \(phone.session.connection.value.rawValue)"
        }.joined(separator: "; ")
    }

    private func isSo(_ condition: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + Self.patience
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }
}
