import CallModel
import TestSupport

/// What goes wrong in a run apart from single messages, fixed before it begins: so that a failure can be tried again with
/// less of it.
package struct Plan: Sendable {
    /// One thing that goes wrong, at a time after the start.
    struct Fault: Sendable, CustomStringConvertible {
        let at: Duration
        let kind: Kind

        var description: String { "\(World.text(of: at.wholeNanoseconds)) \(kind)" }
    }

    enum Kind: Sendable {
        case replicaCrashes(Int, for: Duration)
        /// For good: its work is the others'.
        case replicaDies(Int)
        case presenceCrashes(for: Duration)
        case gatewayCrashes(for: Duration)
        case pushCrashes(for: Duration)
        case mediaCrashes(Int, for: Duration)
        case storeIsAway(for: Duration)
        case isCut(Host, Host, for: Duration)
        case clientsAreCut(for: Duration)
        case clockSteps(Int, to: Duration)
        // One installation of the app.
        case appIsKilled(Int)
        case connectionBreaks(Int)
        case connectionGoesSilent(Int)
        case networkChanges(Int)
    }

    /// How long things go wrong.
    static let time = Duration.seconds(40)
    static let replicaCount = 2
    static let clientCount = 6
    /// Hosts agree on UTC within about a second.
    static let clockError = 900

    let seed: UInt64
    var faults: [Fault]
    /// Messages are lost, doubled and in doubt.
    var isNoisy = true
    /// How far the clocks of the replicas, presence and push are off.
    let clockOffsets: [Duration]

    package init(seed: UInt64) {
        self.seed = seed
        var chance = SeededGenerator(seed: seed &* 0x9e37_79b9_7f4a_7c15)
        clockOffsets = (0..<(Self.replicaCount + 2)).map { _ in Self.offset(&chance) }
        let machines = [0, 2, 4, 9][chance.next(in: 0...3)]
        let apps = [0, 4, 9][chance.next(in: 0...2)]
        var faults: [Fault] = []
        for _ in 0..<machines { faults.append(Fault(at: Self.moment(&chance), kind: Self.machineFault(&chance))) }
        for _ in 0..<apps { faults.append(Fault(at: Self.moment(&chance), kind: Self.appFault(&chance))) }
        if chance.chance(percent: 15) {
            faults.append(
                Fault(at: Self.moment(&chance), kind: .replicaDies(chance.next(in: 0...(Self.replicaCount - 1)))))
        }
        self.faults = faults.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
            \.element)
    }

    /// Nothing goes wrong by itself, and every clock is right.
    static let calm = Plan()

    private init() {
        (seed, faults, isNoisy) = (1, [], false)
        clockOffsets = Array(repeating: .zero, count: Self.replicaCount + 2)
    }

    private static func moment(_ chance: inout SeededGenerator) -> Duration {
        .milliseconds(chance.next(in: 4_000...39_000))
    }

    private static func offset(_ chance: inout SeededGenerator) -> Duration {
        .milliseconds(chance.next(in: -clockError...clockError))
    }

    private static func machineFault(_ chance: inout SeededGenerator) -> Kind {
        let short = Duration.milliseconds(chance.next(in: 50...3_000))
        let long = Duration.milliseconds(chance.next(in: 200...8_000))
        let replica = chance.next(in: 0...(replicaCount - 1))
        switch chance.next(in: 0...15) {
        case 0...4: return .replicaCrashes(replica, for: short)
        case 5: return .presenceCrashes(for: short)
        case 6: return .gatewayCrashes(for: short)
        case 7: return .pushCrashes(for: long)
        case 8, 9: return .mediaCrashes(chance.next(in: 0...1), for: long)
        case 10: return .storeIsAway(for: long)
        case 11: return .clientsAreCut(for: long)
        case 12: return .clockSteps(replica, to: offset(&chance))
        default: return .isCut(replicaPeer(&chance), .signaling(replica), for: long)
        }
    }

    private static func replicaPeer(_ chance: inout SeededGenerator) -> Host {
        [.gateway, .gateway, .presence, .push, .store, .media(0), .media(1)][chance.next(in: 0...6)]
    }

    private static func appFault(_ chance: inout SeededGenerator) -> Kind {
        let client = chance.next(in: 0...(clientCount - 1))
        switch chance.next(in: 0...5) {
        case 0, 1: return .appIsKilled(client)
        case 2, 3: return .connectionBreaks(client)
        case 4: return .connectionGoesSilent(client)
        default: return .networkChanges(client)
        }
    }
}
