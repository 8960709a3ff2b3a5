import CommandLineKit
import Foundation
import InspectorCore
import Wire

/// `zmqinspect watch`: what changes: processes, health, connections, refusals.
enum WatchVerb: InspectorVerb {
    static let name = "watch"
    static let summary = "what changes: processes, health, connections, refusals"
    static let synopsis = ""
    static let explanation = """
        Asks every process once a second and prints a line when something changes: it appears, is gone, was restarted, is healthy or
        not and why, drains, gains or loses a connection, counts a refusal or loss. Needs no tap. Starts with the state as it is.
        """
    static let ownOptions: [Option] = [
        .value("interval", "SPAN", "between two looks (default 1s)"),
        .value("count", "N", "stop after so many changes"),
        .value("for", "SPAN", "stop after this time"),
    ]
    static let groups: [OptionGroup] = [.targets, .output]
    static let examples = ["zmqinspect watch", "zmqinspect watch --json --for 1h >> bus.log"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        let interval = max(try arguments.duration("interval") ?? .seconds(1), .milliseconds(50))
        let most = try arguments.integer("count", in: 1...Int.max, default: .max)
        let end = try arguments.duration("for").map { ContinuousClock.now + $0 }
        return try await Inspection.with(arguments) { inspection in
            let signals = StopSignals()
            let stop = Task { await signals.wait() }
            defer { stop.cancel() }
            let isStopped = Flag()
            let waiter = Task {
                await stop.value
                await isStopped.raise()
            }
            defer { waiter.cancel() }
            var ledger = Ledger(console: inspection.console, most: most)
            while ledger.count < most, await !isStopped.isRaised, end.map({ $0 > .now }) ?? true {
                await ledger.look(inspection)
                try? await Task.sleep(for: interval)
            }
            return .success
        }
    }
}

private actor Flag {
    private(set) var isRaised = false

    func raise() { isRaised = true }
}

/// What was the case at the last look.
private struct Ledger {
    private struct Entry {
        var name: String
        var epoch: UInt64
        var health: String
        var links: [String: String]
        var counters: [String: UInt64]
    }

    let console: Console
    /// So many lines at most.
    let most: Int
    private(set) var count = 0
    private var entries: [String: Entry] = [:]
    private var absent: Set<String> = []

    init(console: Console, most: Int) {
        self.console = console
        self.most = most
    }

    mutating func look(_ inspection: Inspection) async {
        guard let roll = try? await inspection.callRoll() else { return }
        for absence in roll.absent where absent.insert(absence.endpoint).inserted {
            let name = entries.removeValue(forKey: absence.endpoint)?.name ?? absence.endpoint
            tell(name, "gone", absence.sentence, .red)
        }
        for attachment in roll.present {
            absent.remove(attachment.endpoint)
            compare(attachment, await health(attachment, inspection.patience))
        }
    }

    private func health(_ attachment: Attachment, _ patience: Duration) async -> String {
        do {
            let answer = try await Proto.HealthClient(attachment.channel)
                .check(Proto.HealthCheckRequest(), CallOptions(timeout: patience))
            return answer.status == .serving ? "serving" : "not serving: \(printable(answer.detail))"
        } catch {
            return "health unknown: \(JSONWord.of(error.code))"
        }
    }

    private mutating func compare(_ attachment: Attachment, _ health: String) {
        let stats = attachment.stats
        let name = ProcessKey(service: stats.service, instance: stats.instance).name
        let now = Entry(
            name: name, epoch: stats.epoch, health: health, links: links(stats), counters: refusals(stats))
        defer { entries[attachment.endpoint] = now }
        guard let before = entries[attachment.endpoint] else {
            tell(name, "there", "\(attachment.endpoint), \(health)", health == "serving" ? .green : .yellow)
            return
        }
        if before.epoch != now.epoch { return tell(name, "restarted", health, .yellow) }
        if before.health != health { tell(name, "health", health, health == "serving" ? .green : .red) }
        for (peer, state) in now.links where before.links[peer] != state {
            tell(name, "link", "\(peer): \(before.links[peer].map { "\($0) -> " } ?? "")\(state)", .cyan)
        }
        for peer in before.links.keys where now.links[peer] == nil { tell(name, "link", "\(peer): gone", .yellow) }
        for (cause, value) in now.counters where value > before.counters[cause] ?? 0 {
            let meaning = DropCause.meaning(of: cause)
            let grown = "\(DropCause.words(cause)) +\(value - (before.counters[cause] ?? 0))"
            tell(name, "drops", meaning.isEmpty ? grown : "\(grown): \(meaning)", .yellow)
        }
    }

    /// Inspectors come and go by our own doing; they are no news.
    private func links(_ stats: Proto.StatsResponse) -> [String: String] {
        var links: [String: String] = [:]
        for peer in stats.peers where peer.service != "inspector" {
            let way = peer.endpoint.isEmpty ? "from" : "to"
            let name = peer.service.isEmpty ? peer.endpoint : "\(peer.service)/\(peer.instance)"
            links["\(way) \(printable(name))"] =
                peer.state.isEmpty ? (peer.isConnected ? "connected" : "lost") : peer.state
        }
        return links
    }

    /// Counters that say that somebody got no answer, or a bad one.
    private func refusals(_ stats: Proto.StatsResponse) -> [String: UInt64] {
        var result: [String: UInt64] = [:]
        for counter in stats.counters where !DropCause.meaning(of: counter.name).isEmpty {
            result[counter.name] = counter.value
        }
        return result
    }

    private mutating func tell(_ name: String, _ what: String, _ detail: String, _ colour: Terminal.Colour) {
        guard count < most else { return }
        count += 1
        if console.isJSON {
            var members = MemberList()
            members.addAlways("at_us", Moment.now.microseconds)
            members.add("process", name)
            members.add("what", what)
            members.add("detail", detail)
            return console.emit(.change, members)
        }
        console.say(
            "\(console.paint(Moment.now.timeOfDay, .dim))  \(printable(name).padded(to: 20))  \(console.paint(what.padded(to: 9), colour))  \(detail)"
        )
    }
}
