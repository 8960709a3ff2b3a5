import CallModel
import SignalingCore

/// One seeded run: 40 s in which things go wrong, 40 s of quiet, then the end of everything.
package final class Run {
    /// The first law that was broken, and when.
    package var brokenLaw: String? { world.broken }
    package var log: [String] { world.log }
    /// How many things happened.
    package var stepCount: Int { world.stepCount }

    let world: World
    let cluster: Cluster
    private let laws: Laws

    package convenience init(seed: UInt64, keepsLog: Bool = false, flaw: Flaw? = nil) {
        self.init(Plan(seed: seed), keepsLog: keepsLog, flaw: flaw)
    }

    init(_ plan: Plan, keepsLog: Bool = false, flaw: Flaw? = nil) {
        world = World(seed: plan.seed, isNoisy: plan.isNoisy, keepsLog: keepsLog)
        cluster = Cluster(world: world, plan: plan, flaw: flaw)
        laws = Laws(cluster)
    }

    package func play() {
        cluster.start()
        People(cluster).start()
        world.run(for: Plan.time) { laws.check() }
        cluster.heal()
        world.run(for: .seconds(40)) { laws.check() }
        guard world.broken == nil else { return }
        if let law = laws.checkQuiet() { return world.fail("not settled: \(law)") }
        cluster.endEverything()
        world.run(for: .seconds(5)) { laws.check() }
        if world.broken == nil, let law = laws.checkEmpty() { world.fail(law) }
    }

    /// What broke with this seed, in words, with as few faults as still break something. `nil`: nothing breaks.
    package static func failure(of seed: UInt64, flaw: Flaw? = nil) -> String? {
        var plan = Plan(seed: seed)
        guard breaks(plan, flaw) else { return nil }
        var calm = plan
        calm.isNoisy = false
        if breaks(calm, flaw) { plan = calm }
        var index = plan.faults.count
        while index > 0 {
            index -= 1
            var less = plan
            less.faults.remove(at: index)
            if breaks(less, flaw) { plan = less }
        }
        let whole = Run(seed: seed, keepsLog: true, flaw: flaw)
        whole.play()
        let smallest = Run(plan, keepsLog: true, flaw: flaw)
        smallest.play()
        return """
            SEED=\(seed): \(whole.brokenLaw ?? "not broken again: the run depends on more than its seed")
            with \(plan.isNoisy ? "lost and doubled messages" : "no message lost") and \(plan.faults.count) faults left: \
            \(smallest.brokenLaw ?? "nothing")
            \(plan.faults.map { "  \($0)" }.joined(separator: "\n"))
            \(smallest.log.suffix(150).joined(separator: "\n"))
            """
    }

    private static func breaks(_ plan: Plan, _ flaw: Flaw?) -> Bool {
        let run = Run(plan, flaw: flaw)
        run.play()
        return run.brokenLaw != nil
    }
}
