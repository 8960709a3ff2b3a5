import Bus
import CommandLineKit
import Descriptors
import Foundation
import InspectorCore
import Schema
import Wire

/// `zmqinspect replay`: recorded requests, sent again.
enum ReplayVerb: InspectorVerb {
    static let name = "replay"
    static let summary = "send a recording's requests again and compare the answers"
    static let synopsis = "FILE --to TARGET"
    static let explanation = """
        Sends the recorded requests that nothing but themselves caused again, in their order and at their pace, with call ids renamed
        everywhere alike, and shows for each how it ended then and now. By default only methods without effects or declared
        idempotent; --everything sends the others too, and --dangerous also those that people notice. Requests whose secrets were
        masked cannot be sent. --step waits for Enter before each. Exit code 1 if one ended differently.
        """
    static let ownOptions: [Option] = [
        .list("to", "TARGET", "where to: an endpoint; repeatable"),
        .value("speed", "xN", "so many times as fast (default x1; 0: without pauses)"),
        .flag("step", "Enter before each request"), .flag("everything", "also methods that are not idempotent"),
        .flag("dangerous", "also methods that people notice"), .flag("caused", "also requests that others caused"),
        .list("service", "NAME", "only requests to this service; repeatable"),
        .flag("dry-run", "show what would be sent, send nothing"),
    ]
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let examples = [
        "zmqinspect replay calls.tap --to tcp://127.0.0.1:7103 --speed x10",
        "zmqinspect replay calls.tap --to tcp://127.0.0.1:7102 --dry-run",
    ]
    static let words = CompletedWords.files

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let path = arguments.rest.first, arguments.rest.count == 1 else {
            throw ArgumentFailure(message: "it takes one recording")
        }
        guard !arguments.list("to").isEmpty else {
            throw ArgumentFailure(
                message: "--to is missing: the processes that recorded are not asked again by themselves")
        }
        let options = try planOptions(arguments)
        let recorded = try await RecordedExchanges(path, arguments)
        var atTargets = arguments
        for target in arguments.list("to") { atTargets.append("target", target) }
        return try await Inspection.with(atTargets) { inspection in
            let shelf = try SchemaShelf(arguments, patience: inspection.patience)
            let index = MethodIndex(await shelf.descriptions(of: try await inspection.attachAll()))
            let entries = Dictionary(uniqueKeysWithValues: index.entries.map { ($0.method.path, $0) })
            let plan = ReplayPlan(recorded.exchanges, options: options) { path in
                entries[path].map { entry in
                    ReplayPlan.Facts(
                        isIdempotent: entry.method.declaration.idempotency != .unknown, isDangerous: entry.isDangerous,
                        isStream: entry.method.declaration.isServerStreaming)
                }
            }
            let replay = Replay(plan: plan, entries: entries, inspection: inspection)
            replay.showRefused()
            if arguments.has("dry-run") {
                replay.showPlan()
                return .success
            }
            let changed = try await replay.run(isStepped: arguments.has("step"))
            inspection.console.remark("\(plan.steps.count) requests sent, \(changed) ended differently")
            return changed == 0 ? .success : .failure
        }
    }

    private static func planOptions(_ arguments: Arguments) throws -> ReplayPlan.Options {
        var options = ReplayPlan.Options(idPrefix: "replay-\(UUID().uuidString.prefix(8).lowercased())")
        options.includesEverything = arguments.has("everything") || arguments.has("dangerous")
        options.includesDangerous = arguments.has("dangerous")
        options.includesCaused = arguments.has("caused")
        options.services = Set(arguments.list("service"))
        if let text = arguments["speed"] {
            guard let speed = Double(text.hasPrefix("x") ? text.dropFirst() : text[...]),
                (0...1_000_000).contains(speed)
            else { throw ArgumentFailure(message: "--speed takes x2 or 0.5, not \(text)") }
            options.speed = speed
        }
        return options
    }
}

private struct Replay {
    let plan: ReplayPlan
    let entries: [String: MethodIndex.Entry]
    let inspection: Inspection

    func showRefused() {
        for (method, refusal, count) in plan.refused {
            if inspection.console.isJSON {
                var members = MemberList()
                members.add("method", method)
                members.addAlways("count", count)
                members.add("cause", refusal.rawValue)
                inspection.console.emit(.leftOut, members)
                continue
            }
            inspection.console.remark(
                "  \(count) of \(printable(shortened(method: method))) left out: \(refusal.rawValue)")
        }
    }

    func showPlan() {
        for step in plan.steps {
            if inspection.console.isJSON {
                var members = MemberList()
                members.append("offset_us", .microseconds(step.offset))
                members.add("method", step.method)
                members.append("request", step.request)
                inspection.console.emit(.planned, members)
                continue
            }
            inspection.console.say("+\(Quantity.short(step.offset))  \(printable(step.method))  \(step.request.text)")
        }
    }

    /// How many ended differently.
    func run(isStepped: Bool) async throws -> Int {
        let start = ContinuousClock.now
        var changed = 0
        for step in plan.steps {
            guard let entry = entries[step.method] else { continue }
            if isStepped {
                inspection.console.remark("Enter sends \(printable(step.method)) \(step.request.text)")
                guard readLine() != nil else { break }
            } else {
                try await Task.sleep(until: start + step.offset, clock: .continuous)
            }
            if await !send(step, entry) { changed += 1 }
        }
        return changed
    }

    /// False if it ended with another status than when it was recorded.
    private func send(_ step: ReplayPlan.Step, _ entry: MethodIndex.Entry) async -> Bool {
        let channel = inspection.channel(to: entry.servers)
        let options = CallOptions(
            timeout: step.deadline ?? .seconds(5), shardKey: step.shardKey, identity: step.identity)
        let started = ContinuousClock.now
        var now = Proto.StatusCode.ok
        do {
            let bytes = try entry.schema.bytes(step.request, of: entry.method.declaration.request)
            _ = try await channel.unary(entry.descriptor, bytes, options)
        } catch let error as RPCError {
            now = error.code
        } catch {
            inspection.console.remark("  \(printable(step.method)) does not fit the contract there: \(error)")
            return false
        }
        // How it ended then may not be in the recording.
        let then = step.recorded.state == .ended ? step.recorded.status?.code ?? .ok : nil
        show(step, then ?? now, now, ContinuousClock.now - started)
        return then == nil || then == now
    }

    private func show(
        _ step: ReplayPlan.Step, _ then: Proto.StatusCode, _ now: Proto.StatusCode, _ time: Duration
    ) {
        let console = inspection.console
        if console.isJSON {
            var members = MemberList()
            members.add("method", step.method)
            members.add("status_before", JSONWord.of(then))
            members.add("status", JSONWord.of(now))
            members.add("total_before_us", step.recorded.total)
            members.add("total_us", time)
            return console.emit(.replayed, members)
        }
        let before = step.recorded.total.map { "\(Quantity.short($0)) then, " } ?? ""
        let words = then == now ? JSONWord.of(now) : "\(JSONWord.of(then)) then, \(JSONWord.of(now)) now"
        console.say(
            "\(console.paint(words, then == now ? .green : .red))  \(printable(step.method))  \(before)\(Quantity.short(time)) now"
        )
    }
}
