import CallModel
import Wire

/// A message that was refused, expired or lost here.
struct DroppedMessage: Sendable {
    /// The counter it was counted under.
    let cause: String
    let instant: MonotonicInstant
    let method: String
    let traceID: [UInt8]
    let shardKey: String
    let peerService: String
    let peerInstance: String
    let detail: String
}

/// The last messages that were dropped. Fixed in size: a flood of refusals only forgets older ones.
struct DropRing: Sendable {
    static let capacity = 256

    private var messages: [DroppedMessage] = []
    /// Where the oldest is, once the ring is full.
    private var oldest = 0

    mutating func append(_ message: DroppedMessage) {
        guard messages.count == Self.capacity else { return messages.append(message) }
        messages[oldest] = message
        oldest = (oldest + 1) % Self.capacity
    }

    var newestFirst: [DroppedMessage] { Array((messages[oldest...] + messages[..<oldest]).reversed()) }
}

extension LoopState {
    /// The one place where a message is given up: counts it, keeps a line about it, and tells the tap. `subject`: what is
    /// known of it.
    func drop(_ counter: BusStatistics.Counter, _ subject: TapSighting, _ detail: String = "") {
        statistics.count(counter)
        keep(counter.rawValue, subject, detail)
    }

    /// What a peer sent is no envelope.
    func drop(_ refusal: EnvelopeRefusal, _ subject: TapSighting) {
        statistics.count(refusal)
        keep(refusal.counter, subject, "")
    }

    private func keep(_ cause: String, _ subject: TapSighting, _ detail: String) {
        drops.append(
            DroppedMessage(
                cause: cause, instant: now, method: String(subject.method.prefix(128)), traceID: subject.traceID,
                shardKey: String(subject.shardKey.prefix(128)), peerService: subject.peerService,
                peerInstance: subject.peerInstance,
                detail: detail))
        passed(subject)
        guard isTapArmed else { return }
        var sighting = subject
        sighting.drop = cause
        sighting.detail = detail
        tap.publish(sighting)
    }
}
