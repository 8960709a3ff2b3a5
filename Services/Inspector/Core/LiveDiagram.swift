/// A story that is still going on, printed line by line: each step once, when nothing earlier is to be expected any more.
package struct LiveDiagram: Sendable {
    private let width: Int
    private let style: Style
    /// How long late events of other processes are waited for.
    private let settling: Duration
    private var printed: Set<String> = []
    private var columns: [String] = []

    package init(width: Int, style: Style, settling: Duration = .milliseconds(500)) {
        self.width = max(40, width)
        self.style = style
        self.settling = settling
    }

    /// Lines for what has settled since the last time. The heading comes again when a lifeline has come in.
    package mutating func lines(of story: CallStory, at now: Moment) -> [String] {
        let text = SequenceText(story, width: width, style: style)
        var lines: [String] = []
        for step in story.steps where step.at + settling <= now {
            guard printed.insert(key(step, story)).inserted else { continue }
            let labels = story.lifelines.map(\.label)
            if labels != columns {
                columns = labels
                lines += text.heading
            }
            lines += text.lines(of: step)
        }
        return lines
    }

    /// What comes last: notes and findings.
    package func summary(of story: CallStory) -> [String] {
        SequenceText(story, width: width, style: style).summary
    }

    /// What a step stays known by when the story is told anew with more in it. A fold that has grown is told again.
    private func key(_ step: StoryStep, _ story: CallStory) -> String {
        let ends = "\(story.lifelines[step.from].label)|\(story.lifelines[step.to].label)"
        return "\(step.kind.rawValue)|\(step.title)|\(ends)|\(step.order)|\(step.count)"
    }
}
