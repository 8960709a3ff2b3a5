import Testing

@testable import SimulatedSystem

/// That the laws can fail: a mistake is built into the simulated service, and the law that is there for it finds it.
@Suite("Mistakes that the laws catch")
struct FlawTests {
    private static let seeds = UInt64(1)...80

    /// What the law that is to catch the mistake says.
    private static let laws: [Flaw: String] = [
        .conflictsIgnored: "two decisions on one version",
        .effectsBeforeCommit: "which is not stored",
        .cancelLost: "where its user is not rung any more",
        .answeredElsewhereLost: "where its user is not rung any more",
        .deadlineLost: "has not fired",
        .seatLeaked: "kept busy by a call that is over",
        .recordLost: "has no record",
        .endRevived: "ended did not absorb",
        .lastAnswerWins: "another device took a call that was answered",
        .progressForgotten: "the progress of a ring went back",
        .roomLeaked: "is over and has a room",
        .deadSessionKept: "holds a dead session",
        .placedTwice: "two decisions on one version",
        .syncSilent: "for which it should ring",
        .dutiesForgotten: "still owes",
        .ringBroughtOnce: "has not fired",
    ]

    @Test("is caught by its law within 80 seeds", arguments: Flaw.allCases)
    func caught(_ flaw: Flaw) throws {
        let law = try #require(Self.laws[flaw])
        let isCaught = Self.seeds.contains { seed in
            let run = Run(seed: seed, flaw: flaw)
            run.play()
            return run.brokenLaw?.contains(law) ?? false
        }
        #expect(isCaught, "\(flaw): no run breaks \"\(law)\"")
    }

    @Test("a failure is told with its seed, its law, the faults that it needs and the log")
    func report() throws {
        let report = try #require(Run.failure(of: 1, flaw: .seatLeaked))
        #expect(report.hasPrefix("SEED=1: "))
        #expect(report.contains("no message lost and 0 faults left: "))
        #expect(report.contains("signaling-"))
        #expect(report.contains("LAW BROKEN"))
    }
}
