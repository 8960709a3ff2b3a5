import Testing
import ZeroMQ

@testable import Bus

/// The options of the bus's own sockets. Each is there because of a row of docs/bus-failure-modes.md.
@Suite struct SocketOptionsTests {
    private static let endpoint = "tcp://127.0.0.1:1"

    /// Of every socket.
    private static func common() -> SocketOptions {
        var options = SocketOptions()
        options.linger = .zero
        options.sendHighWaterMark = 1_000
        options.receiveHighWaterMark = 1_000
        options.maximumMessageBytes = 1_114_112
        options.handshakeInterval = .seconds(5)
        options.keepAlive = SocketOptions.KeepAlive(idle: .seconds(10), interval: .seconds(3), probes: 3)
        options.unacknowledgedTimeout = .seconds(10)
        return options
    }

    @Test(
        "F8, F14, F18, F19, F24: a server's socket refuses what it cannot route, and cuts off what is half made or half open"
    )
    func server() {
        var expected = Self.common()
        expected.isRouterMandatory = true
        expected.backlog = 1_024
        #expect(SocketOptions.busServer(on: Self.endpoint) == expected)
    }

    @Test("F2, F8, F9, F18, F28: a client's socket does not reconnect in time, and always takes what arrives")
    func client() {
        var expected = Self.common()
        expected.reconnectInterval = .seconds(86_400)
        expected.connectTimeout = .seconds(3)
        expected.receiveHighWaterMark = 0
        #expect(SocketOptions.busClient(to: Self.endpoint, connectTimeout: .seconds(3)) == expected)
    }

    @Test("F20, F25: a tap is told what it cannot send, and hears topics only")
    func tap() {
        var expected = Self.common()
        expected.sendHighWaterMark = 2_000
        expected.maximumMessageBytes = 512
        expected.isLossReported = true
        expected.backlog = 64
        #expect(SocketOptions.tapPublisher(on: Self.endpoint) == expected)
    }

    @Test("F2, F8, F28: a tap's reader is a client that notices sooner that nobody is there")
    func tapReader() {
        var expected = SocketOptions.busClient(to: Self.endpoint, connectTimeout: .seconds(3))
        expected.keepAlive = SocketOptions.KeepAlive(idle: .seconds(5), interval: .seconds(2), probes: 3)
        #expect(SocketOptions.tapReader(to: Self.endpoint, connectTimeout: .seconds(3)) == expected)
    }

    @Test("IPv6 is asked for only where an address is one")
    func addresses() {
        #expect(!SocketOptions.busServer(on: "tcp://127.0.0.1:1").isIPv6Enabled)
        #expect(SocketOptions.busServer(on: "tcp://[::1]:1").isIPv6Enabled)
        #expect(SocketOptions.busClient(to: "tcp://[::1]:1", connectTimeout: .zero).isIPv6Enabled)
    }
}
