import CallModel
import Descriptors
import Bus
import CommandLineKit
import Foundation
import InspectorCore
import Schema
import Wire

/// `zmqinspect call`: one call by hand, like curl for the bus.
enum CallVerb: InspectorVerb {
    static let name = "call"
    static let summary = "call a method with JSON, once or again and again"
    static let synopsis = "SERVICE/METHOD [JSON | -]"
    static let explanation = """
        Encodes the JSON by the schema of the process that serves the method, calls it, and prints the response as JSON on standard
        output; status, time and trace go to standard error. Without JSON the request is empty; - reads requests from
        standard input, one JSON object per line, and calls once for each. Items of a stream are printed as they come.
        {{n}}, {{uuid}}, {{now_ms}} and {{random}} in the JSON are filled anew for each call.
        Methods that the contract marks dangerous are refused without --dangerous. Exit code 1 if a call's status was an error.
        """
    static let ownOptions: [Option] = [
        .value("to", "INSTANCE", "this instance, or the process at this endpoint"),
        .value("shard-key", "KEY", "what balancing hashes: a call id or a user id"),
        .list("meta", "K=V", "metadata to send along; repeatable"),
        .value("as", "USER[/DEVICE]", "on behalf of this user, as a gateway would"),
        .value("deadline", "SPAN", "how long the call may take (default 5s)"),
        .value("repeat", "N", "call so many times"), .value("interval", "SPAN", "pause between calls"),
        .value("items", "N", "leave a stream after so many items"),
        .flag("hops", "then draw what the call caused at every process"),
        .flag("dangerous", "yes, also a method that people notice"), Console.fullIDsOption,
    ]
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let examples = [
        "zmqinspect call Introspect/Stats --to signaling",
        #"zmqinspect call Presence/LookupUsers '{"userIds":["alice"]}'"#,
        #"zmqinspect call Introspect/Echo '{"payload":"hex:{{n}}0"}' --repeat 9 --interval 100ms"#,
        "zmqinspect call Health/Watch --items 1",
        #"zmqinspect call Presence/LookupUsers '{"userIds":["alice"]}' --hops"#,
    ]
    static let words = CompletedWords.methods

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let method = arguments.rest.first, arguments.rest.count <= 2 else {
            throw ArgumentFailure(message: "it takes a method and at most one JSON object")
        }
        let templates = try requests(arguments.rest.dropFirst().first)
        let repetitions = try arguments.integer("repeat", in: 1...1_000_000, default: 1)
        let interval = try arguments.duration("interval")
        let options = try callOptions(arguments)
        return try await Inspection.with(arguments) { inspection in
            let target = try await CallTarget(method, arguments, inspection)
            let caller = Caller(
                target: target, options: options, console: inspection.console,
                mostItems: try arguments.integer("items", in: 1...Int.max, default: .max))
            guard target.entry.method.declaration.isServerStreaming || arguments["items"] == nil else {
                throw ArgumentFailure(message: "--items is for streams, and \(method) is none")
            }
            if arguments.has("hops") {
                guard repetitions == 1, templates.count == 1 else {
                    throw ArgumentFailure(message: "--hops is for one call")
                }
                return try await callAndDraw(caller, try templates[0].json(1), arguments)
            }
            var failed = 0
            var n = 0
            for _ in 0..<repetitions {
                for template in templates {
                    if n > 0, let interval { try await Task.sleep(for: interval) }
                    n += 1
                    if try await !caller.call(n, template.json(n)) { failed += 1 }
                }
            }
            if n > 1 { inspection.console.remark("\(n) calls, \(failed) failed") }
            return failed == 0 ? .success : .failure
        }
    }

    /// Listens to every process for one trace, calls, and draws what came of it once nothing more comes.
    private static func callAndDraw(
        _ caller: Caller, _ request: JSONValue, _ arguments: Arguments
    ) async throws -> ExitCode {
        let trace = Caller.newTrace()
        let watch = try await TapWatch(arguments, about: .exchanges, level: .contents, trace: trace)
        var following = Following(StoryQuery(Hexadecimal.encode(trace), as: .trace), watch)
        var isWell: Bool?
        var endedAt = Moment.now
        var heard = 0
        _ = try await watch.run { item in
            _ = following.take(item)
            if case .listening = item { heard += 1 }
            guard case .tick(let now) = item else { return true }
            guard isWell == nil else {
                return !following.isQuiet(since: now - .milliseconds(700)) && now - endedAt < .seconds(3)
            }
            guard heard >= watch.targets.count || heard > 0 && following.age(at: now) > .seconds(2) else { return true }
            isWell = try await caller.call(1, request, trace: trace)
            endedAt = .now
            return true
        }
        let (story, console) = (following.story, caller.console)
        let diagram = SequenceDiagram(story)
        console.show(text: diagram.text(width: console.width, style: console.style), json: diagram.jsonLines())
        return isWell == true ? .success : .failure
    }

    /// One request per template; from standard input one per line, or one that spans all of it.
    private static func requests(_ word: String?) throws -> [RequestTemplate] {
        guard let word, word == "-" else { return [try RequestTemplate(word ?? "{}")] }
        let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
        let isOnePerLine = lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }
        guard !lines.isEmpty else { throw ArgumentFailure(message: "standard input has no request") }
        return isOnePerLine ? try lines.map { try RequestTemplate(String($0)) } : [try RequestTemplate(text)]
    }

    static func callOptions(_ arguments: Arguments) throws -> CallOptions {
        var options = CallOptions(timeout: try arguments.duration("deadline") ?? .seconds(5))
        options.shardKey = arguments["shard-key"] ?? ""
        for pair in arguments.list("meta") {
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                throw ArgumentFailure(message: "--meta takes key=value, not \(pair)")
            }
            options.metadata[String(pair[..<equals])] = Array(pair[pair.index(after: equals)...].utf8)
        }
        if let user = arguments["as"] {
            let parts = user.split(separator: "/", maxSplits: 1).map(String.init)
            options.identity = Proto.ClientIdentity(
                userId: parts.first ?? "", deviceId: parts.count > 1 ? parts[1] : "inspector", platform: .unspecified)
        }
        return options
    }
}

