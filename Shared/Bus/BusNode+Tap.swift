import CallModel
import MonotonicClock

/// Why a tap cannot be read.
public enum TapError: Error, Hashable, Sendable {
    /// It says more than `TapFilter.longestTopic` bytes hold.
    case filterTooLong
}

extension BusNode {
    /// What passes another process, from the first `next` on. `endpoint` is its tap's, with an IP literal:
    /// `StatsResponse.tap_endpoint`, seen from here (see `TapAddress`). `service` is whose tap it is: on an encrypted bus
    /// it must have one of that service's keys.
    public func tap(
        at endpoint: String, of service: String = "", _ filter: TapFilter = TapFilter()
    ) throws(TapError) -> TapStream {
        guard TapTopic.arming(.random(), filter).bytes.count <= TapFilter.longestTopic else { throw .filterTooLong }
        return TapStream(core, endpoint: endpoint, service: service, filter: filter)
    }

    /// Where this node's tap is bound, with the real port; `nil` if there is none.
    public var tapEndpoint: String? { core.tapEndpoint.isEmpty ? nil : core.tapEndpoint }

    /// Whether somebody wants to know what passes this node: ask before making a sighting.
    public var isTapped: Bool { core.isTapArmed }

    /// Publishes something that did not pass the bus: what a gateway's clients send and hear. From any thread.
    public func record(_ sighting: @autoclosure () -> TapSighting) {
        guard core.isTapArmed else { return }
        var sighting = sighting()
        sighting.instant = .now
        core.outbox.post(.record(sighting))
    }
}

/// Where a tap is, as seen from another process.
public enum TapAddress {
    /// A process tells where its tap is bound, which may be "everywhere": then it is where its bus was reached.
    public static func reachable(_ tap: String, besides bus: String) -> String {
        for wildcard in ["tcp://0.0.0.0:", "tcp://*:", "tcp://[::]:"] where tap.hasPrefix(wildcard) {
            guard let colon = bus.lastIndex(of: ":") else { return tap }
            return String(bus[...colon]) + tap.dropFirst(wildcard.count)
        }
        return tap
    }
}
