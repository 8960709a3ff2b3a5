import CallModel
import SignalingCore
import Testing

@testable import SimulatedSystem

/// Whole calls in virtual time: the real cores of signaling, presence, push and the SDK, two signaling replicas on one store, a
/// network that delays, loses, doubles, reorders and is cut, clocks that differ, processes that crash and apps that are
/// killed. `make simulate` plays 10,000 seeds of it; `SEED=n make simulate` plays one and prints its log.
@Suite("Whole calls in virtual time")
struct SimulationTests {
    @Test("every law holds in every run", arguments: 0..<10)
    func laws(_ block: UInt64) {
        for seed in (block * 12 + 1)...(block * 12 + 12) {
            let run = Run(seed: seed)
            run.play()
            if run.brokenLaw != nil { Issue.record("\(Run.failure(of: seed) ?? "SEED=\(seed) does not break again")") }
        }
    }

    @Test("a seed gives the same run twice")
    func determinism() {
        let runs = (0..<2).map { _ in
            let run = Run(seed: 7, keepsLog: true)
            run.play()
            return run.log
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 100)
    }

    @Test("the runs see what they are for: answers, cancels, timeouts, busy users, glare, moved rooms, lost devices")
    func coverage() {
        var reasons: Set<EndReason> = []
        var legEnds: Set<EndReason> = []
        var (answered, merged, moved, groups, chats) = (0, 0, 0, 0, 0)
        for seed in UInt64(1)...16 {
            let run = Run(seed: seed)
            run.play()
            for call in run.cluster.store.allCalls {
                if case .ended(let end) = call.state { reasons.insert(end.reason) }
                for leg in call.participants.flatMap(\.legs) {
                    if case .ended(let end) = leg.state { legEnds.insert(end.reason) }
                }
                answered += call.state.answeredAt == nil ? 0 : 1
                merged += call.mergedIDs.count
                moved += call.media.era > 1 ? 1 : 0
                groups += call.isGroup ? 1 : 0
                chats += call.terms.chatGroupID == nil ? 0 : 1
            }
        }
        #expect(reasons.isSuperset(of: [.hangup, .reject, .noResponse, .offline, .lineBusy, .canceled]))
        #expect(legEnds.isSuperset(of: [.otherDeviceAccepted, .otherDeviceReject]))
        #expect(answered > 20 && merged > 0 && moved > 0 && groups > 10 && chats > 0)
    }

    @Test("every kind of fault occurs within a few seeds")
    func faults() {
        let faults = (UInt64(1)...400).flatMap { Plan(seed: $0).faults }
        let kinds = Set(faults.map { "\($0.kind)".prefix { $0 != "(" } })
        let expected: Set<Substring> = [
            "replicaCrashes", "replicaDies", "presenceCrashes", "gatewayCrashes", "pushCrashes", "mediaCrashes",
            "storeIsAway", "isCut", "clientsAreCut", "clockSteps", "appIsKilled", "connectionBreaks",
            "connectionGoesSilent", "networkChanges",
        ]
        #expect(kinds == expected)
    }
}
