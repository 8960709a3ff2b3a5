/// A piece of a service with a life of its own: sockets, timers, background work.
public protocol Part: Sendable {
    /// For the log.
    var name: String { get }

    /// Makes it ready to work; throwing ends the process with exit code 1.
    func start() async throws

    /// Finishes what is running, starts nothing new, gives resources back. Must return within the time given; what is
    /// still running then is abandoned.
    func drain(within limit: Duration) async
}
