import Wire

/// Writes a story as a Mermaid `sequenceDiagram`, for documents and tickets.
struct SequenceMermaid {
    private let story: CallStory

    init(_ story: CallStory) { self.story = story }

    var text: String {
        var lines = ["sequenceDiagram"]
        for (index, lifeline) in story.lifelines.enumerated() {
            let word = lifeline.role == .client ? "actor" : "participant"
            lines.append("    \(word) L\(index) as \(Self.escaped(lifeline.label))")
        }
        for step in story.steps { lines += draw(step) }
        for note in story.notes where !story.lifelines.isEmpty { lines.append(over("note: \(note)")) }
        for finding in story.findings where !story.lifelines.isEmpty { lines.append(over(finding.sentence)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func over(_ text: String) -> String {
        let last = story.lifelines.count - 1
        return "    Note over L0\(last > 0 ? ",L\(last)" : ""): \(Self.escaped(text))"
    }

    private func draw(_ step: StoryStep) -> [String] {
        let time = "+\(Quantity.milliseconds(step.at - story.start)) ms"
        let timing = step.timingWords.isEmpty ? "" : " (\(step.timingWords))"
        let text = Self.escaped("\(step.caption)\(timing)")
        if step.from == step.to { return ["    Note over L\(step.from): \(Self.escaped(time)) \(text)"] }
        return ["    L\(step.from)\(arrow(step))L\(step.to): \(Self.escaped(time)) \(text)"]
    }

    private func arrow(_ step: StoryStep) -> String {
        switch step.kind {
        case .answer: step.isTrouble ? "--x" : "-->>"
        case .item: "--)"
        case .cancel: "-x"
        default: "->>"
        }
    }

    /// Mermaid ends a statement at `;` and a line's end, reads `#` as the start of an entity, and HTML in labels.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in printable(text) {
            switch character {
            case "#": escaped += "#35;"
            case ";": escaped += "#59;"
            case "<": escaped += "#lt;"
            case ">": escaped += "#gt;"
            case "&": escaped += "#amp;"
            case "\"": escaped += "#quot;"
            case "%": escaped += "#37;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
