import Bus
import CallModel
import Foundation
import MediaCore
import MediaLoop
import ServiceKit

/// Whether the loops keep ticking: one that has participants and stands still is ill.
actor LoopHealth {
    private static let patience = Duration.seconds(1)

    private let node: MediaNode
    private let clock: any ServiceClock
    private var lastTicks: [UInt64] = []
    private var lastProgress: MonotonicInstant

    init(node: MediaNode, clock: any ServiceClock) {
        self.node = node
        self.clock = clock
        lastProgress = clock.now
    }

    func check() async -> HealthState {
        let busy = await Set(node.rooms.filter { !$0.participants.isEmpty }.map(\.loop.rawValue))
        let ticks = await node.loads.map(\.ticks)
        let isStanding = busy.contains { lastTicks.count > $0 && ticks[$0] == lastTicks[$0] }
        guard isStanding else {
            lastTicks = ticks
            lastProgress = clock.now
            return .serving
        }
        return clock.now - lastProgress > LoopHealth.patience ? .notServing("a loop stands still") : .serving
    }
}

extension MediaNode {
    /// Exits with code 1 if a socket cannot be opened: without it the node is of no use.
    static func orExit(_ configuration: MediaConfiguration, clock: any ServiceClock, log: Log) -> MediaNode {
        do {
            return try MediaNode(configuration, clock: clock, log: log)
        } catch {
            log.error("loop failed", ["error": "\(error)"])
            exit(1)
        }
    }
}
