import Wire
import CommandLineKit
import InspectorCore

/// `zmqinspect grep`: calls that match an expression.
enum GrepVerb: InspectorVerb {
    static let name = "grep"
    static let summary = "calls that match an expression on their fields, times and payloads"
    static let synopsis = "EXPR"
    static let explanation = """
        Pairs what both ends of each call saw and prints those that match, one line each, with network, queue and handler time.
        Fields: method, service, instance, peer, user, device, key, trace, status, reason, message, bytes, attempt, drop; latency,
        network, queue, handler with a unit; .name or payload.name for members of request and response.
        Comparisons: == != < <= > >= and ~ (contains, * is anything), !~; joined by and, or, not, ( ). docs/inspector-expressions.md
        has the whole language. Exit code 1 if nothing matched.
        """
    static let ownOptions: [Option] = [TapWatch.fileOption, Console.fullIDsOption]
    static let groups: [OptionGroup] = [.tap, .limits, .targets, .schema, .output]
    static let examples = [
        "zmqinspect grep 'status != ok'", "zmqinspect grep 'method ~ Join and .userId == \"bob\" and latency > 50ms'",
        "zmqinspect grep 'handler > 20ms' --for 1m --json", "zmqinspect grep 'user == alice' --from incident.tap",
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let text = arguments.rest.first, arguments.rest.count == 1 else {
            throw ArgumentFailure(message: "it takes one expression; quote it")
        }
        let expression = try CallExpression.read(text, about: .exchanges)
        let watch = try await TapWatch(
            arguments, about: .exchanges, level: expression.needsContents ? .contents : .metadata)
        var pairing = Pairing(watch)
        var matched = 0
        var looked = 0
        func look(_ exchanges: [Exchange]) -> Bool {
            for exchange in exchanges {
                looked += 1
                guard expression.matches(exchange) else { continue }
                watch.console.show(exchange)
                matched += 1
                if matched >= watch.count || watch.until?.matches(exchange) == true { return false }
            }
            return true
        }
        if try await watch.run({ look(pairing.take($0)) }) != .satisfied { _ = look(pairing.finish()) }
        if !watch.console.isJSON { watch.console.remark("\(matched) of \(looked) calls matched") }
        return watch.exitCode(matched: matched, needsMatch: true, missed: pairing.missed)
    }
}
