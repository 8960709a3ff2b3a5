import CallModel
import MediaCore

/// What watchers must hear besides the regular reports: who timed out, which rooms are gone.
///
/// A timeout is told at once and again for a few seconds, so that a watcher that was away for a moment hears it too.
struct RoomNews {
    enum Item: Equatable {
        case timedOut([SessionID], CallID, Era)
        case closed(CallID, Era)
    }

    private struct Departure {
        let session: SessionID
        let era: Era
        let at: MonotonicInstant
    }

    private static let repeated = Duration.seconds(5)

    private var departures: [CallID: [Departure]] = [:]
    private var ended: [(CallID, Era)] = []
    /// Something happened since the last `take`.
    private(set) var isUrgent = false

    mutating func timedOut(_ session: SessionID, in room: Room, at now: MonotonicInstant) {
        departures[room.call, default: []].append(Departure(session: session, era: room.era, at: now))
        isUrgent = true
    }

    mutating func closed(_ call: CallID, _ era: Era) {
        departures[call] = nil
        ended.append((call, era))
        isUrgent = true
    }

    /// The session is back.
    mutating func forget(_ session: SessionID, in call: CallID) {
        departures[call]?.removeAll { $0.session == session }
    }

    mutating func take(at now: MonotonicInstant) -> [Item] {
        isUrgent = false
        var items: [Item] = []
        for (call, gone) in departures {
            for (era, group) in Dictionary(grouping: gone, by: \.era) {
                items.append(.timedOut(group.map(\.session), call, era))
            }
            departures[call] = gone.filter { now - $0.at < RoomNews.repeated }
            if departures[call]?.isEmpty ?? true { departures[call] = nil }
        }
        items += ended.map { .closed($0.0, $0.1) }
        ended = []
        return items
    }
}
