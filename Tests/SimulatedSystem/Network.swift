import CallModel

/// Where a process runs. Between two hosts the network can be cut.
enum Host: Hashable, Comparable {
    case signaling(Int)
    case gateway
    case presence
    case push
    case media(Int)
    case store
}

/// The network between services: messages are late, overtake each other, are lost and doubled; two hosts can be cut off from
/// each other while both reach everybody else.
final class Network {
    /// How a call over the bus fails.
    enum Failure: Error {
        /// Nobody answers at the other end: told at once.
        case unavailable
        /// The request or its answer was lost; the request may have been executed.
        case timedOut
    }

    private struct Link: Hashable {
        let low: Host
        let high: Host

        init(_ one: Host, _ other: Host) {
            low = min(one, other)
            high = max(one, other)
        }
    }

    private let world: World
    private var cutUntil: [Link: Int64] = [:]

    init(world: World) { self.world = world }

    func cut(_ one: Host, _ other: Host, for duration: Duration) {
        cutUntil[Link(one, other)] = world.elapsed + duration.wholeNanoseconds
    }

    func isCut(_ one: Host, _ other: Host) -> Bool {
        guard !cutUntil.isEmpty, let until = cutUntil[Link(one, other)] else { return false }
        return world.elapsed < until
    }

    func heal() { cutUntil = [:] }

    /// A call to another service. `body` runs there, twice if the request was doubled; `nil` from it: the service is away.
    func call<Value>(
        from caller: Host, to callee: Host, timeout: Duration = .seconds(3), _ body: @escaping () -> Value?,
        _ then: @escaping (Result<Value, Failure>) -> Void
    ) {
        if world.fault(percent: 4) || isCut(caller, callee) {
            return world.after(timeout) { then(.failure(.timedOut)) }
        }
        let copies = world.fault(percent: 3) ? 2 : 1
        world.after(world.delay(0...60, atBest: 0...5)) {
            guard !self.isCut(caller, callee) else {
                return self.world.after(timeout) { then(.failure(.timedOut)) }
            }
            if copies > 1 { self.world.after(self.world.delay(0...2_000)) { _ = body() } }
            let value = body()
            if self.world.fault(percent: 4) {
                return self.world.after(timeout) { then(.failure(.timedOut)) }
            }
            self.world.after(self.world.delay(0...60, atBest: 0...5)) {
                if self.isCut(caller, callee) {
                    return self.world.after(timeout) { then(.failure(.timedOut)) }
                }
                then(value.map { .success($0) } ?? .failure(.unavailable))
            }
        }
    }
}
