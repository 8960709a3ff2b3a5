import Foundation

/// One command of a document, with what the document says it prints: a fenced block ```console whose first line begins with
/// `$ `. A comment `<!-- scene: NAME -->` before it says what happens meanwhile.
struct GuideBlock: Sendable {
    let command: String
    let lines: [String]
    let scene: String?

    static func all(in document: String) -> [GuideBlock] {
        var blocks: [GuideBlock] = []
        var scene: String?
        var open: [String]?
        for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let lines = open {
                if line == "```" {
                    if let command = lines.first, command.hasPrefix("$ ") {
                        blocks.append(
                            GuideBlock(
                                command: String(command.dropFirst(2)), lines: Array(lines.dropFirst()), scene: scene))
                        scene = nil
                    }
                    open = nil
                } else {
                    open = lines + [line]
                }
            } else if line == "```console" {
                open = []
            } else if line.hasPrefix("<!-- scene: "), line.hasSuffix(" -->") {
                scene = String(line.dropFirst(12).dropLast(4))
            }
        }
        return blocks
    }

    /// The document with what its commands print now, one output for each block: how the guide is brought up to date.
    static func rewritten(_ document: String, _ outputs: [String]) -> String {
        var result: [String] = []
        var outputs = outputs[...]
        var isSkipping = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "```" { isSkipping = false }
            if !isSkipping { result.append(line) }
            guard result.suffix(2).first == "```console", line.hasPrefix("$ "), !isSkipping else { continue }
            isSkipping = true
            if let output = outputs.popFirst() {
                result += output.split(separator: "\n", omittingEmptySubsequences: false).map {
                    String($0.replacing(#/ +$/#, with: ""))
                }
            }
        }
        return result.joined(separator: "\n")
    }

    /// What a reader stands on, of a line of the document: a sentence that says what went wrong or that it rang, the steps of
    /// a picture that tell the story, the methods and services of everything else. Times and ids differ from run to run,
    /// and so do the other steps of a picture: what a phone does besides.
    static func loadBearing(_ line: String) -> [String] {
        if let sentence = line.firstMatch(of: #/^ *[✗·] (.+)$/#) {
            return line.contains("✗") || line.contains(" rang") || line.contains("rung")
                ? [normalised(String(sentence.1))] : []
        }
        let names = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z]+\b|\b(gateway|presence|signaling|push|media|inspector)\b/
        let found = line.matches(of: names).map { String($0.0) }
        return line.contains("│") ? found.filter(steps.contains) : found
    }

    private static let steps: Set = [
        "Signaling/Call", "Presence/LookupUsers", "Push/Ring", "Signaling/PushOutcome", "Signaling/Acknowledge",
    ]

    /// Commands that print tables whose words a reader goes by: states, causes and what they mean, who is who.
    private static let tables: Set = ["list", "topology", "drops", "rtt", "trace"]

    /// The words of a table's row, in order: without numbers, units, ids and ports.
    static func words(of row: String) -> [String] {
        let units: Set = ["ns", "µs", "ms", "s", "m", "h", "B", "KiB", "MiB"]
        return row.replacing(/(\/|\b)[A-Za-z0-9_.-]*[A-Za-z_][A-Za-z0-9_.-]*-[0-9]+\b/, with: "").replacing(
            /tcp:\/\/[^ ]+/, with: "tcp"
        )
        .split { $0.isWhitespace }.map { $0.trimmingCharacters(in: .punctuationCharacters) }
        .filter { word in !word.isEmpty && !units.contains(word) && word.allSatisfy { $0.isLetter || $0 == "-" } }
    }

    /// What of the document's lines the output does not have.
    func missing(from output: String) -> [String] {
        let verb = command.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        if GuideBlock.tables.contains(verb) {
            let shown = Set(output.split(separator: "\n").map { GuideBlock.words(of: String($0)) })
            return lines.filter { !$0.isEmpty && !shown.contains(GuideBlock.words(of: $0)) }
        }
        let shown = GuideBlock.normalised(output.replacing("\n", with: " "))
        let heading = lines.first.map { $0.matches(of: /[A-Za-z]{4,}/).map { String($0.0) } } ?? []
        return (heading + lines.flatMap(GuideBlock.loadBearing)).filter { !shown.contains($0) }
    }

    /// Without what is different in every run.
    static func normalised(_ text: String) -> String {
        text.replacing(/[0-9]+([.,][0-9]+)? ?(ns|µs|ms|s|m|h)\b/, with: "SPAN")
            .replacing(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/, with: "ID")
            .replacing(/\b[0-9]+\b/, with: "N").replacing(/[A-Za-z0-9_.-]+-N\b/, with: "INSTANCE")
            .replacing(#/ +/#, with: " ").trimmingCharacters(in: .whitespaces)
    }
}
