/// How far a peer's wall clock is ahead of ours, from PING and PONG. The sample with the shortest round trip is the best:
/// its error is at most half of that. Samples age, because clocks drift and are set. Pure.
struct ClockOffset: Equatable {
    private struct Sample: Equatable {
        let offset: Int64
        let roundTrip: Int64
    }

    /// Four minutes at a ping every two seconds would keep a clock step hidden; this forgets within a quarter of one.
    private static let mostSamples = 8

    private var samples: [Sample] = []

    /// `sent` and `received`: our wall clock, in microseconds, around the exchange; `answered`: the peer's.
    mutating func record(sent: UInt64, answered: UInt64, received: UInt64) {
        guard answered != 0, received >= sent else { return }
        let roundTrip = received - sent
        let middle = sent + roundTrip / 2
        samples.append(
            Sample(offset: Int64(clamping: answered) - Int64(clamping: middle), roundTrip: Int64(clamping: roundTrip)))
        if samples.count > Self.mostSamples { samples.removeFirst() }
    }

    /// A new connection may lead to another host.
    mutating func reset() { samples = [] }

    /// In microseconds; `nil`: nothing measured.
    var microseconds: Int64? { samples.min { $0.roundTrip < $1.roundTrip }?.offset }
}
