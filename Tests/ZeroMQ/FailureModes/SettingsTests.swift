import Foundation
import Testing

@testable import ZeroMQ

/// That what is asked for is what libzmq has, and what may never be asked for is not.
@Suite struct SettingsTests {
    @Test("F16: every option is in force when a socket is made: libzmq has what was asked for")
    func readBack() throws {
        var options = SocketOptions()
        options.linger = .milliseconds(1)
        options.sendHighWaterMark = 2
        options.receiveHighWaterMark = 3
        options.handshakeInterval = .milliseconds(5)
        options.backlog = 6
        options.isImmediate = true
        options.reconnectInterval = nil
        options.connectTimeout = .milliseconds(7)
        options.unacknowledgedTimeout = .milliseconds(8)
        options.keepAlive = SocketOptions.KeepAlive(idle: .seconds(9), interval: .seconds(10), probes: 11)
        options.isIPv6Enabled = true
        let socket = try Socket(try Context(), .dealer, options)
        // By the numbers of zmq.h.
        let expected: [(name: String, option: Int32, value: Int32)] = [
            ("LINGER", 17, 1), ("SNDHWM", 23, 2), ("RCVHWM", 24, 3), ("HANDSHAKE_IVL", 66, 5), ("BACKLOG", 19, 6),
            ("IMMEDIATE", 39, 1), ("RECONNECT_IVL", 18, -1), ("CONNECT_TIMEOUT", 79, 7), ("TCP_MAXRT", 80, 8),
            ("TCP_KEEPALIVE", 34, 1), ("TCP_KEEPALIVE_CNT", 35, 11), ("TCP_KEEPALIVE_IDLE", 36, 9),
            ("TCP_KEEPALIVE_INTVL", 37, 10), ("IPV6", 42, 1), ("HEARTBEAT_IVL", 75, 0),
        ]
        for (name, option, value) in expected { #expect(try socket.readBack(option) == value, "\(name)") }
    }

    @Test("F16: an option set after connecting is ignored without a word, so none can be, linger apart")
    func tooLate() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let dealer = try Socket(context, .dealer, connectingOptions())
        try dealer.connect(try router.lastEndpoint())
        #expect(try sendEventually([[1]], on: dealer))
        #expect(try isReadable(router))
        let peer = try #require(try next(of: router)).frames[0]
        try dealer.handle.set(HiddenOption.maximumMessageBytes, Int64(10))
        #expect(try router.sendMultipart([peer, [UInt8](repeating: 0, count: 1_000)]) == .sent)
        #expect(try isReadable(dealer))
        #expect(try next(of: dealer)?.frames.first?.count == 1_000, "the limit of 10 does not hold")
    }

    @Test("F1, F4, F5, F6, F15, F21, F26: what must not be used is nowhere in the sources")
    func absent() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let forbidden = [
            "ZMQ_HEARTBEAT", "ZMQ_ROUTING_ID", "ZMQ_IDENTITY", "ZMQ_CONNECT_ROUTING_ID", "ZMQ_REQ", "zmq_proxy",
            "zmq_poller_", " fork(", "udp://", "ZMQ_GSSAPI",
        ]
        for folder in ["Shared", "Services"] {
            let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            while let file = files?.nextObject() as? String {
                guard file.hasSuffix(".swift") || file.hasSuffix(".h") || file.hasSuffix(".c") else { continue }
                let text = try String(contentsOf: root.appending(path: "\(folder)/\(file)"), encoding: .utf8)
                let found = forbidden.filter { text.range(of: $0) != nil }
                #expect(found.isEmpty, "\(folder)/\(file)")
            }
        }
    }
}
