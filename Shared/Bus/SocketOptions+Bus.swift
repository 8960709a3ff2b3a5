import ZeroMQ

extension SocketOptions {
    /// A server's ROUTER: refuses unknown peers, cuts off oversized frames and half-made or half-open connections.
    static func busServer(on endpoint: String) -> SocketOptions {
        var options = common(endpoint)
        options.isRouterMandatory = true
        options.handshakeInterval = .seconds(5)
        options.backlog = 1_024
        return options
    }

    /// A client's DEALER to one instance. After a loss the connection is made anew on another socket, so nothing stale is
    /// delivered and no socket dies silently (libzmq #4196). Receives without a high-water mark, because the I/O thread
    /// always drains and calls are bounded.
    ///
    /// Neither IMMEDIATE nor "never reconnect", which would say that: with either one libzmq ends the pipe under its
    /// reader as soon as the peer is lost. Answers that have arrived are gone then, and if the reader is half way through
    /// one, the process is too (`!_more`, fq.cpp; libzmq #2163). The day of this interval never comes.
    static func busClient(to endpoint: String, connectTimeout: Duration) -> SocketOptions {
        var options = common(endpoint)
        options.reconnectInterval = .seconds(86_400)
        options.connectTimeout = connectTimeout
        options.receiveHighWaterMark = 0
        return options
    }

    /// A tap. What one subscriber's queue has no room for is refused and counted. The longest thing a subscriber has to
    /// say is CURVE's INITIATE, 276 bytes, which libzmq holds against the same limit; after it a topic.
    static func tapPublisher(on endpoint: String) -> SocketOptions {
        var options = common(endpoint)
        options.sendHighWaterMark = 2_000
        options.maximumMessageBytes = 512
        options.isLossReported = true
        options.handshakeInterval = .seconds(5)
        options.backlog = 64
        return options
    }

    /// A tap's reader. As a client's DEALER: reconnecting is ours.
    static func tapReader(to endpoint: String, connectTimeout: Duration) -> SocketOptions {
        var options = busClient(to: endpoint, connectTimeout: connectTimeout)
        options.keepAlive = SocketOptions.KeepAlive(idle: .seconds(5), interval: .seconds(2), probes: 3)
        return options
    }

    private static func common(_ endpoint: String) -> SocketOptions {
        var options = SocketOptions()
        // Only where it is asked for: with it libzmq writes plain IPv4 endpoints in their long form.
        options.isIPv6Enabled = endpoint.contains("[")
        options.linger = .zero
        options.sendHighWaterMark = 1_000
        options.receiveHighWaterMark = 1_000
        options.maximumMessageBytes = Envelope.longestFrame
        options.keepAlive = SocketOptions.KeepAlive(idle: .seconds(10), interval: .seconds(3), probes: 3)
        options.unacknowledgedTimeout = .seconds(10)
        return options
    }
}
