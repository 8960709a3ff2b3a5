import Descriptors
import Bus
import CommandLineKit
import InspectorCore
import Schema
import Wire

/// `zmqinspect bench`: how many calls a process takes, and how long they take then.
enum BenchVerb: InspectorVerb {
    static let name = "bench"
    static let summary = "calls per second and percentiles under load"
    static let synopsis = "[SERVICE/METHOD [JSON]]"
    static let explanation = """
        Keeps --concurrency calls in flight for --for and shows calls per second, percentiles and failures by status. Without a method
        it calls Introspect/Echo with --size bytes, which does nothing but travel. A method that changes something must be
        named together with --dangerous. Exit code 1 if any call failed.
        """
    static let ownOptions: [Option] = [
        .value("to", "INSTANCE", "this instance (default: all that serve the method)"),
        .value("concurrency", "N", "calls in flight (default 16)"),
        .value("size", "BYTES", "Echo's payload (default 200)"),
        .value("for", "SPAN", "how long (default 5s)"), .value("deadline", "SPAN", "of each call (default 5s)"),
        .flag("dangerous", "yes, also a method that has side effects"),
    ]
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let examples = [
        "zmqinspect bench --to signaling --concurrency 64",
        "zmqinspect bench Presence/LookupUsers '{\"userIds\":[\"alice\"]}'",
    ]
    static let words = CompletedWords.methods

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 2 else { throw ArgumentFailure(message: "it takes a method and one JSON object") }
        guard arguments.rest.isEmpty || arguments["size"] == nil else {
            throw ArgumentFailure(message: "--size is of Echo's payload; the JSON after a method says what it carries")
        }
        let concurrency = try arguments.integer("concurrency", in: 1...10_000, default: 16)
        let size = try arguments.integer("size", in: 0...(WireLimits.messageBytes - 1_024), default: 200)
        let length = try arguments.duration("for") ?? .seconds(5)
        let options = CallOptions(timeout: try arguments.duration("deadline") ?? .seconds(5))
        return try await Inspection.with(arguments) { inspection in
            let target = try await CallTarget(arguments.rest.first ?? "Introspect/Echo", arguments, inspection)
            let declaration = target.entry.method.declaration
            guard !declaration.isServerStreaming else { throw VerbFailure("streams are not measured", code: .usage) }
            guard declaration.idempotency == .noSideEffects || arguments.has("dangerous") else {
                throw VerbFailure(
                    "\(target.entry.method.path) may have side effects: say --dangerous to call it thousands of times",
                    code: .usage)
            }
            let request = try body(arguments, target, size)
            let load = Load(target: target, request: request, options: options, end: .now + length)
            let result = await load.run(concurrency, length, inspection.console)
            result.show(target, concurrency, inspection.console)
            return result.failures.isEmpty ? .success : .failure
        }
    }

    private static func body(_ arguments: Arguments, _ target: CallTarget, _ size: Int) throws -> [UInt8] {
        if arguments.rest.isEmpty {
            return try Proto.EchoMessage(payload: [UInt8](repeating: 7, count: size)).encoded()
        }
        let json = try RequestTemplate(arguments.rest.dropFirst().first ?? "{}").json(1)
        do { return try target.entry.schema.bytes(json, of: target.entry.method.declaration.request) } catch {
            throw VerbFailure("the request does not fit: \(error)", code: .usage)
        }
    }
}

/// Calls in a closed loop.
private struct Load: Sendable {
    /// What calls failed with.
    struct Failure: Hashable, Comparable, Sendable {
        let status: String
        /// Empty: none was told.
        let reason: String

        init(_ error: RPCError) {
            status = JSONWord.of(error.code)
            reason = error.reason == .none ? "" : JSONWord.of(error.reason)
        }

        var words: String { reason.isEmpty ? status : "\(status) \(reason)" }

        static func < (one: Failure, other: Failure) -> Bool { one.words < other.words }
    }

    struct Result: Sendable {
        var histogram = LatencyHistogram()
        var failures: [Failure: Int] = [:]
        var time = Duration.zero
    }

    let target: CallTarget
    let request: [UInt8]
    let options: CallOptions
    let end: ContinuousClock.Instant

    func run(_ concurrency: Int, _ length: Duration, _ console: Console) async -> Result {
        let started = ContinuousClock.now
        let progress = console.isInteractive ? Task { await count(length, console) } : nil
        var total = await withTaskGroup(of: Result.self) { group in
            for _ in 0..<concurrency { group.addTask { await loop() } }
            var total = Result()
            for await part in group {
                total.histogram.merge(part.histogram)
                total.failures.merge(part.failures, uniquingKeysWith: +)
            }
            return total
        }
        progress?.cancel()
        total.time = ContinuousClock.now - started
        return total
    }

    private func loop() async -> Result {
        var result = Result()
        var now = ContinuousClock.now
        while now < end, !Task.isCancelled {
            do {
                _ = try await target.channel.unary(target.entry.descriptor, request, options)
                let after = ContinuousClock.now
                result.histogram.record(after - now)
                now = after
            } catch {
                result.failures[Failure(error), default: 0] += 1
                now = .now
                // A process that refuses at once is not to be asked in a spin.
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        return result
    }

    private func count(_ length: Duration, _ console: Console) async {
        var passed = Duration.zero
        while passed + .seconds(1) < length {
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            passed += .seconds(1)
            console.remark("  \(Quantity.short(passed)) of \(Quantity.short(length))")
        }
    }
}

extension Load.Result {
    fileprivate func show(_ target: CallTarget, _ concurrency: Int, _ console: Console) {
        let rate = Double(histogram.count) / max(time / .seconds(1), 0.001)
        if console.isJSON {
            var members = MemberList()
            members.add("method", target.entry.method.path)
            members.addAlways("concurrency", concurrency)
            members.add("lasted_us", time)
            members.append("rate_per_s", .double(rate.rounded()))
            members.append("total", histogram.json())
            members.append(
                "failures",
                .array(
                    failures.sorted { $0.key < $1.key }.map { failure, count in
                        var members = MemberList()
                        members.add("status", failure.status)
                        members.add("reason", failure.reason)
                        members.addAlways("count", count)
                        return .object(members.members)
                    }))
            return console.emit(.bench, members)
        }
        console.say("\(target.entry.method.path), \(target.whom), \(concurrency) in flight, \(Quantity.short(time))")
        console.say("  \(Quantity.rate(rate)) calls/s   \(histogram.count) calls")
        let spans = [
            ("p50", histogram.median), ("p90", histogram.p90), ("p99", histogram.p99), ("max", histogram.maximum),
        ]
        console.say("  " + spans.map { "\($0.0) \(Quantity.short($0.1))" }.joined(separator: "   "))
        for (failure, count) in failures.sorted(by: { $0.value > $1.value }) {
            console.say("  " + console.paint("\(count) failed: \(failure.words)", .red))
        }
    }
}
