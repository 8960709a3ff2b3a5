internal import MediaCore
internal import Realtime

/// Everything that two threads share about a loop: the control side and the loop itself. Nothing else of a loop is
/// touched by both.
package final class LoopLink: Sendable {
    /// Control to loop.
    let orders: SPSCRing<LoopOrder>
    /// Loop to control.
    let events: SPSCRing<LoopEvent>
    /// Loop to control: memory.
    let remains: GiveBackQueue<LoopRemains>
    /// Loop to control.
    let load = LatestValueCell(LoopLoad())

    init(limits: RoomLimits) {
        let population = limits.participantsPerLoop + limits.rooms
        orders = SPSCRing(capacity: 1_024)
        events = SPSCRing(capacity: limits.participantsPerLoop)
        // Twice the population: what was given back and not yet collected, and what has taken its place since.
        remains = GiveBackQueue(capacity: 2 * population)
    }
}
