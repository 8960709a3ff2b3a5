import Foundation
import Testing
import ZeroMQ

@testable import Bus

/// A peer that is lost while what it sent waits to be read.
@Suite(.timeLimit(.minutes(1))) struct LostPeerTests {
    // Or loses whole messages: which of these is a race inside libzmq: whether the pipe is only ending or has ended.
    @Test("F28: with IMMEDIATE, a peer lost while its messages are read tears one of them or aborts the process")
    func immediate() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            var options = SocketOptions.busClient(to: "tcp://127.0.0.1:1", connectTimeout: .seconds(3))
            options.isImmediate = true
            if try Burst.countArrivals(options) != Burst.size { abort() }
        }
    }

    @Test("F28: without ever reconnecting, a peer lost while its messages are read tears one or aborts the process")
    func neverReconnecting() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            var options = SocketOptions.busClient(to: "tcp://127.0.0.1:1", connectTimeout: .seconds(3))
            options.reconnectInterval = nil
            if try Burst.countArrivals(options) != Burst.size { abort() }
        }
    }

    @Test("F28: with the bus's options what arrived before a peer was lost is read to its end")
    func survival() throws {
        let options = SocketOptions.busClient(to: "tcp://127.0.0.1:1", connectTimeout: .seconds(3))
        #expect(try Burst.countArrivals(options) == Burst.size)
    }
}

/// Many messages of two frames whose sender is gone before the first is read. libzmq looks at what its I/O thread has to
/// say with every hundredth frame, which is a second one.
private enum Burst {
    static let size = 200

    /// `nil`: one of them was torn.
    static func countArrivals(_ options: SocketOptions) throws -> Int? {
        let context = try Context()
        let dealer = try Socket(context, .dealer, options)
        var monitor = try Monitor(context, of: dealer)
        do {
            let router = try Sender(try Context())
            try dealer.connect(try router.socket.lastEndpoint())
            try wait(for: .handshakeSucceeded, on: &monitor)
            while try dealer.send([0]) != .sent {}
            let peer = try router.hear()
            for _ in 0..<size { _ = try router.socket.sendMultipart([peer, [1], [2]]) }
            try waitUntilReadable(dealer)
        }
        // On the monitor alone: waiting on the dealer would let it notice.
        try wait(for: .disconnected, on: &monitor)
        try letPass(context)
        var scratch = Message()
        var count = 0
        while let message = try dealer.receiveMultipart(using: &scratch) {
            guard message.frames == [[1], [2]] else { return nil }
            count += 1
        }
        return count
    }

    /// The I/O thread tells of a loss before it acts on it; when it has made another connection it has done so.
    private static func letPass(_ context: Context) throws {
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let dealer = try Socket(context, .dealer)
        var monitor = try Monitor(context, of: dealer)
        try dealer.connect(try router.lastEndpoint())
        try wait(for: .handshakeSucceeded, on: &monitor)
    }

    /// Closes, and sends what it has taken, with its last reference.
    private final class Sender {
        let socket: Socket

        init(_ context: Context) throws {
            var options = SocketOptions()
            options.linger = .seconds(10)
            let router = try Socket(context, .router, options)
            try router.bind("tcp://127.0.0.1:0")
            socket = router
        }

        /// The peer that sends first.
        func hear() throws -> [UInt8] {
            try waitUntilReadable(socket)
            var scratch = Message()
            return try #require(try socket.receiveMultipart(using: &scratch)).frames[0]
        }
    }

    private static func waitUntilReadable(_ socket: borrowing Socket) throws {
        var poller = Poller()
        _ = poller.watch(socket, for: .readable)
        while try poller.wait(.seconds(10)) == 0 {}
    }

    private static func wait(for kind: SocketEvent.Kind, on monitor: inout Monitor) throws {
        while true {
            try waitUntilReadable(monitor.socket)
            while let event = try monitor.next() {
                if event.kind == kind { return }
            }
        }
    }
}
