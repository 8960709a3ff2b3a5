import Bus
import Wire

/// Counts calls by outcome, and how long they take.
final class BusMetrics: BusObserver {
    private static let bounds: [UInt64] = [100, 1_000, 5_000, 20_000, 100_000, 500_000, 2_000_000, 10_000_000]

    private let callsOK: Counter
    private let callsFailed: Counter
    private let callTime: Histogram
    private let handledOK: Counter
    private let handledFailed: Counter
    private let handlerTime: Histogram
    private let peersConnected: Counter
    private let peersLost: Counter
    private let instancesEjected: Counter

    init(_ metrics: Metrics) {
        callsOK = metrics.counter("bus_calls_succeeded_total")
        callsFailed = metrics.counter("bus_calls_failed_total")
        callTime = metrics.histogram("bus_call_time_us", bounds: Self.bounds)
        handledOK = metrics.counter("bus_requests_succeeded_total")
        handledFailed = metrics.counter("bus_requests_failed_total")
        handlerTime = metrics.histogram("bus_request_time_us", bounds: Self.bounds)
        peersConnected = metrics.counter("bus_peers_connected_total")
        peersLost = metrics.counter("bus_peers_lost_total")
        instancesEjected = metrics.counter("bus_instances_ejected_total")
    }

    func observe(_ event: BusEvent) {
        switch event {
        case .callEnded(let call):
            (call.code == .ok ? callsOK : callsFailed).add()
            callTime.record(microseconds(call.duration))
        case .handlerEnded(let call):
            (call.code == .ok ? handledOK : handledFailed).add()
            handlerTime.record(microseconds(call.duration))
        case .peerConnected: peersConnected.add()
        case .peerLost: peersLost.add()
        case .handshakeRefused, .keyChangeFailed: break  // counted by the bus itself
        case .instanceEjected: instancesEjected.add()
        case .tapArmed, .tapDisarmed, .tapFlooded, .tapUnavailable: break
        }
    }

    private func microseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        return UInt64(max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
    }
}

/// Logs peers that come and go, and calls at debug level.
struct BusLog: BusObserver {
    private let log: Log

    init(_ log: Log) { self.log = log }

    func observe(_ event: BusEvent) {
        switch event {
        case .callEnded(let call):
            log.debug(
                "call ended",
                [
                    "method": call.method, "code": call.code.name, "reason": call.reason.name,
                    "duration": call.duration, "attempts": call.attempts,
                ])
        case .handlerEnded(let call):
            log.debug(
                "request ended",
                [
                    "method": call.method, "code": call.code.name, "reason": call.reason.name,
                    "duration": call.duration,
                ])
        case .peerConnected(let service, let instance, let endpoint):
            log.notice("peer connected", ["peer": service, "instance": instance, "endpoint": endpoint])
        case .peerLost(let service, let instance, let endpoint, let cause):
            log.notice(
                "peer lost",
                ["peer": service, "instance": instance, "endpoint": endpoint, "cause": cause.rawValue])
        case .handshakeRefused(let service, let endpoint, let detail):
            log.notice("handshake refused", ["peer": service, "endpoint": endpoint, "detail": detail])
        case .keyChangeFailed(let endpoint, let detail):
            log.error("key change failed", ["endpoint": endpoint, "detail": detail])
        case .instanceEjected(let service, let instance, let endpoint, let cause):
            log.notice(
                "instance ejected",
                ["peer": service, "instance": instance, "endpoint": endpoint, "cause": cause.rawValue])
        case .tapArmed(let who, let filter):
            log.notice("tap armed", ["level": filter.level == .contents ? "contents" : "metadata", "who": who])
        case .tapDisarmed(let who): log.notice("tap disarmed", ["who": who])
        case .tapFlooded: log.error("tap flooded", ["action": "closed for a moment"])
        case .tapUnavailable(let endpoint, let cause):
            log.error("tap not bound", ["endpoint": endpoint, "cause": cause])
        }
    }
}
