import Bus
import CommandLineKit
import Descriptors
import Foundation
import InspectorCore
import Schema
import Wire

/// `zmqinspect reply`: a fake service that answers from a file.
enum ReplyVerb: InspectorVerb {
    static let name = "reply"
    static let summary = "be a service: answer calls from a file"
    static let synopsis = "FILE --bind ENDPOINT"
    static let explanation = """
        Binds an endpoint and answers as the file says, until Ctrl-C; each call is shown. The file is JSON:

          { "service": "presence", "instance": "fake-1",
            "methods": {
              "Presence/LookupUsers": { "response": { "users": [ { "userId": "alice" } ] }, "delay": "20ms" },
              "Presence/GetUsersInfo": { "status": "unavailable", "reason": "capacity", "message": "full" },
              "Gateway/Events": { "items": [ {}, {} ], "interval": "1s" } } }

        A method has one of response, items (of a stream) or status; {{n}} and {{uuid}} are filled for each call. Types come from
        --schema, else from this program's own contract.
        """
    static let ownOptions: [Option] = [
        .value("bind", "ENDPOINT", "where to answer: tcp://127.0.0.1:7199, ipc:///run/x"),
        .value("count", "N", "stop after so many calls"), .value("for", "SPAN", "stop after this time"),
    ]
    static let groups: [OptionGroup] = [.schema, .output]
    static let examples = ["zmqinspect reply presence.json --bind tcp://127.0.0.1:7199"]
    static let words = CompletedWords.files

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let path = arguments.rest.first, arguments.rest.count == 1 else {
            throw ArgumentFailure(message: "it takes one file")
        }
        let bind = try arguments.required("bind")
        let console = try Console(arguments)
        let schema = try arguments["schema"].map(SchemaShelf.read) ?? SchemaPool(decoding: Proto.fileDescriptorSet)
        let script = try ReplyScript(path, schema)
        let (calls, continuation) = AsyncStream<ReplyScript.Served>.makeStream()
        let node = try BusNode(BusConfiguration(service: script.service, instance: script.instance, bind: bind))
        node.serve(script.handlers { continuation.yield($0) })
        do { try node.start() } catch { throw VerbFailure("cannot answer at \(bind): \(error)", code: .unreachable) }
        console.remark("zmqinspect: answering as \(script.service)/\(script.instance) at \(node.boundEndpoint ?? bind)")
        let signals = StopSignals()
        let work = [
            Task {
                await signals.wait()
                continuation.finish()
            },
            Task { [length = try arguments.duration("for")] in
                guard let length else { return }
                try? await Task.sleep(for: length)
                continuation.finish()
            },
        ]
        defer { for task in work { task.cancel() } }
        let most = try arguments.integer("count", in: 1...Int.max, default: .max)
        var count = 0
        for await call in calls {
            count += 1
            call.show(console)
            if count >= most { break }
        }
        await node.drain(within: .seconds(1))
        console.remark("\(count) calls answered")
        return .success
    }
}
