import Foundation
import Synchronization
import TestSupport
import Wire
import ZeroMQ

/// A peer that speaks the protocol but can be told to misbehave: answers HELLO and PING, keeps requests, falls silent,
/// changes its epoch, disappears without a word. Runs its socket on a thread of its own.
final class FakeServer: Sendable {
    private struct State {
        var endpoint = ""
        var epoch: UInt64 = 1
        var isSilent = false
        var secondsAhead: UInt64?
        var refusal: Proto.Status?
        var mustAnswer = false
        var greetings = 0
        var requests: [(peer: [UInt8], header: Proto.Header, payload: [UInt8])] = []
        var requestCount = 0
        var raw: [[UInt8]] = []
        var isStopping = false
    }

    private let state = Mutex(State())
    private let started = DispatchSemaphore(value: 0)
    private let stopped = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread {
            self.live()
            // Its socket is closed now, its port free.
            self.stopped.signal()
        }
        started.wait()
    }

    /// Empty if it could not be bound.
    var endpoint: String { state.withLock { $0.endpoint } }
    var requests: Int { state.withLock { $0.requestCount } }
    /// The ids of the requests it keeps, in order.
    var requestNumbers: [UInt64] { state.withLock { $0.requests.map(\.header.requestId) } }
    var greetings: Int { state.withLock { $0.greetings } }

    /// From the next PONG on it is another start of the process.
    func setEpoch(_ epoch: UInt64) { state.withLock { $0.epoch = epoch } }
    /// From the next PONG on it tells the time, by a clock that is that many seconds ahead.
    func setClock(ahead seconds: UInt64) { state.withLock { $0.secondsAhead = seconds } }
    /// Reads, but answers nothing.
    func setSilent() { state.withLock { $0.isSilent = true } }
    /// The next request is answered as a server does that does not know its peer.
    func refuseNext(with status: Proto.Status = Proto.Status(code: .unavailable, reason: .staleEpoch)) {
        state.withLock { $0.refusal = status }
    }
    /// Answers what it has, and from now on everything, with the request.
    func answerAll() { state.withLock { $0.mustAnswer = true } }
    /// Sends frames as they are to every peer that has asked something.
    func sendRaw(_ frames: [[UInt8]]) { state.withLock { $0.raw = frames } }

    /// Closes the socket and waits until it is closed.
    func stop() {
        state.withLock { $0.isStopping = true }
        stopped.wait()
    }

    private func live() {
        guard let context = try? Context(), let router = try? Socket(context, .router),
            (try? router.bind(rebindableEndpoint())) != nil, let endpoint = try? router.lastEndpoint()
        else {
            started.signal()
            return
        }
        state.withLock { $0.endpoint = endpoint }
        started.signal()
        var poller = Poller()
        var scratch = Message()
        _ = poller.watch(router, for: .readable)
        while !state.withLock({ $0.isStopping }) {
            _ = try? poller.wait(.milliseconds(5))
            while let message = try? router.receiveMultipart(using: &scratch) { take(message.frames, router) }
            flush(router)
        }
    }

    private func take(_ frames: [[UInt8]], _ router: borrowing Socket) {
        guard frames.count == 3, let header = try? Proto.Header(decoding: frames[1]) else { return }
        let (isSilent, epoch) = state.withLock { ($0.isSilent, $0.epoch) }
        if isSilent { return }
        switch header.kind {
        case .hello, .ping:
            if header.kind == .hello { state.withLock { $0.greetings += 1 } }
            let hello = Proto.Hello(service: "fake", instance: "fake", epoch: epoch, protocol: 1)
            let kind: Proto.Kind = header.kind == .hello ? .hello : .pong
            let ahead = kind == .pong ? state.withLock { $0.secondsAhead } : nil
            let wall = ahead.map { UInt64(Date.now.timeIntervalSince1970 * 1e6) + $0 * 1_000_000 } ?? 0
            send(Proto.Header(version: 1, kind: kind, hello: hello, wallUs: wall), [], to: frames[0], router)
        case .request where header.method == Proto.HealthMethods.check.path:
            send(
                Proto.Header(
                    version: 1, kind: .response, requestId: header.requestId, status: Proto.Status(code: .ok)), [],
                to: frames[0], router)
        case .request:
            let refusal = state.withLock { state in
                state.requestCount += 1
                defer { state.refusal = nil }
                if state.refusal == nil { state.requests.append((frames[0], header, frames[2])) }
                return state.refusal
            }
            guard let status = refusal else { return }
            send(
                Proto.Header(version: 1, kind: .response, requestId: header.requestId, status: status), [],
                to: frames[0], router)
        default: break
        }
    }

    private func flush(_ router: borrowing Socket) {
        let (answers, raw, peers) = state.withLock { state in
            defer {
                if state.mustAnswer { state.requests = [] }
                state.raw = []
            }
            return (state.mustAnswer ? state.requests : [], state.raw, state.requests.map(\.peer))
        }
        for (peer, header, payload) in answers {
            send(
                Proto.Header(
                    version: 1, kind: .response, requestId: header.requestId, status: Proto.Status(code: .ok)), payload,
                to: peer, router)
        }
        if !raw.isEmpty { for peer in peers { _ = try? router.sendMultipart([peer] + raw) } }
    }

    private func send(_ header: Proto.Header, _ payload: [UInt8], to peer: [UInt8], _ router: borrowing Socket) {
        guard let bytes = try? header.encoded() else { return }
        _ = try? router.sendMultipart([peer, bytes, payload])
    }
}
