/// A point in UTC, in microseconds since 1970: `WallTime` is too coarse between two processes of one host.
package struct Moment: Sendable, Hashable, Comparable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// The start of 1970, UTC.
    package static let zero = Moment(microseconds: 0)

    package static func < (left: Moment, right: Moment) -> Bool { left.microseconds < right.microseconds }

    /// Saturates instead of overflowing.
    package static func + (moment: Moment, span: Duration) -> Moment {
        let (sum, overflow) = moment.microseconds.addingReportingOverflow(span.wholeMicroseconds)
        guard overflow else { return Moment(microseconds: sum) }
        return Moment(microseconds: span < .zero ? .min : .max)
    }

    /// Saturates instead of overflowing.
    package static func - (moment: Moment, span: Duration) -> Moment { moment + (.zero - span) }

    /// How long after `right` is `left`; negative if it is earlier.
    package static func - (left: Moment, right: Moment) -> Duration {
        let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
        guard overflow else { return .microseconds(difference) }
        return .microseconds(left < right ? Int64.min : Int64.max)
    }
}

extension Moment {
    /// `2026-11-30T12:57:11.004210Z`: ISO 8601, by the proleptic Gregorian calendar.
    package var iso8601: String {
        let (days, inDay) = microseconds.quotientAndRemainder(dividingByFloored: 86_400_000_000)
        let (year, month, day) = Moment.civil(days: days)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(Moment.clock(inDay))Z"
    }

    /// `12:57:11.004210`, UTC.
    package var timeOfDay: String {
        Moment.clock(microseconds.quotientAndRemainder(dividingByFloored: 86_400_000_000).remainder)
    }

    private static func clock(_ inDay: Int64) -> String {
        let seconds = inDay / 1_000_000
        return "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
            + ".\(padded(inDay % 1_000_000, 6))"
    }

    /// Date of a day number since 1970, by counting 400-year eras that begin on a first of March.
    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingByFloored: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int64 {
    /// Rounds towards minus infinity, so that the remainder is never negative.
    fileprivate func quotientAndRemainder(dividingByFloored divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Duration {
    /// Rounded towards zero; saturates.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, overflows) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        guard overflows else { return sum }
        return seconds < 0 ? .min : .max
    }
}