/// Makes calls of one method and shows what comes back.
private struct Caller: Sendable {
    let target: CallTarget
    let options: CallOptions
    let console: Console
    let mostItems: Int

    static func newTrace() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: .min ... .max) } }

    /// False if its status was an error.
    func call(_ n: Int, _ request: JSONValue, trace: [UInt8] = newTrace()) async throws -> Bool {
        let entry = target.entry
        let bytes: [UInt8]
        do { bytes = try entry.schema.bytes(request, of: entry.method.declaration.request) } catch {
            throw VerbFailure("the request does not fit \(entry.method.declaration.request): \(error)", code: .usage)
        }
        let started = ContinuousClock.now
        var items = 0
        do {
            // The trace is ours from the start, so that `follow` can be told of it.
            try await RPCContext.$current.withValue(RPCContext(traceID: trace)) { () async throws in
                guard entry.method.declaration.isServerStreaming else {
                    return show(try await target.channel.unary(entry.descriptor, bytes, options), n)
                }
                for try await item in target.channel.serverStream(entry.descriptor, bytes, options) {
                    items += 1
                    show(item, n)
                    if items == mostItems { break }
                }
            }
            conclude(n, nil, items, ContinuousClock.now - started, trace)
            return true
        } catch let error as RPCError {
            conclude(n, error, items, ContinuousClock.now - started, trace)
            return false
        }
    }

    private func show(_ response: [UInt8], _ n: Int) {
        let type = target.entry.method.declaration.response
        let json: JSONValue
        do { json = try target.entry.schema.json(response, of: type) } catch {
            return console.remark("zmqinspect: the response is no \(type): \(error)\n\(Hexadecimal.encode(response))")
        }
        if console.isJSON {
            var members = MemberList()
            members.addAlways("n", n)
            members.append("payload", json)
            console.emit(.response, members)
        } else {
            console.say(json.pretty { console.paint($0, .cyan) })
        }
    }

    private func conclude(_ n: Int, _ error: RPCError?, _ items: Int, _ time: Duration, _ trace: [UInt8]) {
        let traceText = Hexadecimal.encode(trace)
        let code = error?.code ?? .ok
        if console.isJSON {
            var members = MemberList()
            members.addAlways("n", n)
            members.add("method", target.entry.method.path)
            members.add("trace_id", traceText)
            members.add("total_us", time)
            members.add("items", items)
            members.add("status", JSONWord.of(code))
            if let error {
                members.add("reason", error.reason == .none ? "" : JSONWord.of(error.reason))
                members.add("status_message", error.message)
            }
            return console.emit(.call, members)
        }
        let shownTrace = console.showsFullIDs ? traceText : String(traceText.prefix(8))
        var line = console.paint(JSONWord.of(code), error == nil ? .green : .red)
        if let error {
            if error.reason != .none { line += " \(JSONWord.of(error.reason)) \(error.reason.rawValue)" }
            if !error.message.isEmpty { line += ": \(printable(error.message))" }
        }
        if target.entry.method.declaration.isServerStreaming { line += " after \(items) item\(items == 1 ? "" : "s")" }
        console.remark(
            "\(line)  \(console.paint("\(Quantity.short(time)), \(target.whom), trace \(shownTrace)", .dim))")
    }
}
