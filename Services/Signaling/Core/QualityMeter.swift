/// The seven grades of a participant's connection, numbered as in the public API.
package enum QualityGrade: Int, Sendable, Hashable, CaseIterable, Comparable {
    case unknown = 0
    case excellent
    case good
    case poor
    case bad
    case veryBad
    /// Nothing arrives.
    case down

    package static func < (left: QualityGrade, right: QualityGrade) -> Bool { left.rawValue < right.rawValue }
}

/// Turns running packet counts into a grade for the time between two readings.
package struct QualityMeter: Sendable, Hashable {
    private var received: UInt64?
    private var lost: UInt64 = 0

    package init() {}

    /// The first reading, and one after the counts started anew, has nothing to compare with.
    package mutating func grade(received: UInt64, lost: UInt64, jitter: Duration) -> QualityGrade {
        defer {
            self.received = received
            self.lost = lost
        }
        guard let before = self.received, received >= before else { return .unknown }
        let arrived = received - before
        // A late packet takes a loss back.
        let missing = lost > self.lost ? lost - self.lost : 0
        guard arrived > 0 else { return missing > 0 ? .down : .unknown }
        let lossPercent = Double(missing) * 100 / Double(missing + arrived)
        return max(Self.grade(lossPercent: lossPercent), Self.grade(jitter: jitter))
    }

    /// Speech with in-band FEC bears a few percent; above a fifth it breaks up.
    private static func grade(lossPercent: Double) -> QualityGrade {
        switch lossPercent {
        case ..<1: .excellent
        case ..<3: .good
        case ..<8: .poor
        case ..<20: .bad
        default: .veryBad
        }
    }

    private static func grade(jitter: Duration) -> QualityGrade {
        switch jitter {
        case ..<(.milliseconds(20)): .excellent
        case ..<(.milliseconds(40)): .good
        case ..<(.milliseconds(80)): .poor
        case ..<(.milliseconds(200)): .bad
        default: .veryBad
        }
    }
}
