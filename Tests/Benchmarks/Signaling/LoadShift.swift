import Bus
import CallModel
import Foundation
import MonotonicClock
import Synchronization
import Wire

/// Places calls and plays both sides of each. Everything happens on the bus's thread: a device that decides costs as
/// little as can be, because the load shares the machine with what it measures.
final class LoadShift: StandIns.Ear {
    /// When calls come.
    enum Arrival: Sendable {
        /// At so many a second on average, whatever becomes of them; exponential gaps.
        case open(perSecond: Double)
        /// So many under way at any time.
        case closed(inFlight: Int)
    }

    private struct State {
        var book = LoadBook()
        var free: [Pair]
        /// Where in `free` the pair is that has rested longest.
        var next = 0
        var arrival: Arrival?
        var number = 0
        var seed: UInt64 = 0x5eed
    }

    private static let pairs = 12_000
    private static let persistence = 40

    private let node: BusNode
    private let signaling: Proto.SignalingClient
    private let plot: Conversation.Plot
    private let name = UUID().uuidString.prefix(8).lowercased()
    private let state: Mutex<State>

    init(on node: BusNode, _ standIns: StandIns, calling endpoint: String, plot: Conversation.Plot) {
        self.node = node
        self.plot = plot
        signaling = Proto.SignalingClient(node.channel(to: [endpoint], service: "signaling"))
        let devices = plot == .elsewhere ? 2 : 1
        state = Mutex(State(free: (0..<Self.pairs).map { Pair($0, devices: devices) }))
        standIns.listen(self)
    }

    var book: LoadBook { state.withLock { $0.book } }

    /// Calls come as `arrival` says for so long. Returns when that is over, not when the calls are.
    func run(_ arrival: Arrival, for duration: Duration) async throws {
        state.withLock { $0.arrival = arrival }
        let end = MonotonicInstant.now + duration
        switch arrival {
        case .closed(let inFlight):
            for _ in 0..<inFlight { begin() }
            try await Task.sleep(for: duration)
        case .open(let rate):
            var next = MonotonicInstant.now
            while next < end {
                // Those that are late come now: arrivals do not wait for the one who makes them.
                while next <= .now {
                    begin()
                    next = next + .seconds(exponential() / rate)
                }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        state.withLock { $0.arrival = nil }
    }

    /// Waits for the calls that are under way. Those still open afterwards are lost.
    func finish(within limit: Duration) async throws {
        let end = MonotonicInstant.now + limit
        while !book.open.isEmpty, .now < end { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Deterministic: every run has the same gaps.
    private func exponential() -> Double {
        state.withLock { state in
            state.seed = state.seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return -log(1 - Double(state.seed >> 11) / Double(1 << 53))
        }
    }

    // MARK: a call

    private func begin() {
        let placed = state.withLock { state -> Conversation? in
            guard state.next < state.free.count else {
                state.book.skipped += 1
                return nil
            }
            let pair = state.free[state.next]
            state.next += 1
            if state.next == Self.pairs {
                state.free.removeFirst(state.next)
                state.next = 0
            }
            state.number += 1
            state.book.offered += 1
            let call = Conversation(id: "\(name)-\(state.number)", plot: plot, pair: pair, placed: .now)
            state.book.open[call.id] = call
            return call
        }
        guard let placed else { return }
        onBusThread { await self.place(placed) }
    }

    private func place(_ call: Conversation) async {
        let request = Proto.CallRequest(
            callId: call.id, participantIds: [call.pair.callees[0].userId], mediaKind: .audio)
        do { _ = try await signaling.call(request, CallOptions(identity: call.pair.caller)) } catch {
            state.withLock { state in
                state.book.refusals.append(
                    LoadBook.Refusal(placed: call.times.placed, answered: .now, hasReason: error.reason != .none))
                if error.code != .resourceExhausted { state.book.failures["call: \(error.logged)", default: 0] += 1 }
            }
            close(call)
        }
    }

    func hear(_ snapshot: Proto.CallSnapshot, at session: String) {
        guard let call = state.withLock({ $0.book.open[snapshot.callId] }) else { return }
        let (act, isOver) = call.heard(snapshot, at: session, now: .now)
        if let act { onBusThread { await self.perform(act, in: call) } }
        if isOver {
            state.withLock { $0.book.over.append(call.times) }
            close(call)
        }
    }

    private func perform(_ act: Conversation.Act, in call: Conversation) async {
        switch act {
        case .acknowledge(let number):
            let options = CallOptions(identity: call.pair.callees[number])
            let request = Proto.AcknowledgeRequest(callId: call.id, alert: .alerting)
            await persist("acknowledge") { () async throws(RPCError) in
                _ = try await self.signaling.acknowledge(request, options)
            }
        case .accept:
            let options = CallOptions(identity: call.pair.callees[0])
            await persist("accept") { () async throws(RPCError) in
                _ = try await self.signaling.accept(Proto.AcceptRequest(callId: call.id), options)
            }
        case .hangUp:
            let options = CallOptions(identity: call.pair.caller)
            await persist("hang up") { () async throws(RPCError) in
                _ = try await self.signaling.hangup(Proto.HangupRequest(callId: call.id), options)
            }
        }
    }

    /// As a client does: what was refused for now is asked again after the pause.
    private func persist(_ what: String, _ order: () async throws(RPCError) -> Void) async {
        for _ in 0..<Self.persistence {
            do {
                try await order()
                return
            } catch {
                guard let pause = error.retryAfter else {
                    return state.withLock { $0.book.failures["\(what): \(error.logged)", default: 0] += 1 }
                }
                state.withLock { $0.book.repeats += 1 }
                try? await Task.sleep(for: pause)
            }
        }
        state.withLock { $0.book.failures["\(what): refused too often", default: 0] += 1 }
    }

    /// Its users are free for another call.
    private func close(_ call: Conversation) {
        let mustReplace = state.withLock { state in
            guard state.book.open.removeValue(forKey: call.id) != nil else { return false }
            state.free.append(call.pair)
            if case .closed = state.arrival { return true }
            return false
        }
        if mustReplace { begin() }
    }

    private func onBusThread(_ work: @escaping @Sendable () async -> Void) {
        _ = Task(executorPreference: node.executor, operation: work)
    }
}

extension RPCError {
    fileprivate var logged: String { "\(code.name) \(reason.name) \(message)" }
}
