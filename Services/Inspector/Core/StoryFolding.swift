import CallModel
import Wire

/// Tells long repeated traffic in one line. Only what succeeded and says nothing new folds: a failure is never hidden.
enum StoryFolding {
    /// What one line, or a request with its answer right after it, is folded as.
    struct Unit {
        var steps: [StoryStep]
        /// `nil`: stands for itself.
        let key: String?
        /// Goes on all the time: folds with its like even if other background lies between.
        let isBackground: Bool
        var count = 1
        var until: Moment?
        var slowest: Duration?
    }

    /// A run of equal exchanges shorter than this is told in full.
    static let shortestRun = 3

    static func fold(_ steps: [StoryStep]) -> [StoryStep] {
        var folded: [Unit] = []
        var run: [Unit] = []
        var background: [String: Int] = [:]
        for unit in units(steps) {
            if unit.isBackground, let key = unit.key {
                if let index = background[key] {
                    folded[index].absorb(unit)
                } else {
                    flush(&run, into: &folded)
                    background[key] = folded.count
                    folded.append(unit)
                }
                continue
            }
            background = [:]
            if unit.key == nil || unit.key != run.last?.key { flush(&run, into: &folded) }
            if unit.key == nil { folded.append(unit) } else { run.append(unit) }
        }
        flush(&run, into: &folded)
        return folded.flatMap(\.told)
    }

    private static func flush(_ run: inout [Unit], into folded: inout [Unit]) {
        if run.count >= shortestRun, var first = run.first {
            for unit in run.dropFirst() { first.absorb(unit) }
            folded.append(first)
        } else {
            folded += run
        }
        run = []
    }

    private static func units(_ steps: [StoryStep]) -> [Unit] {
        var units: [Unit] = []
        var index = 0
        while index < steps.count {
            let step = steps[index]
            if step.kind == .request, step.attempt == 1, index + 1 < steps.count, step.isAnswered(by: steps[index + 1])
            {
                units.append(unit(of: step, steps[index + 1]))
                index += 2
            } else {
                let key = step.kind == .item ? "item|\(step.title)|\(step.from)|\(step.to)|\(step.detail)" : nil
                units.append(
                    Unit(steps: [step], key: key, isBackground: step.kind == .item && step.detail == "levels"))
                index += 1
            }
        }
        return units
    }

    private static func unit(of request: StoryStep, _ answer: StoryStep) -> Unit {
        let isBackground = isBackground(request)
        let words = isBackground ? "" : "|\(request.detail)|\(answer.detail)"
        return Unit(
            steps: [request, answer], key: "\(request.title)|\(request.from)|\(request.to)\(words)",
            isBackground: isBackground, slowest: answer.timing.total)
    }

    private static func isBackground(_ request: StoryStep) -> Bool {
        if request.title == "Gateway/Deliver" { return request.detail == "levels" }
        return ["Presence/RenewLeases", "Presence/LookupSessions", "Media/ListRooms", "Media/NodeLoad"]
            .contains(request.title) || request.title.hasPrefix("Health/") || request.title.hasPrefix("Introspect/")
    }
}

extension StoryFolding.Unit {
    mutating func absorb(_ other: StoryFolding.Unit) {
        count += other.count
        until = max(until ?? .zero, other.until ?? other.steps.last?.at ?? .zero)
        slowest = [slowest, other.slowest].compactMap { $0 }.max()
    }

    /// Its lines: its own ones, or one that counts.
    var told: [StoryStep] {
        guard count > 1, var step = steps.first else { return steps }
        step.kind = .folded
        step.count = count
        step.until = until
        step.timing = StoryStep.Timing(total: slowest)
        step.status = steps.last?.status
        return [step]
    }
}

extension StoryStep {
    fileprivate func isAnswered(by next: StoryStep) -> Bool {
        next.kind == .answer && next.exchange == exchange && next.status?.code ?? .ok == .ok
    }
}
