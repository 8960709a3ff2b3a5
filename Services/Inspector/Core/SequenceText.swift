import Wire

/// Draws a story in text. A wide terminal has captions at the right of the arrows, a narrow one below them.
struct SequenceText {
    private let story: CallStory
    private let style: Style
    private let width: Int
    /// Columns from one lifeline to the next.
    private let gap: Int
    private let hasCaptionsBeside: Bool

    private static let timeWidth = 11
    private static let widestGap = 14
    private static let narrowestCaption = 34

    init(_ story: CallStory, width: Int, style: Style) {
        self.story = story
        self.style = style
        self.width = width
        let count = max(1, story.lifelines.count)
        let longest = story.lifelines.map { printable($0.label).count }.max() ?? 0
        let wanted = min(Self.widestGap, max(9, longest + 2))
        let beside = wanted * count + Self.narrowestCaption + Self.timeWidth <= width
        hasCaptionsBeside = beside
        gap = beside ? wanted : max(4, min(wanted, (width - Self.timeWidth) / count))
    }

    var lines: [String] {
        guard !story.steps.isEmpty else {
            return [style(.warning, "nothing was seen of \(printable(story.query.text))")] + summary
        }
        return heading + story.steps.flatMap(lines(of:)) + [""] + summary
    }

    /// The lines of one step.
    func lines(of step: StoryStep) -> [String] { draw(step).map(trimmed) }

    /// Names above their columns.
    var heading: [String] { header.map(trimmed) }

    /// Notes and findings.
    var summary: [String] { footer }

    private func trimmed(_ line: String) -> String {
        let end = line.lastIndex { $0 != " " }
        return end.map { String(line[...$0]) } ?? ""
    }

    // MARK: Frame

    private var header: [String] {
        var legend: [String] = []
        for lifeline in story.lifelines where lifeline.label != lifeline.name || lifeline.role == .client {
            guard !lifeline.instance.isEmpty, lifeline.instance != lifeline.label else { continue }
            legend.append("\(printable(lifeline.label)) = \(printable(lifeline.instance))")
        }
        let title = "\(printable(story.query.text))  \(story.start.iso8601)  \(Quantity.short(story.end - story.start))"
        var lines = [style(.heading, TextLayout.cut(title, to: width))]
        lines +=
            legend.isEmpty ? [] : TextLayout.wrap(legend.joined(separator: ", "), to: width).map { style(.quiet, $0) }
        let names = story.lifelines.map {
            style(.name, TextLayout.centred(TextLayout.cut(printable($0.label), to: gap - 1), gap))
        }
        return lines + ["", TextLayout.right("ms ", Self.timeWidth) + names.joined(), ruler]
    }

    private var ruler: String { TextLayout.spaces(Self.timeWidth) + bars(Array(repeating: nil, count: columns)) }

    private var columns: Int { gap * story.lifelines.count }

    private var footer: [String] {
        var lines = story.notes.flatMap { note in
            TextLayout.wrap("note: \(note)", to: width).map { style(.warning, $0) }
        }
        lines += story.findings.isEmpty && story.steps.isEmpty ? [] : [style(.heading, "what went wrong")]
        let troubles = story.findings.filter { $0.weight != .outcome }
        if troubles.isEmpty, !story.steps.isEmpty { lines.append("  nothing failed in what was seen") }
        for finding in story.findings {
            let role: Style.Role = finding.weight == .cause ? .bad : finding.weight == .trouble ? .warning : .plain
            let mark = finding.weight == .cause ? "✗" : finding.weight == .trouble ? "!" : "·"
            let time = "+\(Quantity.milliseconds(finding.at - story.start)) ms"
            for (index, text) in TextLayout.wrap("\(finding.sentence) (\(time))", to: width - 4).enumerated() {
                lines.append((index == 0 ? "  \(style(role, mark)) " : "    ") + style(role, text))
            }
        }
        return lines
    }

    // MARK: Steps

    private func draw(_ step: StoryStep) -> [String] {
        let time = TextLayout.right(Quantity.milliseconds(step.at - story.start) + " ", Self.timeWidth)
        let picture = style(.quiet, time) + bars(arrow(step), step.isTrouble ? .bad : .arrow)
        let caption = caption(step)
        guard hasCaptionsBeside else {
            let indent = TextLayout.spaces(Self.timeWidth)
            return [picture] + wrapped(caption, to: width - Self.timeWidth).map { indent + $0 }
        }
        let indent =
            style(.quiet, TextLayout.spaces(Self.timeWidth)) + bars(Array(repeating: nil, count: columns)) + " "
        let texts = wrapped(caption, to: width - Self.timeWidth - columns - 1)
        return texts.enumerated().map { ($0.offset == 0 ? picture + " " : indent) + $0.element }
    }

    private func caption(_ step: StoryStep) -> (text: String, timing: String, role: Style.Role) {
        let role: Style.Role =
            step.isTrouble ? .bad : step.kind == .answer ? .good : step.kind == .note ? .warning : .plain
        return (step.caption, step.timingWords, step.attempt > 1 && role == .plain ? .warning : role)
    }

    private func wrapped(_ caption: (text: String, timing: String, role: Style.Role), to width: Int) -> [String] {
        guard !caption.timing.isEmpty else {
            return TextLayout.wrap(caption.text, to: width).map { style(caption.role, $0) }
        }
        if caption.text.count + 2 + caption.timing.count <= width {
            return [style(caption.role, caption.text) + "  " + style(.quiet, caption.timing)]
        }
        return TextLayout.wrap(caption.text, to: width).map { style(caption.role, $0) }
            + TextLayout.wrap(caption.timing, to: max(1, width - 2)).map { "  " + style(.quiet, $0) }
    }

    /// The characters of an arrow by column; `nil` where a lifeline or nothing shows.
    private func arrow(_ step: StoryStep) -> [Character?] {
        var cells: [Character?] = Array(repeating: nil, count: columns)
        let (from, to) = (centre(step.from), centre(step.to))
        guard from != to else {
            cells[from] = mark(step)
            return cells
        }
        let isDashed = step.kind == .answer || step.kind == .item
        for column in min(from, to) + 1..<max(from, to) {
            cells[column] = isDashed ? "╌" : "─"
        }
        let isRightward = to > from
        cells[to + (isRightward ? -1 : 1)] = step.kind == .cancel ? "✗" : isRightward ? "▶" : "◀"
        cells[from] = isRightward ? "├" : "┤"
        return cells
    }

    private func mark(_ step: StoryStep) -> Character {
        switch step.kind {
        case .drop: "✗"
        case .unanswered: "?"
        case .note: "●"
        default: "○"
        }
    }

    private func centre(_ lifeline: Int) -> Int { lifeline * gap + gap / 2 }

    /// Lifelines with the arrow's characters over them.
    private func bars(_ cells: [Character?], _ role: Style.Role = .arrow) -> String {
        var text = ""
        var run = ""
        for (column, cell) in cells.enumerated() {
            if let cell {
                run.append(cell)
                continue
            }
            if !run.isEmpty { text += style(role, run) }
            run = ""
            text += column % gap == gap / 2 ? style(.quiet, "│") : " "
        }
        return text + (run.isEmpty ? "" : style(role, run))
    }
}
