import CommandLineKit
import Foundation
import Synchronization

/// A `partyline phone --json` process, driven by lines and heard by lines: what scripts, the demo and the end-to-end tests use.
final class ScriptedPhone: Sendable {
    /// One line of the phone, with the time at which it came.
    struct Line: Sendable {
        let text: String
        let members: [String: JSONMember]
        let at: ContinuousClock.Instant

        var event: String? { members["event"]?.text }
        var state: String? { members["state"]?.text }
        var value: String? { members["value"]?.text }
        var isAnswer: Bool { members["ok"] != nil || members["error"] != nil }
    }

    /// The parts of a line's JSON that scripts look at.
    enum JSONMember: Sendable, Equatable {
        case text(String)
        case number(Double)
        case other

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Double? { if case .number(let number) = self { number } else { nil } }
    }

    struct TimedOut: Error, CustomStringConvertible {
        let user: String
        let what: String
        let heard: [String]
        var description: String {
            "\(user) waited in vain for \(what); last lines:\n" + heard.suffix(12).joined(separator: "\n")
        }
    }

    let user: String
    private let child: ChildProcess
    private let heard: Transcript

    /// Starts a phone that logs in with a UserSig made from the stack's own keys.
    convenience init(
        user: String, layout: StackLayout, extra: [String] = [], program: URL = OwnProgram.file
    ) throws {
        try self.init(
            user: user, access: ServerAccess(layout), log: layout.logs.appendingPathComponent("phone-\(user).log"),
            extra: extra, program: program)
    }

    /// Starts a phone on any server whose keys are at hand.
    init(
        user: String, access: ServerAccess, log: URL, extra: [String] = [], program: URL = OwnProgram.file
    ) throws {
        self.user = user
        let transcript = Transcript()
        heard = transcript
        child = try ChildProcess(
            name: "phone of \(user)", executable: program,
            arguments: ["phone", "--json", "--user", user] + access.phoneFlags + extra, log: log,
            onOutput: { transcript.append($0) })
    }

    var processID: Int32 { child.processID }

    /// The closing statistics; there from the end of a phone that had a call.
    var statistics: Line? { lines.last { $0.members["note"] == .text("stats") } }

    /// Every line so far.
    var lines: [Line] { heard.lines }

    func send(_ command: String) { child.send(line: command) }

    /// Sends a command and waits for its answer; throws the phone's words if it is an error.
    func perform(_ command: String, within limit: Duration = .seconds(10)) async throws {
        let answers = lines.count(where: \.isAnswer)
        send(command)
        let answer = try await wait("an answer to '\(command)'", within: limit) { lines in
            lines.filter(\.isAnswer).dropFirst(answers).first
        }
        if answer.members["error"] != nil {
            throw VerbFailure("\(user): '\(command)' was answered with \(answer.text)")
        }
    }

    /// The first line from `start` on (an index into `lines`) that satisfies `condition`.
    @discardableResult
    func wait(
        for what: String, from start: Int = 0, within limit: Duration = .seconds(10),
        where condition: @escaping @Sendable (Line) -> Bool
    ) async throws -> Line {
        try await wait(what, within: limit) { $0.dropFirst(start).first(where: condition) }
    }

    @discardableResult
    func wait(
        forEvent event: String, from start: Int = 0, within limit: Duration = .seconds(10)
    ) async throws -> Line {
        try await wait(for: event, from: start, within: limit) { $0.event == event }
    }

    @discardableResult
    func wait(forFirstAudioWithin limit: Duration) async throws -> Line {
        try await wait(for: "the first sound of the others", within: limit) { $0.state == "firstAudio" }
    }

    @discardableResult
    func wait(
        forState state: String, _ value: String, from start: Int = 0, within limit: Duration = .seconds(10)
    ) async throws -> Line {
        try await wait(for: "\(state) = \(value)", from: start, within: limit) {
            $0.state == state && $0.value == value
        }
    }

    /// Asks the phone to quit and waits; kills it after `grace`.
    func quit(grace: Duration = .seconds(5)) async {
        send("quit")
        let killer = Task { [child] in
            try await Task.sleep(for: grace)
            await child.stop(grace: .seconds(1))
        }
        _ = await child.waitForExit()
        killer.cancel()
    }

    /// Ends the process at once, as a crash would.
    func crash() { kill(child.processID, SIGKILL) }

    func waitForExit() async -> Int32 { await child.waitForExit() }

    private func wait(
        _ what: String, within limit: Duration, pick: @Sendable ([Line]) -> Line?
    ) async throws -> Line {
        let clock = ContinuousClock()
        let end = clock.now + limit
        while clock.now < end {
            if let line = pick(lines) { return line }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw TimedOut(user: user, what: what, heard: lines.map(\.text))
    }
}

/// The lines of a phone, cut out of the pieces in which its output arrives.
private final class Transcript: Sendable {
    private struct State {
        var partial = Data()
        var lines: [ScriptedPhone.Line] = []
    }

    private let state = Mutex(State())

    var lines: [ScriptedPhone.Line] { state.withLock { $0.lines } }

    func append(_ piece: Data) {
        let now = ContinuousClock().now
        state.withLock { state in
            state.partial.append(piece)
            while let end = state.partial.firstIndex(of: UInt8(ascii: "\n")) {
                let text = String(decoding: state.partial[state.partial.startIndex..<end], as: UTF8.self)
                state.partial = Data(state.partial[state.partial.index(after: end)...])
                state.lines.append(ScriptedPhone.Line(text: text, members: members(of: text), at: now))
            }
        }
    }

    private func members(of text: String) -> [String: ScriptedPhone.JSONMember] {
        let parsed = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        return parsed.mapValues { value in
            switch value {
            case let text as String: .text(text)
            case let number as NSNumber: .number(number.doubleValue)
            default: .other
            }
        }
    }
}
