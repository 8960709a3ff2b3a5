import Bus
import Schema
import Wire

/// A process that answered: who it is, and how to call it.
struct Attachment: Sendable {
    /// Where its bus was reached, and as which service.
    let target: Target
    let channel: BusChannel
    let stats: Proto.StatsResponse
    /// Between our question and its answer.
    let roundTrip: Duration
    /// Its wall clock minus ours, as exact as half the round trip.
    let clockOffset: Duration

    var endpoint: String { target.endpoint }

    /// `signaling/signaling-1a2b`
    var name: String { "\(stats.service)/\(stats.instance)" }

    /// Whether a word of the user means it: its service, its instance, its endpoint.
    func isCalled(_ word: String) -> Bool { [stats.service, stats.instance, endpoint, name].contains(word) }
}

/// A target that did not answer, and why, in words that say what to do.
struct Absence: Sendable {
    let endpoint: String
    let error: RPCError
    /// What became of the encrypted handshake, if there was one.
    let refusal: String?

    /// Whether somebody is there but does not let us in.
    var isRefusal: Bool { refusal != nil || error.code == .permissionDenied || error.code == .unauthenticated }

    var sentence: String {
        if let refusal { return "refuses us: \(refusal)" }
        return switch (error.code, error.reason) {
        case (.permissionDenied, _), (.unauthenticated, _): "refuses us: \(error.message)"
        case (.unavailable, .neverSent): "nothing answers there\(error.message.isEmpty ? "" : " (\(error.message))")"
        case (.deadlineExceeded, _): "is there, but does not answer in time"
        case (.unimplemented, _): "answers, but cannot be inspected: \(error.message)"
        default: "\(error.code): \(error.message)"
        }
    }
}
