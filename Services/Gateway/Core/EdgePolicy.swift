package import CallModel

/// What one client connection may cost, and how long it may take.
package struct EdgePolicy: Sendable, Hashable {
    /// From the accept to the client's HELLO.
    package var helloTime: Duration = .seconds(5)
    /// From the HELLO to a successful Login or Resume.
    package var loginTime: Duration = .seconds(15)
    /// Failed attempts to authenticate on one connection.
    package var failedLogins = 5
    /// How often the client is asked to send PING.
    package var heartbeatInterval: Duration = .seconds(5)
    /// A client that sends nothing for so long is gone.
    package var silenceLimit: Duration = .seconds(12)
    /// Requests waiting for their answer.
    package var requestsInFlight = 64
    /// Requests of all methods, and of each method.
    package var requestRate = Rate(perSecond: 50, burst: 100)
    package var methodRate = Rate(perSecond: 20, burst: 40)
    /// Messages of any kind; more is not a fast client but a broken or hostile one.
    package var frameRate = Rate(perSecond: 500, burst: 1_000)
    /// Stream items waiting for the client's credit.
    package var queuedItems = 1_000
    package var queuedBytes = ByteCount.kibibytes(512)
    /// How long a client has to leave by itself after DRAINING.
    package var drainTime: Duration = .seconds(3)

    package init() {}
}

/// How much of something per second on average, and at once.
package struct Rate: Sendable, Hashable {
    package var perSecond: Int
    package var burst: Int

    package init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }
}
