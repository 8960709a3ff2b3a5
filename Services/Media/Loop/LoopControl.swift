internal import Foundation
internal import CallModel
package import Datagram
package import MediaCore
package import Realtime

/// The control side's end of a loop: makes memory, sends orders, collects what comes back.
///
/// Belongs to one owner at a time (the service's control actor). Orders keep their sequence: what the ring has no room for
/// waits here.
package final class LoopControl {
    package let configuration: LoopConfiguration
    private let link: LoopLink
    private let loop: MediaLoop
    private var waiting: [WaitingOrder] = []
    /// How many encoders each room has in its pool.
    private var encoders: [RoomNumber: Int] = [:]
    private var hasEnded = false

    /// Opens the loop's socket; `start` sets it going.
    package init(_ configuration: LoopConfiguration) throws(LoopError) {
        self.configuration = configuration
        link = LoopLink(limits: configuration.limits)
        loop = try MediaLoop(configuration, link: link)
    }

    /// The socket's address with its real port.
    package var address: SocketAddress { loop.address }

    /// Starts the thread. Once.
    package func start(name: String) {
        let loop = loop
        let thread = Thread { loop.run() }
        thread.name = name
        thread.stackSize = 1 << 20
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    /// Ends the thread, after the orders before it.
    package func stop() { push(.stop) }

    /// How the loop fares, as it last said.
    package func load() -> LoopLoad { link.load.latest() }

    // MARK: orders

    /// Makes a room; throws if its codec cannot be made.
    package func open(_ number: RoomNumber) throws(LoopError) {
        let room = try LoopRoom(number: number, configuration: configuration)
        encoders[number] = 0
        push(.open(room))
    }

    /// Ends a room that everybody has been dismissed from.
    package func close(_ number: RoomNumber) {
        encoders[number] = nil
        push(.close(number))
    }

    /// Gives where the loop will publish how the participant fares. `startSequence` and `startTimestamp` are random;
    /// `population` counts the room's participants with this one.
    package func admit(
        _ number: ParticipantNumber, to room: RoomNumber, streams: StreamOffer, isMuted: Bool, startSequence: UInt16,
        startTimestamp: UInt32, population: Int
    ) throws(LoopError) -> LatestValueCell<ParticipantSnapshot> {
        let pooled = encoders[room, default: 0]
        let bringsEncoder = pooled < min(configuration.contributors, population)
        let participant = try LoopParticipant(
            number: number, streams: streams, isMuted: isMuted, bringsEncoder: bringsEncoder,
            startSequence: startSequence, startTimestamp: startTimestamp, configuration: configuration,
            now: MonotonicDeadline.now.instant)
        if bringsEncoder { encoders[room] = pooled + 1 }
        let snapshot = participant.snapshot
        push(.admit(participant, room))
        return snapshot
    }

    /// Takes a participant out; his memory comes back with a later `attend`.
    package func dismiss(_ number: ParticipantNumber, from room: RoomNumber) { push(.dismiss(number, room)) }

    /// Mutes or unmutes a participant from the next tick on.
    package func mute(_ number: ParticipantNumber, in room: RoomNumber, isMuted: Bool) {
        push(.mute(number, room, isMuted))
    }

    /// Sends what waited, frees what came back, and gives what the loop has to say. Several times a second.
    package func attend() -> [LoopEvent] {
        sendWaiting()
        link.remains.collect { _ in }
        var events: [LoopEvent] = []
        while let event = link.events.pop() { events.append(event) }
        return events
    }

    private func push(_ order: consuming LoopOrder) {
        waiting.append(WaitingOrder(order))
        sendWaiting()
    }

    private func sendWaiting() {
        var sent = 0
        while sent < waiting.count, waiting[sent].send(to: link.orders) { sent += 1 }
        waiting.removeFirst(sent)
        if sent > 0 { loop.waker.wake() }
    }
}

/// An order that can wait in an array, which holds copyable things only.
private final class WaitingOrder {
    private var order: LoopOrder?

    init(_ order: consuming LoopOrder) { self.order = consume order }

    /// `false` if the ring is full; the order stays.
    func send(to ring: SPSCRing<LoopOrder>) -> Bool {
        guard let taken = order.take() else { return true }
        order = ring.push(taken)
        return order == nil
    }
}
