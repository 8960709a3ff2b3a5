import CallModel
import CommandLineKit
import Descriptors
import Foundation
import InspectorCore
import Schema
import Synchronization
import Wire

/// What a fake service answers, read from its file and checked against the schema before anybody calls.
struct ReplyScript: Sendable {
    /// A call that was answered.
    struct Served: Sendable {
        let method: String
        let request: JSONValue
        let user: String
        let status: String

        func show(_ console: Console) {
            if console.isJSON {
                var members = MemberList()
                members.add("method", method)
                members.add("user_id", user)
                members.add("status", status)
                members.append("request", request)
                return console.emit(.served, members)
            }
            let by = user.isEmpty ? "" : "  user \(printable(user))"
            let shownStatus = console.paint(status, status == JSONWord.of(Proto.StatusCode.ok) ? .green : .red)
            console.say("\(Moment.now.timeOfDay)  \(method)  \(shownStatus)\(by)  \(request.pretty(width: .max))")
        }
    }

    /// One method's answer.
    private struct Answer: Sendable {
        let method: SchemaPool.Method
        let responses: [RequestTemplate]
        let failure: RPCError?
        let delay: Duration
        let interval: Duration
    }

    let service: String
    let instance: String
    private let schema: SchemaPool
    private let answers: [Answer]

    init(_ path: String, _ schema: SchemaPool) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw VerbFailure("cannot read \(path)", code: .usage)
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: [UInt8](data)) } catch {
            throw VerbFailure("\(path): \(error)", code: .usage)
        }
        guard let methods = json["methods"]?.objectValue, !methods.isEmpty else {
            throw VerbFailure("\(path): \"methods\" is missing; `zmqinspect help reply` shows a file", code: .usage)
        }
        service = json["service"]?.stringValue ?? "fake"
        instance = json["instance"]?.stringValue ?? "fake-\(getpid())"
        self.schema = schema
        answers = try methods.map { member in
            do { return try ReplyScript.answer(member.name, member.value, schema) } catch let failure as ArgumentFailure
            {
                throw VerbFailure("\(path): \(member.name): \(failure.message)", code: .usage)
            } catch let error as SchemaError {
                throw VerbFailure("\(path): \(member.name): \(error)", code: .usage)
            }
        }
    }

    private static func answer(_ name: String, _ json: JSONValue, _ schema: SchemaPool) throws -> Answer {
        let named = schema.methods.map { ($0.path, $0) }
        guard let method = MethodIndex.best(name, named).first else { throw ArgumentFailure(message: "no such method") }
        let known = ["response", "items", "status", "reason", "message", "delay", "interval"]
        for member in json.objectValue ?? [] where !known.contains(member.name) {
            throw ArgumentFailure(
                message: "\(member.name) means nothing here; there is \(known.joined(separator: ", "))")
        }
        let bodies = json["items"]?.arrayValue ?? json["response"].map { [$0] } ?? []
        let templates = try bodies.map { try RequestTemplate($0.text) }
        for template in templates { _ = try schema.bytes(template.json(1), of: method.declaration.response) }
        return Answer(
            method: method, responses: templates, failure: try failure(json), delay: try span(json, "delay"),
            interval: try span(json, "interval"))
    }

    private static func failure(_ json: JSONValue) throws(ArgumentFailure) -> RPCError? {
        guard let word = json["status"]?.stringValue else { return nil }
        guard let code: Proto.StatusCode = JSONWord.read(word) else {
            throw ArgumentFailure(message: "no status is called \(word)")
        }
        guard code != .ok else { return nil }
        var reason = Proto.Reason.none
        if let text = json["reason"]?.stringValue {
            guard let known: Proto.Reason = JSONWord.read(text) else {
                throw ArgumentFailure(message: "no reason is called \(text)")
            }
            reason = known
        }
        return RPCError(code, reason: reason, json["message"]?.stringValue ?? "")
    }

    private static func span(_ json: JSONValue, _ name: String) throws(ArgumentFailure) -> Duration {
        guard let text = json[name]?.stringValue else { return .zero }
        guard let span = Duration(words: text) else {
            throw ArgumentFailure(message: "\(name) is a time span such as 20ms")
        }
        return span
    }

    /// Handlers for the bus. `tell` hears of each call once it is answered.
    func handlers(_ tell: @escaping @Sendable (Served) -> Void) -> [RPCHandler] {
        answers.map { answer in
            let declaration = answer.method.declaration
            let descriptor = MethodDescriptor(
                service: answer.method.service, name: declaration.name,
                isServerStreaming: declaration.isServerStreaming, isIdempotent: declaration.idempotency != .unknown)
            let counter = Counter()
            guard declaration.isServerStreaming else {
                return RPCHandler(
                    descriptor,
                    .unary { (context, bytes) async throws(RPCError) in
                        try await respond(answer, counter.next(), context, bytes, tell)
                    })
            }
            return RPCHandler(
                descriptor,
                .serverStream { (context, bytes, responder) async throws(RPCError) in
                    let n = counter.next()
                    for (index, template) in answer.responses.enumerated() {
                        try await wait(index == 0 ? answer.delay : answer.interval)
                        try await responder.send(try encode(template, n, answer))
                    }
                    report(answer, context, bytes, tell)
                    if let failure = answer.failure { throw failure }
                })
        }
    }

    private func respond(
        _ answer: Answer, _ n: Int, _ context: RPCContext, _ bytes: [UInt8], _ tell: (Served) -> Void
    ) async throws(RPCError) -> [UInt8] {
        try await wait(answer.delay)
        report(answer, context, bytes, tell)
        if let failure = answer.failure { throw failure }
        guard let template = answer.responses.first else { return [] }
        return try encode(template, n, answer)
    }

    private func encode(_ template: RequestTemplate, _ n: Int, _ answer: Answer) throws(RPCError) -> [UInt8] {
        do { return try schema.bytes(try template.json(n), of: answer.method.declaration.response) } catch {
            throw RPCError(.internal, "the file's answer does not fit: \(error)")
        }
    }

    private func report(_ answer: Answer, _ context: RPCContext, _ bytes: [UInt8], _ tell: (Served) -> Void) {
        let request =
            (try? schema.json(bytes, of: answer.method.declaration.request)) ?? .string(Hexadecimal.encode(bytes))
        let status = JSONWord.of(answer.failure?.code ?? .ok)
        tell(Served(method: answer.method.path, request: request, user: context.identity?.userId ?? "", status: status))
    }

    private func wait(_ span: Duration) async throws(RPCError) {
        guard span > .zero else { return }
        do { try await Task.sleep(for: span) } catch { throw RPCError(.cancelled, "the caller left") }
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        func next() -> Int {
            value.withLock { number in
                number += 1
                return number
            }
        }
    }
}
