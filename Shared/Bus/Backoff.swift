/// Pauses between attempts to connect: the bound doubles up to a limit, the pause is drawn between zero and the bound
/// (full jitter), so that the clients of a restarted server do not come back in step.
struct Backoff: Sendable, Equatable {
    let shortest: Duration
    let longest: Duration
    private(set) var failures = 0

    init(shortest: Duration, longest: Duration) {
        self.shortest = shortest
        self.longest = longest
    }

    /// The pause after one more failure. `chance` is in 0..<1.
    mutating func next(chance: Double) -> Duration {
        let bound = min(longest, shortest * (1 << min(failures, 16)))
        failures += 1
        return bound * chance
    }

    mutating func reset() { failures = 0 }
}
