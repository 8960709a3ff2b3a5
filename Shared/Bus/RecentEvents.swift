import CallModel
import CrashRing
import MonotonicClock
import Wire

// What passed last, in the ring that a crash leaves in a file. Written for every envelope of a call, tapped or not.
extension LoopState {
    /// Something about a call passed. `status`: of an answer.
    func passed(
        _ point: Proto.TapPoint, _ kind: Proto.Kind, _ method: MethodDescriptor?, _ requestID: UInt64,
        _ status: Proto.StatusCode? = nil
    ) {
        ring.add(
            point: UInt8(truncatingIfNeeded: point.rawValue), kind: UInt8(truncatingIfNeeded: kind.rawValue),
            method: method?.number ?? 0, requestID: requestID, status: status?.rawValue ?? -1)
    }

    /// A message was given up.
    func passed(_ drop: TapSighting) {
        ring.add(
            point: UInt8(truncatingIfNeeded: drop.point.rawValue), kind: UInt8(truncatingIfNeeded: drop.kind.rawValue),
            method: drop.number, requestID: drop.requestID, status: -1)
    }

    /// A turn of the thread, or its second half, begins: the time of what follows.
    func turn() {
        now = .now
        ring.tick()
    }

    /// What passed, newest first, with names.
    var recent: [Proto.RecentEvent] {
        let methods = Proto.allMethods
        return ring.newestFirst.map { event in
            let method = Int(event.method)
            return Proto.RecentEvent(
                agoUs: event.age.wholeMicroseconds, point: Proto.TapPoint(rawValue: Int32(event.point)),
                kind: Proto.Kind(rawValue: Int32(event.kind)),
                method: (1...methods.count).contains(method) ? methods[method - 1].path : "",
                requestId: event.requestID, status: Proto.StatusCode(rawValue: Int32(event.status ?? 0)))
        }
    }
}
