import Wire

/// How far one process's wall clock is from the inspector's, as one PING told.
package struct ClockReading: Sendable, Hashable {
    package let process: ProcessKey
    /// The process's clock minus the inspector's.
    package let offset: Duration
    package let roundTrip: Duration
    /// By the inspector's clock.
    package let takenAt: Moment

    package init(process: ProcessKey, offset: Duration, roundTrip: Duration, takenAt: Moment) {
        self.process = process
        self.offset = offset
        self.roundTrip = roundTrip
        self.takenAt = takenAt
    }

    /// A clock that was read halfway through a round trip.
    package init(process: ProcessKey, sentAt: Moment, peerWall: Moment, answeredAt: Moment) {
        let roundTrip = max(.zero, answeredAt - sentAt)
        self.init(
            process: process, offset: peerWall - (sentAt + roundTrip / 2), roundTrip: roundTrip, takenAt: answeredAt)
    }
}

/// A point in time on the inspector's clock, and how wrong it may be. `uncertainty` is `nil` if the process's clock was
/// never measured: then the host's own word stands.
package struct CorrectedMoment: Sendable, Hashable {
    package let moment: Moment
    package let uncertainty: Duration?

    package init(moment: Moment, uncertainty: Duration?) {
        self.moment = moment
        self.uncertainty = uncertainty
    }
}

/// The clocks of many processes, brought onto the inspector's.
///
/// Of the readings of a process the one with the shortest round trip is trusted, because its error is at most half of
/// that; after a minute a new one replaces it whatever its round trip, since clocks drift. Between readings a process's
/// time advances by its monotonic clock, so that a step of its wall clock moves nothing.
package struct ClockMap: Sendable {
    private struct Clock {
        var reading: ClockReading?
        /// Wall minus monotonic time when the reading was taken, and at the last event.
        var anchor: Int64?
        var lastDifference: Int64?
    }

    /// A reading older than this gives way to any newer one.
    package static let readingLife = Duration.seconds(60)
    /// Processes that are remembered.
    package static let capacity = 4_096
    /// A wall clock that moved this much against its monotonic clock was set.
    package static let stepThreshold = Duration.milliseconds(5)

    private var clocks: [ProcessKey: Clock] = [:]

    package init() {}

    /// The trusted reading of each process, in the order of their names.
    package var readings: [ClockReading] {
        clocks.values.compactMap(\.reading).sorted { $0.process < $1.process }
    }

    /// Takes a measurement.
    package mutating func take(_ reading: ClockReading) {
        var clock = clocks[reading.process] ?? Clock()
        if let held = clock.reading, reading.roundTrip > held.roundTrip,
            reading.takenAt - held.takenAt < Self.readingLife
        {
            return
        }
        clock.reading = reading
        clock.anchor = clock.lastDifference
        keep(clock, for: reading.process)
    }

    /// Hears how a process's two clocks stand to each other. Returns by how much its wall clock was set since the last
    /// event, if it was.
    @discardableResult
    package mutating func observe(_ record: TapRecord) -> Duration? {
        guard record.event.wallUs > 0, record.event.monotonicNs > 0 else { return nil }
        let difference =
            Int64(clamping: record.event.wallUs) &- Int64(clamping: record.event.monotonicNs / 1_000)
        let process = record.process
        var clock = clocks[process] ?? Clock()
        let before = clock.lastDifference
        clock.lastDifference = difference
        if clock.anchor == nil { clock.anchor = difference }
        keep(clock, for: process)
        guard let before else { return nil }
        let step = Duration.microseconds(difference &- before)
        return step.magnitude >= Self.stepThreshold ? step : nil
    }

    /// When a process saw something, on the inspector's clock.
    package func corrected(_ sighting: Exchange.Sighting, of process: ProcessKey) -> CorrectedMoment {
        let clock = clocks[process]
        var moment = sighting.wall
        if let anchor = clock?.anchor, sighting.monotonicNanoseconds > 0 {
            let monotonic = Moment(microseconds: Int64(clamping: sighting.monotonicNanoseconds / 1_000))
            moment = monotonic + .microseconds(anchor)
        }
        guard let reading = clock?.reading else { return CorrectedMoment(moment: moment, uncertainty: nil) }
        return CorrectedMoment(moment: moment - reading.offset, uncertainty: reading.roundTrip / 2)
    }

    /// When a record's process saw it, on the inspector's clock.
    package func corrected(_ record: TapRecord) -> CorrectedMoment {
        corrected(record.sighting, of: record.process)
    }

    /// A full map forgets a process that was never measured, else the one measured longest ago.
    private mutating func keep(_ clock: Clock, for process: ProcessKey) {
        if clocks[process] == nil, clocks.count >= Self.capacity {
            let oldest = clocks.min { age($0.value) < age($1.value) }
            if let oldest { clocks[oldest.key] = nil }
        }
        clocks[process] = clock
    }

    private func age(_ clock: Clock) -> Moment { clock.reading?.takenAt ?? .zero }
}

extension Duration {
    var magnitude: Duration { self < .zero ? .zero - self : self }
}

extension TapRecord {
    /// When its process saw it.
    package var sighting: Exchange.Sighting {
        Exchange.Sighting(
            monotonicNanoseconds: event.monotonicNs, wall: Moment(microseconds: Int64(clamping: event.wallUs)),
            arrivedAt: arrivedAt)
    }
}
