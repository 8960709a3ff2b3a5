import CallModel
import Foundation
import SignalingCore
import Testing

/// Whole calls in virtual time: the real cores of signaling, presence, push and the SDK, on a network that delays, loses,
/// doubles and reorders, with processes that crash and apps that are killed. `SEED=n` runs one seed and prints its log.
@Suite("Whole calls in virtual time")
struct SimulationTests {
    private static let seeds: [UInt64] = {
        if let text = ProcessInfo.processInfo.environment["SEED"], let seed = UInt64(text) { return [seed] }
        return Array(1...(ProcessInfo.processInfo.environment["RUNS"].flatMap { UInt64($0) } ?? 40))
    }()

    @Test("every law holds in every run", arguments: seeds)
    func laws(_ seed: UInt64) {
        let run = Run(seed: seed, keepsLog: false)
        run.play()
        let isAsked = Self.seeds.count == 1
        guard let law = run.world.broken ?? (isAsked ? "asked for" : nil) else { return }
        // The same seed once more, this time with its log.
        let replay = Run(seed: seed, keepsLog: true)
        replay.play()
        let log = replay.world.log.suffix(isAsked ? 100_000 : 120).joined(separator: "\n")
        if run.world.broken == nil { return print(log) }
        Issue.record("SEED=\(seed): \(law)\n\(log)")
    }

    @Test("a seed gives the same run twice")
    func determinism() {
        let runs = (0..<2).map { _ in
            let run = Run(seed: 7, keepsLog: true)
            run.play()
            return run.world.log
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 200)
    }

    @Test("the runs see what they are for: answers, cancels, timeouts, busy users, glare, moved rooms, lost devices")
    func coverage() {
        var reasons: Set<EndReason> = []
        var legEnds: Set<EndReason> = []
        var (answered, merged, moved, groups) = (0, 0, 0, 0)
        for seed in UInt64(1)...8 {
            let run = Run(seed: seed, keepsLog: false)
            run.play()
            for call in run.cluster.signaling.store.allCalls {
                if case .ended(let end) = call.state { reasons.insert(end.reason) }
                for leg in call.participants.flatMap(\.legs) {
                    if case .ended(let end) = leg.state { legEnds.insert(end.reason) }
                }
                answered += call.state.answeredAt == nil ? 0 : 1
                merged += call.mergedIDs.count
                moved += call.media.era > 1 ? 1 : 0
                groups += call.isGroup ? 1 : 0
            }
        }
        #expect(reasons.isSuperset(of: [.hangup, .reject, .noResponse, .offline, .lineBusy, .canceled]))
        #expect(legEnds.isSuperset(of: [.otherDeviceAccepted, .otherDeviceReject]))
        #expect(answered > 20 && merged > 0 && moved > 0 && groups > 10)
    }
}

/// One seeded run: a minute of faults, then quiet, then the end.
private struct Run {
    let world: World
    let cluster: Cluster

    init(seed: UInt64, keepsLog: Bool) {
        world = World(seed: seed, keepsLog: keepsLog)
        cluster = Cluster(world: world)
    }

    func play() {
        var laws = ClusterLaws(cluster)
        cluster.start()
        world.run(for: .seconds(60)) { laws.check() }
        cluster.heal()
        world.run(for: .seconds(60)) { laws.check() }
        guard world.broken == nil else { return }
        if let law = laws.checkQuiet() { return world.fail("not settled: \(law)") }
        for call in cluster.signaling.store.activeCalls { cluster.signaling.end(call.id) }
        world.run(for: .seconds(5)) { laws.check() }
        if world.broken == nil, let law = laws.checkEmpty() { world.fail(law) }
    }
}
