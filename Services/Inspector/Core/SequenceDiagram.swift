import Wire

/// A story as a picture: lifelines side by side, arrows in order of time.
package struct SequenceDiagram: Sendable {
    let story: CallStory

    package init(_ story: CallStory) { self.story = story }

    /// Lines of text for a width in columns, coloured or plain. Below the picture stand the notes and the findings.
    package func text(width: Int = 100, style: Style = .plain) -> [String] {
        SequenceText(story, width: max(40, width), style: style).lines
    }

    /// A Mermaid `sequenceDiagram`.
    package func mermaid() -> String { SequenceMermaid(story).text }

    /// One JSON object per lifeline, step, note and finding.
    package func jsonLines() -> [String] { SequenceJSON(story).lines }
}

extension CallStory {
    /// `1.20 ms: net 310 µs, queue 40 µs, handler 850 µs`, as far as it is known.
    static func words(_ timing: StoryStep.Timing) -> String {
        guard let total = timing.total else { return "" }
        let parts = [("net", timing.network), ("queue", timing.queue), ("handler", timing.handler)]
            .compactMap { name, span in span.map { "\(name) \(Quantity.short($0))" } }
        return Quantity.short(total) + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }
}

extension StoryStep {
    /// What is written beside the arrow, without the time: `Signaling/Call  alice calls bob`.
    var caption: String {
        var words = [kind == .answer ? answerWord : printable(title)]
        if attempt > 1, kind == .request { words.append("(attempt \(attempt))") }
        switch kind {
        case .cancel: words.insert("cancel", at: 0)
        case .drop: words.insert("dropped", at: 0)
        case .unanswered: words.insert("no answer:", at: 0)
        case .folded: words.append("× \(count)")
        default: break
        }
        if !detail.isEmpty {
            words.append(kind == .drop || kind == .cancel ? "(\(printable(detail)))" : printable(detail))
        }
        return words.joined(separator: " ")
    }

    private var answerWord: String { status.map { $0.code == .ok ? "OK" : StatusWords.of($0) } ?? "OK" }

    /// Where its time went, or how long a fold lasted.
    var timingWords: String {
        switch kind {
        case .folded:
            let lasted = until.map { "over \(Quantity.short($0 - at))" } ?? ""
            return timing.total.map { "\(lasted), slowest \(Quantity.short($0))" } ?? lasted
        case .item: return timing.network.map { "net \(Quantity.short($0))" } ?? ""
        default: return CallStory.words(timing)
        }
    }
}
