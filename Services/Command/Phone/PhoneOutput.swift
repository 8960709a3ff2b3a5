import CommandLineKit
import Foundation
import Synchronization

/// Where a phone's lines go: one JSON object each for programs, or a sentence for people.
final class PhoneOutput: Sendable {
    let isJSON: Bool
    /// What has been reported, for `wait-for`.
    let occurrences = Occurrences()
    private let order = Mutex(())

    init(isJSON: Bool) { self.isJSON = isJSON }

    func report(_ report: PhoneReport) {
        order.withLock { _ in write(report) }
        switch report.kind {
        case .event, .state: occurrences.note(report)
        case .answer, .refusal, .note: break
        }
    }

    private func write(_ report: PhoneReport) {
        if isJSON {
            Terminal.write(report.json(at: Int64(Date().timeIntervalSince1970 * 1_000)))
        } else if let line = report.readable {
            Terminal.write(Terminal.paint(line, report.colour))
        }
    }

    /// Lines that people read and programs do not need.
    func explain(_ text: String) {
        if !isJSON { Terminal.write(text) }
    }
}

extension PhoneReport {
    fileprivate var colour: Terminal.Colour {
        switch kind {
        case .event: .bold
        case .state, .note: .dim
        case .answer: .green
        case .refusal: .red
        }
    }
}
