import Wire

/// Writes a story as lines of JSON; docs/inspector-json.md has the members.
struct SequenceJSON {
    private let story: CallStory

    init(_ story: CallStory) { self.story = story }

    var lines: [String] {
        story.lifelines.enumerated().map { lifeline($0.offset, $0.element).text } + story.steps.map { step($0).text }
            + story.notes.map { JSONLine.object(type: .note, [.init("text", .string($0))]).text }
            + story.findings.map { finding($0).text }
    }

    private func lifeline(_ index: Int, _ lifeline: Lifeline) -> JSONValue {
        var members = MemberList()
        members.addAlways("index", Int64(index))
        members.add("label", lifeline.label)
        members.add("role", "\(lifeline.role)")
        members.add("name", lifeline.name)
        members.add("instance", lifeline.instance)
        return JSONLine.object(type: .lifeline, members.members)
    }

    private func step(_ step: StoryStep) -> JSONValue {
        var members = MemberList()
        members.add("step", step.kind.rawValue)
        members.addAlways("at_us", step.at.microseconds)
        members.addAlways("from", Int64(step.from))
        members.addAlways("to", Int64(step.to))
        members.add("title", step.title)
        members.add("detail", step.detail)
        members.add("attempt", step.attempt)
        members.add("total_us", step.timing.total)
        members.add("network_us", step.timing.network)
        members.add("queue_us", step.timing.queue)
        members.add("handler_us", step.timing.handler)
        members.add("status", step.status.map { JSONWord.of($0.code) } ?? "")
        members.add("reason", step.status.map { $0.reason == .none ? "" : JSONWord.of($0.reason) } ?? "")
        members.add("status_message", step.status?.message ?? "")
        members.add("exchange", step.exchange ?? 0)
        members.add("count", step.count == 1 ? 0 : step.count)
        members.add("until_us", step.until?.microseconds ?? 0)
        members.add("uncertainty_us", step.uncertainty)
        if step.isClamped { members.append("is_clamped", true) }
        return JSONLine.object(type: .step, members.members)
    }

    private func finding(_ finding: Finding) -> JSONValue {
        var members = MemberList()
        members.add("rule", finding.rule.rawValue)
        members.add("weight", "\(finding.weight)")
        members.add("sentence", finding.sentence)
        members.addAlways("at_us", finding.at.microseconds)
        members.add("exchange", finding.exchange ?? 0)
        return JSONLine.object(type: .finding, members.members)
    }
}
