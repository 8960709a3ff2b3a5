import Bus
import Foundation
import Testing
import Wire

/// Verbs that ask and call: they need a process, but no tap.
@Suite("zmqinspect asks", .serialized)
struct AskingTests {
    private let served: ServedProcess

    init() throws { served = try ServedProcess() }

    private func run(_ words: String..., input: String = "") async throws -> InspectorRun {
        try await InspectorRun(words + ["--target", served.endpoint, "--patience", "20s"], input: input)
    }

    @Test("list shows the process with its version, as a table and as JSON")
    func list() async throws {
        let table = try await run("list")
        #expect(table.status == 0)
        #expect(table.lines.first?.hasPrefix("SERVICE") == true)
        #expect(table.lines.last?.hasPrefix("presence  presence-test  \(served.endpoint)  9.9") == true)
        let json = try JSONValue(parsing: try await run("list", "--json").lines[0])
        #expect(json["instance"] == "presence-test")
        #expect(json["target"] == .string(served.endpoint))
        await served.stop()
    }

    @Test("list with a service lists the methods that it serves, with what the contract promises of them")
    func methods() async throws {
        let result = try await run("list", "presence")
        #expect(
            result.lines.contains {
                $0.hasPrefix("partyline.v1.Presence/LookupUsers") && $0.contains("no side effects")
            })
        #expect(!result.output.contains("Signaling"))
        let nobody = try await run("list", "presense")
        #expect(nobody.status == 1)
        #expect(nobody.errors.contains("nobody serves presense; did you mean presence?"))
        await served.stop()
    }

    @Test("describe shows a message and a method as their .proto file has them, by short names")
    func describe() async throws {
        let message = try await run("describe", "lookupusersrequest")
        #expect(message.output.contains("  repeated string user_ids = 1;"))
        let method = try await run("describe", "Presence/LookupUsers")
        #expect(method.output.contains("rpc LookupUsers(LookupUsersRequest) returns (LookupUsersResponse)"))
        #expect(method.output.contains(#"zmqinspect call Presence/LookupUsers '{"userIds":[""],"#))
        let nothing = try await run("describe", "Nothing")
        #expect(nothing.status == 1)
        #expect(nothing.errors.contains("nothing is called Nothing;"))
        #expect(try await run("describe", "LookupUsersReqest").errors.contains("did you mean LookupUsersRequest?"))
        await served.stop()
    }

    @Test("call sends JSON and prints the response; status and time go to standard error")
    func call() async throws {
        let result = try await run("call", "Presence/LookupUsers", #"{"userIds":["alice"]}"#, "--as", "bob")
        #expect(result.status == 0)
        #expect(
            try JSONValue(parsing: result.output) == ["users": [["userId": "alice"], ["userId": "bob"]]])
        #expect(result.errors.hasPrefix("ok"))
        await served.stop()
    }

    @Test("a call can be drawn with what it caused, and a wrong pair of metadata is refused")
    func hops() async throws {
        let result = try await run("call", "LookupUsers", #"{"userIds":["alice"]}"#, "--hops", "--meta", "ticket=17")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("Presence/LookupUsers"))
        #expect(result.output.contains("presence"))
        #expect(try await run("call", "LookupUsers", "--meta", "=17").status == 2)
        await served.stop()
    }

    @Test("a call that fails shows status, reason and number, and exits 1")
    func failing() async throws {
        let result = try await run("call", "presence.lookupUsers")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("invalid_argument bad_user_id 7003: nobody asked for"))
        await served.stop()
    }

    @Test("a request per line of standard input, with places filled for each")
    func lines() async throws {
        let result = try await run(
            "call", "LookupUsers", "-", "--json",
            input: #"{"userIds":["a{{n}}"]}"# + "\n\n" + #"{"userIds":["b{{n}}"]}"# + "\n")
        let responses = try result.lines.map { try JSONValue(parsing: $0) }.compactMap { $0["payload"] }
        #expect(responses == [["users": [["userId": "a1"]]], ["users": [["userId": "b2"]]]])
        #expect(result.errors == "2 calls, 0 failed\n")
        await served.stop()
    }

    @Test(
        "what cannot be sent is refused with the reason, exit 2, and never leaves",
        arguments: [
            (["LookupUsers", #"{"userId":["a"]}"#], "no field userId; there is userIds"),
            (["LookupUsers", #"{"userIds":"#], "the request is no JSON at byte 11"),
            (["LookupUsers", #"{"userIds":["{{when}}"]}"#], "nothing fills {{when}}; there are {{n}}, {{uuid}}"),
            (["LookupNobody"], "close are partyline.v1.Presence/LookupSessions"),
            (["LookupUsers", "{}", "{}"], "at most one JSON object"),
            (["LookupUsers", "--deadline", "soon"], "--deadline takes a time span"),
            ([], "it takes a method"),
        ])
    func refusedRequests(words: [String], sentence: String) async throws {
        let result = try await InspectorRun(["call"] + words + ["--target", served.endpoint, "--patience", "20s"])
        #expect(result.status == 2)
        #expect(result.errors.contains(sentence), "\(result.errors)")
        await served.stop()
    }

    @Test("the items of a stream are printed as they come, and it is left after as many as wished")
    func stream() async throws {
        let result = try await run("call", "Health/Watch", "--items", "1")
        #expect(result.status == 0)
        #expect(result.output.contains("SERVING"))
        #expect(result.errors.hasPrefix("ok after 1 item"))
        await served.stop()
    }

    @Test("a contract can be exported, described without a process, and compared with a running one")
    func schema() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("contract-\(UUID().uuidString).set")
            .path
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try await run("schema", "export", file).status == 0)
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) == Proto.fileDescriptorSet)
        let offline = try await InspectorRun(["describe", "Hello", "--schema", file])
        #expect(offline.output.contains("message partyline.v1.Hello {"))
        let same = try await InspectorRun(["schema", "diff", file, served.endpoint])
        #expect(same.status == 0)
        #expect(same.errors == "0 changes, 0 of them breaking\n")
        await served.stop()
    }

    @Test("rtt and bench measure the process and end well")
    func measures() async throws {
        let rtt = try JSONValue(parsing: try await run("rtt", "--count", "5", "--json").lines[0])
        #expect(rtt["round_trip"]?["count"] == 5)
        let bench = try await run("bench", "--for", "300ms", "--concurrency", "4", "--json")
        #expect(bench.status == 0)
        #expect(try JSONValue(parsing: bench.lines[0])["failures"] == .array([]))
        let refused = try await run("bench", "Presence/SetSelfInfo")
        #expect(refused.status == 2)
        await served.stop()
    }

    @Test("when nothing answers, every target is named with what is wrong, and the exit code says so")
    func nobody() async throws {
        await served.stop()
        let result = try await InspectorRun(["list", "--target", "tcp://127.0.0.1:9", "--patience", "200ms"])
        #expect(result.status == 3)
        #expect(result.errors.contains("tcp://127.0.0.1:9  nothing answers there"))
        let environment = try await InspectorRun(
            ["rtt", "--patience", "200ms"], environment: ["ZMQINSPECT_TARGETS": "tcp://127.0.0.1:9,tcp://127.0.0.1:10"])
        #expect(environment.status == 3)
        #expect(environment.errors.contains("tcp://127.0.0.1:10"))
        let wrong = try await InspectorRun(["list", "--target", "http://x"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("http://x (from --target) is no endpoint"))
    }
}
