import Foundation
import InspectorCore

extension Moment {
    /// By this host's clock.
    static var now: Moment { Moment(microseconds: Int64(Date.now.timeIntervalSince1970 * 1_000_000)) }
}
