import CommandLineKit
import Foundation
import TestSupport
import Testing
import Wire

@testable import zmqinspect

/// What programs read: every line of every verb is as docs/inspector-json.md says.
@Suite("zmqinspect's lines of JSON", .serialized)
struct LineTests {
    private let document: LineDocument

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/inspector-json.md")
        document = LineDocument(try String(contentsOf: root, encoding: .utf8))
    }

    @Test("every line that any verb prints is documented, and every documented type occurs")
    func everyVerb() async throws {
        var seen: Set<String> = []
        var verbs: Set<String> = []
        try await withTraffic { traffic in
            let place = try TemporaryFolder()
            for words in try await commands(traffic, place) {
                let drops = Task {
                    while !Task.isCancelled { await traffic.provokeDrop() }
                }
                let run = try await InspectorRun(words + ["--json"])
                drops.cancel()
                await drops.value
                #expect(!run.lines.isEmpty, "\(words): \(run.errors)")
                for line in run.lines { seen.insert(try type(of: line, from: words)) }
                verbs.insert(words[0])
            }
            let served = try await serve(traffic, place)
            for line in served { seen.insert(try type(of: line, from: ["reply"])) }
            verbs.insert("reply")
        }
        #expect(seen == Set(document.forms.keys), "\(Set(document.forms.keys).symmetricDifference(seen))")
        let takers = Program.inspectorVerbs.filter { verb in
            verb.options.contains { $0.name == "json" } && !verb.name.hasPrefix("__")
        }
        #expect(verbs == Set(takers.map { $0.name }))
    }

    /// Checks a line; gives its type.
    private func type(of line: String, from words: [String]) throws -> String {
        let json = try JSONValue(parsing: line)
        let members = try #require(json.objectValue)
        #expect(members.prefix(2).map(\.name) == ["schema", "type"], "\(words): \(line)")
        #expect(json["schema"] == 1)
        let type = try #require(json["type"]?.stringValue)
        let known = try #require(document.forms[type], "\(words): \(line)")
        for member in members.dropFirst(2) {
            #expect(known.contains(member.name), "\(words): \(member.name) in \(line)")
            #expect(member.name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
            // What the contract names is not ours to name; everything else is.
            guard !["payload", "request", "response", "failures", "statuses", "payloads"].contains(member.name) else {
                continue
            }
            for inner in member.value.objectValue ?? [] { #expect(document.names(inner.name), "\(inner.name)") }
        }
        return type
    }

    /// At least one command for each verb and each form of its output.
    private func commands(_ traffic: Traffic, _ place: TemporaryFolder) async throws -> [[String]] {
        let at = traffic.targets
        let (before, after) = (place.path("before.tap"), place.path("after.tap"))
        // A contract in which one field is called otherwise.
        let ours = Data(Proto.fileDescriptorSet)
        var other = ours
        other[try #require(ours.range(of: Data("user_ids".utf8))).upperBound - 1] = UInt8(ascii: "z")
        try ours.write(to: URL(fileURLWithPath: place.path("ours.set")))
        try other.write(to: URL(fileURLWithPath: place.path("other.set")))
        let lookup = ["Presence/LookupUsers", #"{"userIds":["bob"]}"#]
        let asking = [
            ["list"], ["list", "--methods"], ["describe", "Presence", "Presence/LookupUsers", "Kind", "Hello"],
            ["describe"], ["schema", "describe"], ["call"] + lookup, ["call", "LookupUsers"],
            ["call", "Health/Watch", "--items", "1"], ["call"] + lookup + ["--hops"], ["rtt", "--count", "3"],
            ["bench", "--for", "200ms", "--concurrency", "2"], ["bench", "LookupUsers", "--for", "200ms"],
            ["topology"], ["drops", "--last", "5"], ["watch", "--count", "3"], ["doctor"],
            ["trace", "signaling", "presence"], ["trace", "signaling", "media"],
        ]
        let listening = [
            ["tap", "--count", "40", "--level", "contents"], ["grep", "status", "--count", "9"],
            ["follow", "alice", "--for", "2s"], ["follow", "alice", "--for", "2s", "--budget", "1000"],
            ["stats", "--for", "1s"], ["stats", "--total"], ["latency", "--count", "9"],
            ["record", before, "--for", "1s"], ["record", after, "--for", "2s", "--budget", "2000"],
            ["drops", "--live", "--count", "1"],
        ]
        let silent = ["--target", "tcp://127.0.0.1:9", "--patience", "5s"]
        let dead = [["list"], ["topology"], ["doctor"]].map { $0 + Array(at.dropLast(2)) + silent }
        let files = [
            ["schema", "diff", place.path("ours.set"), place.path("other.set")], ["diff", before, after],
            ["replay", before, "--dry-run", "--to", traffic.presence.endpoint],
            ["replay", before, "--service", "presence", "--speed", "0", "--to", traffic.presence.endpoint],
            ["replay", before, "--service", "media", "--to", traffic.presence.endpoint],
        ]
        return (asking + listening).map { $0 + at } + dead + files
    }

    /// What `reply` prints about a call.
    private func serve(_ traffic: Traffic, _ place: TemporaryFolder) async throws -> [String] {
        let script = #"{ "methods": { "Presence/LookupUsers": { "response": {} } } }"#
        try Data(script.utf8).write(to: URL(fileURLWithPath: place.path("fake.json")))
        let endpoint = "ipc://\(place.path("fake.socket"))"
        async let server = InspectorRun([
            "reply", place.path("fake.json"), "--bind", endpoint, "--count", "1", "--json",
        ])
        let call = try await InspectorRun(["call", "LookupUsers", "--target", endpoint, "--patience", "20s"])
        #expect(call.status == 0, "\(call.errors)")
        return try await server.lines
    }
}
