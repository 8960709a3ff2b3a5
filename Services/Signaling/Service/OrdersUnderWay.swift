import CallModel
import SignalingCore
import Synchronization

/// Orders that have not been answered, so that the sweeper does not double them.
final class OrdersUnderWay: Sendable {
    private struct Order: Hashable {
        let call: CallID
        let effect: CallEffect
    }

    private let orders = Mutex<Set<Order>>([])

    func begin(_ effect: CallEffect, of call: CallID) -> Bool {
        orders.withLock { $0.insert(Order(call: call, effect: effect)).inserted }
    }

    func end(_ effect: CallEffect, of call: CallID) {
        orders.withLock { _ = $0.remove(Order(call: call, effect: effect)) }
    }
}

/// Sessions that a room is being told the state of, one telling at a time for each. What changes meanwhile is told once
/// more: the telling may have read the row before it changed.
final class Alignments: Sendable {
    private struct Place: Hashable {
        let session: SessionID
        let call: CallID
    }

    /// Whether it was asked for again.
    private let places = Mutex<[Place: Bool]>([:])

    /// False: whoever is at it will go on.
    func begin(_ session: SessionID, in call: CallID) -> Bool {
        places.withLock { places in
            let place = Place(session: session, call: call)
            let isFirst = places[place] == nil
            places[place] = !isFirst
            return isFirst
        }
    }

    /// Whether one telling is followed by another; if not, the next to ask begins.
    func goesOn(_ session: SessionID, in call: CallID) -> Bool {
        places.withLock { places in
            let place = Place(session: session, call: call)
            let isAskedAgain = places[place] == true
            places[place] = isAskedAgain ? false : nil
            return isAskedAgain
        }
    }
}
