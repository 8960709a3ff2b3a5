import Bus
import FaultSupport
import TestSupport
import Wire

/// What happens to the peers: seeded, so that a run can be had again.
final class Chaos {
    private let peers: [PeerProcess]
    private let proxies: [TCPProxy]
    private let bystander: BusNode
    private let isLong: Bool
    private var chance: SeededGenerator
    private(set) var deeds: [String: Int] = [:]

    init(_ peers: [PeerProcess], _ proxies: [TCPProxy], _ bystander: BusNode, seed: UInt64, isLong: Bool) {
        self.peers = peers
        self.proxies = proxies
        self.bystander = bystander
        self.isLong = isLong
        chance = SeededGenerator(seed: seed)
    }

    /// One fault after another, each mended before it returns.
    func run(until end: ContinuousClock.Instant) async throws {
        var faults = 0
        while ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(chance.next(in: 200...1_500)))
            let peer = peers[chance.next(in: 0...peers.count - 1)]
            faults += 1
            if isLong, faults % 60 == 20 {
                await stopped(peer, for: 60_000)
                continue
            }
            switch chance.next(in: 0...99) {
            case ..<30: try await killed(peer, gone: chance.next(in: 0...1_500))
            case ..<55: await stopped(peer, for: chance.next(in: 50...3_000))
            // Longer than three pings: the connection is given up.
            case ..<62: await stopped(peer, for: chance.next(in: 8_000...9_000))
            case ..<85: await cut(chance.next(in: 0...proxies.count - 1), for: chance.next(in: 100...9_000))
            case ..<92: try await blocked(peer)
            default: try await everything()
            }
        }
    }

    private func note(_ deed: String) { deeds[deed, default: 0] += 1 }

    private func pause(_ milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }

    private func killed(_ peer: PeerProcess, gone milliseconds: Int) async throws {
        note("kill -9")
        peer.kill()
        await pause(milliseconds)
        try peer.start()
    }

    private func stopped(_ peer: PeerProcess, for milliseconds: Int) async {
        switch milliseconds {
        case 60_000...: note("SIGSTOP, a minute")
        case 6_001...: note("SIGSTOP, longer than three pings")
        default: note("SIGSTOP, shorter")
        }
        peer.stop()
        await pause(milliseconds)
        peer.resume()
    }

    private func cut(_ number: Int, for milliseconds: Int) async {
        note("half-open connection")
        proxies[number].setSwallowing(true)
        await pause(milliseconds)
        proxies[number].setSwallowing(false)
    }

    /// All its threads are taken; then it is killed, as its supervisor would do.
    private func blocked(_ peer: PeerProcess) async throws {
        note("every handler blocked")
        let channel = bystander.channel(to: [peer.endpoint])
        _ = try? await channel.unary(FaultMethods.block, [], CallOptions(timeout: .seconds(2)))
        await pause(chance.next(in: 500...4_000))
        try await killed(peer, gone: 0)
    }

    private func everything() async throws {
        note("all peers killed at once")
        for peer in peers { peer.kill() }
        await pause(chance.next(in: 0...2_000))
        for peer in peers { try peer.start() }
    }
}
