import Foundation
import TestSupport

/// Test signals at 48 kHz.
enum Signal {
    static func tone(_ hertz: Double, amplitude: Double, count: Int, from start: Int = 0) -> [Int16] {
        (0..<count).map { index in
            Int16((amplitude * sin(2 * .pi * hertz * Double(start + index) / 48_000)).rounded())
        }
    }

    static func noise(count: Int, peak: Int16, _ chance: inout SeededGenerator) -> [Int16] {
        (0..<count).map { _ in Int16.random(in: -peak...peak, using: &chance) }
    }

    /// Any value a sample can have, the extremes often.
    static func wild(count: Int, _ chance: inout SeededGenerator) -> [Int16] {
        (0..<count).map { _ in
            switch chance.next(in: 0...3) {
            case 0: .min
            case 1: .max
            default: Int16.random(in: .min ... .max, using: &chance)
            }
        }
    }
}
