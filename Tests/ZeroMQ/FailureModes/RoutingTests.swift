import Foundation
import TestSupport
import Testing
import ZeroMQ

/// ROUTER sockets and the ids of their peers.
@Suite(.timeLimit(.minutes(1))) struct RoutingTests {
    @Test("F5: of two peers with one routing id the second is mute, and is told nothing")
    func duplicateID() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let endpoint = try router.lastEndpoint()
        let first = try named(context, endpoint)
        #expect(try sendEventually([[1]], on: first))
        #expect(try isReadable(router))
        #expect(try next(of: router)?.frames == [Array("twin".utf8), [1]])
        let second = try named(context, endpoint)
        #expect(try sendEventually([[2]], on: second))
        #expect(try isReadable(router, within: .milliseconds(300)) == false)

        // Ids that libzmq makes are different, and who a peer is it says in its HELLO.
        let others = [try Peer(context, endpoint), try Peer(context, endpoint)]
        var ids: Set<[UInt8]> = []
        for other in others {
            #expect(try sendEventually([[3]], on: other.socket))
            #expect(try isReadable(router))
            ids.insert(try #require(try next(of: router)).frames[0])
        }
        #expect(ids.count == 2)
    }

    private func named(_ context: Context, _ endpoint: String) throws -> Socket {
        let socket = try Socket(context, .dealer, connectingOptions())
        try socket.force(HiddenOption.routingID, Array("twin".utf8))
        try socket.connect(endpoint)
        return socket
    }

    @Test("F6: connecting twice with one routing id for the peer aborts the process")
    func duplicateConnectID() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let context = try Context()
            let router = try Socket(context, .router)
            for port in [1, 2] {
                try router.force(HiddenOption.connectRoutingID, Array("twin".utf8))
                try router.connect("tcp://127.0.0.1:\(port)")
            }
        }
    }

    @Test("F19: without MANDATORY a ROUTER drops what it cannot deliver; with it, it says so, peer by peer")
    func mandatory() throws {
        let context = try Context()
        let silent = try Socket(context, .router)
        #expect(try silent.sendMultipart([[0, 9, 9, 9, 9], [1]]) == .sent)

        var options = SocketOptions()
        options.isRouterMandatory = true
        options.sendHighWaterMark = 5
        let router = try Socket(context, .router, options)
        try router.bind("tcp://127.0.0.1:0")
        let endpoint = try router.lastEndpoint()
        #expect(try router.sendMultipart([[0, 9, 9, 9, 9], [1]]) == .unroutable)

        var narrow = connectingOptions()
        narrow.receiveHighWaterMark = 1
        let stuck = try Peer(context, endpoint, narrow)
        let free = try Peer(context, endpoint)
        let stuckID = try greet(stuck, router)
        let freeID = try greet(free, router)
        // As much as the kernel takes, then as much as the mark allows, then no more.
        let body = [UInt8](repeating: 0, count: 100_000)
        var poller = Poller()
        var outcome = Socket.SendOutcome.sent
        for _ in 0..<2_000 where outcome == .sent {
            outcome = try router.sendMultipart([stuckID, body])
            _ = try poller.wait(.milliseconds(1))
        }
        #expect(outcome == .wouldBlock)
        #expect(try router.sendMultipart([freeID, [7]]) == .sent)
        #expect(try isReadable(free.socket))
        #expect(try next(of: free.socket)?.frames == [[7]])
    }

    private func greet(_ peer: Peer, _ router: borrowing Socket) throws -> [UInt8] {
        #expect(try sendEventually([[1]], on: peer.socket))
        #expect(try isReadable(router))
        return try #require(try next(of: router)).frames[0]
    }
}

/// A connected DEALER that can be kept in an array.
private final class Peer {
    let socket: Socket

    init(_ context: Context, _ endpoint: String, _ options: SocketOptions = connectingOptions()) throws {
        let dealer = try Socket(context, .dealer, options)
        try dealer.connect(endpoint)
        socket = dealer
    }
}
