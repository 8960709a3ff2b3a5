import NameResolution
import Synchronization

/// A name server that tests steer: answers at once, fails, or keeps everybody waiting.
final class FakeResolver: NameResolver {
    typealias Deliver = @Sendable (Result<[String], NameFailure>) -> Void

    private struct State {
        var answers: [String: Result<[String], NameFailure>] = [:]
        var hanging: [String: [Deliver]] = [:]
        var asked: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// What a name means from now on; whoever waits for it learns it. Names without an answer hang.
    func set(_ host: String, _ answer: Result<[String], NameFailure>) {
        let waiting = state.withLock { state in
            state.answers[host] = answer
            return state.hanging.removeValue(forKey: host) ?? []
        }
        for deliver in waiting { deliver(answer) }
    }

    func set(_ host: String, _ addresses: [String]) { set(host, .success(addresses)) }

    func asked(_ host: String) -> Int { state.withLock { $0.asked[host] ?? 0 } }

    func resolve(_ host: String, then deliver: @escaping Deliver) {
        let answer = state.withLock { state -> Result<[String], NameFailure>? in
            state.asked[host, default: 0] += 1
            if let answer = state.answers[host] { return answer }
            state.hanging[host, default: []].append(deliver)
            return nil
        }
        if let answer { deliver(answer) }
    }
}
