import CallModel
import Foundation
import SignalingCore

/// Runs recorded decisions through the reducer again and says where it decides otherwise.
struct Replay {
    private(set) var count = 0
    private(set) var differences: [String] = []

    init(_ text: some StringProtocol) {
        for (index, line) in text.split(separator: "\n").enumerated() {
            count += 1
            if let difference = Self.difference(in: String(line)) {
                differences.append("line \(index + 1): \(difference)")
            }
        }
    }

    private static func difference(in line: String) -> String? {
        let recorded: Transition
        do {
            recorded = try JSONDecoder().decode(Transition.self, from: Data(line.utf8))
        } catch {
            return "not a transition: \(error)"
        }
        var call = recorded.old
        do {
            let effects = try call.handle(recorded.event, at: recorded.at)
            if call != recorded.new { return "\(recorded.event) leads to another state: \(call)" }
            if effects != recorded.effects { return "\(recorded.event) has other effects: \(effects)" }
            return nil
        } catch {
            return "\(recorded.event) is refused: \(error)"
        }
    }

    /// `signaling --replay FILE`: prints the outcome and ends the process. Does nothing without that option.
    static func runIfAsked(_ arguments: [String]) {
        guard arguments.count == 3, arguments[1] == "--replay" else { return }
        guard let text = try? String(contentsOfFile: arguments[2], encoding: .utf8) else {
            print("cannot read \(arguments[2])")
            exit(66)
        }
        let replay = Replay(text)
        for difference in replay.differences { print(difference) }
        print("\(replay.count) decisions, \(replay.differences.count) decided otherwise")
        exit(replay.differences.isEmpty ? 0 : 1)
    }
}
