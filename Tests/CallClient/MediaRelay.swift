import Datagram
import Foundation
import Synchronization

/// Stands between two engines as the network: what one sends to its port leaves for the other from the other port. It
/// knows an engine's address from the first packet, as a media node does, and can lose packets.
final class MediaRelay: Sendable {
    struct State {
        /// Every n-th RTP packet in each direction is lost; 0 for none.
        var lossEvery = 0
        var isCut = false
        var isEnded = false
        /// Sent to the first engine once.
        var injected: [[UInt8]] = []
        var forwarded = [0, 0]
        /// RTP packets that came from each engine.
        var received = [0, 0]
        var lastSize = 0
    }

    let ports: [UInt16]
    private let state = Mutex(State())

    init() throws {
        let first = try DatagramSocket(binding: .loopback())
        let second = try DatagramSocket(binding: .loopback())
        ports = [first.localAddress.port, second.localAddress.port]
        let relay = Sides(first, second)
        Thread { [self] in relay.run(self) }.start()
    }

    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    var received: [Int] { state.withLock { $0.received } }

    /// Ends the thread.
    func end() { change { $0.isEnded = true } }

    /// Whether the packet goes on, and what else is to be sent.
    fileprivate func judge(from side: Int, isMedia: Bool) -> Bool {
        state.withLock { state in
            if isMedia { state.received[side] += 1 }
            if state.isCut { return false }
            guard isMedia else { return true }
            state.forwarded[side] += 1
            return state.lossEvery == 0 || state.forwarded[side] % state.lossEvery != 0
        }
    }

    fileprivate func takeInjected() -> (packets: [[UInt8]], isEnded: Bool) {
        state.withLock { state in
            defer { state.injected = [] }
            return (state.injected, state.isEnded)
        }
    }
}

/// The relay's sockets, used by its thread alone.
private final class Sides: @unchecked Sendable {
    private let first: DatagramSocket
    private let second: DatagramSocket
    private var peers: [SocketAddress?] = [nil, nil]

    init(_ first: consuming DatagramSocket, _ second: consuming DatagramSocket) {
        self.first = first
        self.second = second
    }

    func run(_ relay: MediaRelay) {
        guard var waiter = try? PacketWaiter(), (try? waiter.watch(first, token: 0)) != nil,
            (try? waiter.watch(second, token: 1)) != nil
        else { return }
        var incoming = DatagramBatch(capacity: 32)
        var outgoing = DatagramBatch(capacity: 64)
        while true {
            let (injected, isEnded) = relay.takeInjected()
            if isEnded { return }
            if let peer = peers[0], !injected.isEmpty {
                for packet in injected { _ = outgoing.append(packet.span, to: peer) }
                _ = first.send(&outgoing)
            }
            guard (try? waiter.wait(until: .now + .milliseconds(5))) != nil else { return }
            for side in 0...1 { forward(relay, side, &incoming, &outgoing) }
        }
    }

    private func forward(
        _ relay: MediaRelay, _ side: Int, _ incoming: inout DatagramBatch, _ outgoing: inout DatagramBatch
    ) {
        let count = side == 0 ? try? first.receive(into: &incoming) : try? second.receive(into: &incoming)
        for index in 0..<(count ?? 0) {
            peers[side] = incoming.address(at: index)
            let bytes = incoming.bytes(at: index)
            let isMedia = bytes.count > 1 && !(192...223).contains(bytes[1])
            guard relay.judge(from: side, isMedia: isMedia), let peer = peers[1 - side] else { continue }
            _ = outgoing.append(bytes, to: peer)
        }
        _ = side == 0 ? second.send(&outgoing) : first.send(&outgoing)
    }
}
