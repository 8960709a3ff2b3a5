import Wire

/// Names of the counters that drops are counted under.
package enum DropCause {
    /// `queue full` of `bus_queue_full_total`.
    package static func words(_ counter: String) -> String {
        let name = stem(counter)
        return name.isEmpty ? "dropped" : String(name.map { $0 == "_" ? " " : $0 })
    }

    /// `queue full (3 running, 40 waiting)`: with what is known beyond the cause.
    package static func words(_ counter: String, _ detail: String) -> String {
        detail.isEmpty ? words(counter) : "\(words(counter)) (\(detail))"
    }

    /// The status that a caller got, for drops that ended its call; `nil` for all others.
    static func outcome(of counter: String) -> Proto.Status? {
        switch stem(counter) {
        case "calls_never_sent": Proto.Status(code: .unavailable, reason: .neverSent)
        case "calls_lost_with_peer": Proto.Status(code: .unavailable, reason: .peerLost)
        case "calls_unanswered_in_time": Proto.Status(code: .deadlineExceeded)
        case "outgoing_full": Proto.Status(code: .resourceExhausted, reason: .queueFull)
        default: nil
        }
    }

    /// A sentence for an operator; empty for a counter this build does not know.
    package static func meaning(of counter: String) -> String { meanings[String(stem(counter))] ?? "" }

    static func stem(_ counter: String) -> Substring {
        var name = Substring(counter)
        if name.hasPrefix("bus_") { name = name.dropFirst(4) }
        if name.hasSuffix("_total") { name = name.dropLast(6) }
        return name
    }

    static let meanings: [String: String] = [
        // What was asked of this process.
        "unknown_methods": "a caller asked for a method that is not served here: versions differ",
        "queue_full": "more requests came than are admitted: the service is too slow or too few",
        "refused_while_draining": "a caller had not heard yet that this process is leaving",
        "deadlines_in_queue": "requests waited here until nobody wanted the answer: overload or a blocked handler",
        "handlers_overdue": "a handler ran until its caller's time was over: it is blocked, or too slow",
        "duplicate_requests": "a request number came twice: the peer repeats itself",
        "methods_denied": "a peer called what its role may not call",
        "cancelled_by_peer_loss": "the caller's connection was lost while its call ran",
        "unroutable_answers": "an answer had nowhere to go: its caller was gone",
        "backlog_overflows": "a peer does not read: what was for it was given up",
        // What this process asked.
        "calls_never_sent": "no connection was ready in time: the service called is down or unreachable",
        "calls_lost_with_peer":
            "the connection was lost while calls waited for their answers: the service died or was cut off",
        "calls_unanswered_in_time":
            "no answer came before the deadline: the service is too slow, or its handler hangs",
        "outgoing_full": "more calls were made here than leave: the services called are too slow or not there",
        "late_answers":
            "an answer came after its caller had given up: deadlines are too short, or the service too slow",
        "stream_overruns": "a stream's sender ignored its credit",
        "instances_ejected": "an instance failed so often that calls avoid it for a while",
        // Who is there.
        "peers_lost": "a caller fell silent, stopped reading or was cut off while it had calls here",
        "connections_lost": "a service that was connected died, was stopped or was cut off",
        "peers_refused": "a peer was not let in: there are too many",
        "names_unresolved": "a host name has no address: the service is not started, or its name is wrong",
        "out_of_descriptors": "no file descriptors are left: nothing connects; raise the limit or find the leak",
        // Who may be there.
        "strangers_refused": "somebody without a known key tried to connect",
        "roles_refused": "a key was used for another service than its own",
        "peers_revoked": "a connection ended because its key was taken out",
        "handshakes_refused":
            "an encrypted connection was not accepted: keys do not fit, or one side is not encrypted",
        // What does not belong on the bus.
        "unknown_peer_messages": "messages of a peer that has not said HELLO, or of a former run",
        "unexpected_kinds": "a peer sent what does not belong there: versions differ, or it is no peer of ours",
        "refused_wrong_frame_count": "a message was no envelope: what sent it is no peer of ours",
        "refused_header_too_large": "a header was longer than 64 KiB: too much metadata, or no peer of ours",
        "refused_payload_too_large": "a message was longer than 1 MiB",
        "refused_malformed_header": "a header could not be read: versions differ, or it is no peer of ours",
        "refused_unsupported_version": "a peer speaks another version of the bus",
        "refused_metadata_too_large": "a request carried more metadata than is allowed",
        "refused_bad_identifiers": "a trace, span or routing id has the wrong length: it is no peer of ours",
    ]
}
