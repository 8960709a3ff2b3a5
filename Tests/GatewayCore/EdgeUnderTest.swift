import CallModel

@testable import GatewayCore

/// A second on the test's clock.
func second(_ count: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64(count * 1_000_000_000)) }

let alice = EdgeSession(id: SessionID("s-1"), user: UserID("alice"), device: DeviceID("phone"), platform: .iOS)
let malformed = CallFailure(code: 3, reason: 1)

func id(_ value: UInt64) -> RequestID { RequestID(value) }

extension Edge {
    /// A request for a forwarded unary method.
    mutating func call(_ number: UInt64, _ method: String = "S/Accept", at now: MonotonicInstant) -> [EdgeEffect] {
        handle(.requestReceived(id(number), method: method, .forward(isStream: false), credit: 0), at: now)
    }

    static func greeted(_ policy: EdgePolicy = EdgePolicy()) -> Edge {
        var edge = Edge(policy, at: .zero)
        _ = edge.handle(.helloReceived(protocolVersion: 1), at: .zero)
        return edge
    }

    static func authenticated(_ policy: EdgePolicy = EdgePolicy()) -> Edge {
        var edge = greeted(policy)
        _ = edge.handle(
            .requestReceived(id(1), method: "G/Login", .authenticate(.login), credit: 0), at: .zero)
        _ = edge.handle(.sessionOpened(id(1), alice, answer: [1]), at: .zero)
        return edge
    }

    /// Logged in, with the Events stream open as request 2.
    static func listening(credit: Int = 0, _ policy: EdgePolicy = EdgePolicy()) -> Edge {
        var edge = authenticated(policy)
        _ = edge.handle(.requestReceived(id(2), method: "G/Events", .events, credit: credit), at: .zero)
        return edge
    }
}
