import Wire

/// Names of the counters that drops are counted under.
package enum DropCause {
    /// `queue full` of `bus_queue_full_total`.
    package static func words(_ counter: String) -> String {
        var name = Substring(counter)
        if name.hasPrefix("bus_") { name = name.dropFirst(4) }
        if name.hasSuffix("_total") { name = name.dropLast(6) }
        return name.isEmpty ? "dropped" : String(name.map { $0 == "_" ? " " : $0 })
    }

    /// The status that a caller got, for drops that ended its call; `nil` for all others.
    static func outcome(of counter: String) -> Proto.Status? {
        if counter.contains("calls_never_sent") { return Proto.Status(code: .unavailable, reason: .neverSent) }
        if counter.contains("calls_lost_with_peer") { return Proto.Status(code: .unavailable, reason: .peerLost) }
        if counter.contains("calls_unanswered") { return Proto.Status(code: .deadlineExceeded) }
        return nil
    }

    /// A sentence for an operator; empty for a counter this build does not know.
    package static func meaning(of counter: String) -> String {
        meanings.first { counter.contains($0.key) }?.value ?? ""
    }

    private static let meanings: [(key: String, value: String)] = [
        ("unknown_method", "a caller asked for a method that is not served here: versions differ"),
        ("queue_full", "more requests came than are admitted: the service is too slow or too few"),
        ("refused_while_draining", "a caller had not heard yet that this process is leaving"),
        ("deadlines_in_queue", "requests waited here until nobody wanted the answer: overload or a blocked handler"),
        ("unknown_peer", "messages of a peer that has not said HELLO, or of a former run"),
        ("unexpected_kind", "a peer sent what does not belong there: versions differ, or it is no peer of ours"),
        ("duplicate_request", "a request number came twice: the peer repeats itself"),
        ("unroutable", "an answer had nowhere to go: its caller was gone"),
        (
            "late_answer",
            "an answer came after its caller had given up: deadlines are too short, or the service too slow"
        ),
        ("stream_overrun", "a stream's sender ignored its credit"),
        ("backlog_overflow", "a peer does not read: what was for it was given up"),
        ("peers_refused", "a peer was not let in: wrong protocol, schema or role"),
        ("calls_never_sent", "no connection was ready in time: the service called is down or unreachable"),
        (
            "calls_lost_with_peer",
            "the connection was lost while calls waited for their answers: the service died or was cut off"
        ),
        ("calls_unanswered", "no answer came before the deadline: the service is too slow, or its handler hangs"),
        ("strangers_refused", "somebody without a known key tried to connect"),
        ("roles_refused", "a key was used for another service than its own"),
        ("methods_denied", "a peer called what its role may not call"),
        ("peers_revoked", "a connection ended because its key was taken out"),
        (
            "handshakes_refused",
            "an encrypted connection was not accepted: keys do not fit, or one side is not encrypted"
        ),
        ("names_unresolved", "a host name has no address: the service is not started, or its name is wrong"),
        ("instances_ejected", "an instance failed so often that calls avoid it for a while"),
        ("cancelled_by_peer_loss", "the caller's connection was lost while its call ran"),
    ]
}
