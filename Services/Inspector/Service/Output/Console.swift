import CallModel
import CommandLineKit
import Foundation
import InspectorCore
import Wire

/// Where a verb writes: people get lines, maybe coloured; programs get JSON, one object per line.
struct Console: Sendable {
    let isColoured: Bool
    let isJSON: Bool
    let showsFullIDs: Bool

    static let colorOption = Option.value(
        "color", "WHEN", "auto, always or never; auto is off in a pipe and under NO_COLOR")
    /// Of verbs that shorten ids.
    static let fullIDsOption = Option.flag("full-ids", "ids in full length instead of their first eight digits")

    init(_ arguments: Arguments) throws(ArgumentFailure) {
        switch arguments["color"] {
        case nil, "auto": isColoured = Terminal.isColoured
        case "always": isColoured = true
        case "never": isColoured = false
        case let other?: throw ArgumentFailure(message: "--color is auto, always or never, not \(other)")
        }
        isJSON = arguments.has("json")
        showsFullIDs = arguments.has("full-ids")
    }

    /// Somebody at a terminal, who can watch a count go up.
    var isInteractive: Bool { isatty(STDERR_FILENO) != 0 && !isJSON }

    func paint(_ text: String, _ colour: Terminal.Colour) -> String {
        isColoured ? Terminal.paintAlways(text, colour) : text
    }

    /// For the views of the core.
    var style: Style { isColoured ? .coloured : .plain }

    /// Columns of the terminal.
    var width: Int { TerminalSize.current.columns }

    /// Lines for people.
    func say(_ lines: [String]) { if !lines.isEmpty { say(lines.joined(separator: "\n")) } }

    /// Lines for programs, or for people.
    func show(text: @autoclosure () -> [String], json: @autoclosure () -> [String]) { say(isJSON ? json() : text()) }

    /// One line for people.
    func say(_ line: String) { Terminal.write(line) }

    /// One line for programs.
    func emit(_ type: LineType, _ members: MemberList) {
        Terminal.write(JSONLine.object(type: type, members.members).text)
    }

    /// What is no result: remarks, progress, summaries. On standard error, so that a pipe gets results only.
    func remark(_ line: String) { Terminal.writeError(line) }

    /// Columns with a heading. The last column is not padded.
    func table(_ heading: [String], _ rows: [[String]], rightAligned: Set<Int> = []) {
        var widths = heading.map(\.count)
        for row in rows {
            for (index, cell) in row.enumerated() where index < widths.count {
                widths[index] = max(widths[index], visibleCount(cell))
            }
        }
        func line(_ cells: [String]) -> String {
            let padded = cells.enumerated().map { index, cell in
                let space = String(repeating: " ", count: max(0, widths[index] - visibleCount(cell)))
                if rightAligned.contains(index) { return space + cell }
                return index == cells.count - 1 ? cell : cell + space
            }
            return padded.joined(separator: "  ")
        }
        say(paint(line(heading), .dim))
        for row in rows { say(line(row)) }
    }

    /// Characters on the screen: colours take none.
    private func visibleCount(_ text: String) -> Int {
        guard text.contains("\u{1B}") else { return text.count }
        var count = 0
        var isInEscape = false
        for character in text {
            if character == "\u{1B}" {
                isInEscape = true
            } else if isInEscape {
                isInEscape = character != "m"
            } else {
                count += 1
            }
        }
        return count
    }
}

extension Console {
    /// An id as it is shown: its first eight characters, or all of it with `--full-ids`.
    func short(_ id: String) -> String { showsFullIDs ? id : String(id.prefix(8)) }

    /// One exchange on one line, with its ids, and below it what it carried.
    func show(_ exchange: Exchange) {
        if isJSON { return say(exchange.json().text) }
        var line = LineText(style: style).line(exchange)
        if !exchange.shardKey.isEmpty { line += "  " + paint("key \(short(printable(exchange.shardKey)))", .dim) }
        if !exchange.traceID.isEmpty {
            line += "  " + paint("trace \(short(Hexadecimal.encode(exchange.traceID)))", .dim)
        }
        say(line)
        for body in [exchange.request, exchange.response].compactMap({ $0 }) where body != .object([]) { show(body) }
    }

    /// A payload, indented below what carried it.
    func show(_ body: JSONValue) {
        say("    " + body.pretty(width: width - 4) { paint($0, .cyan) }.replacing("\n", with: "\n    "))
    }
}
