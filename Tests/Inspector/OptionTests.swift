import CommandLineKit
import Foundation
import Testing
import Wire

@testable import zmqinspect

/// An option that help names does something, or is refused with the reason.
@Suite("zmqinspect's options", .serialized)
struct OptionTests {
    /// What a verb that listens needs besides.
    private static let listening: [String: [String]] = [
        "tap": [], "grep": ["method ~ Presence"], "follow": ["bob"], "stats": [], "latency": [],
        "record": ["calls.tap"],
        "drops": ["--live"],
    ]

    @Test("every verb that takes --count, --for and --until stops by each of them")
    func limits() async throws {
        let takers = Program.inspectorVerbs.filter { $0.groups.contains(.limits) }
        #expect(Set(takers.map { $0.name }) == Set(Self.listening.keys))
        try await withTraffic { traffic in
            for verb in takers {
                let words = [verb.name] + (Self.listening[verb.name] ?? [])
                // A run that does not stop is killed after a minute.
                let limits = [
                    ["--count", "2", "--for", "10m"], ["--until", "method ~ Lookup", "--for", "10m"], ["--for", "1s"],
                ]
                for limit in limits {
                    let drops = Task {
                        while !Task.isCancelled { await traffic.provokeDrop() }
                    }
                    let run = try await InspectorRun(words + limit + traffic.targets)
                    drops.cancel()
                    await drops.value
                    #expect(run.status == 0, "\(words + limit): \(run.errors)")
                }
            }
        }
    }

    @Test("--count counts what the verb shows")
    func counts() async throws {
        try await withTraffic { traffic in
            for verb in ["tap", "grep"] {
                let words = [verb] + (Self.listening[verb] ?? []) + ["--json", "--count", "3"]
                #expect(try await InspectorRun(words + traffic.targets).lines.count == 3)
            }
            let stats = try await traffic.run("stats", "--count", "3", "--for", "10m", "--json")
            let ended = try stats.lines.map { try JSONValue(parsing: $0) }.compactMap { line -> Int64? in
                if case .integer(let count)? = line["count"] { count } else { nil }
            }
            #expect(ended.reduce(0, +) == 3)
            let story = try await traffic.run("follow", "bob", "--count", "1", "--json", "--for", "10m")
            let answers = try story.lines.map { try JSONValue(parsing: $0) }.filter { $0["step"] == "answer" }
            #expect(!answers.isEmpty)
        }
    }

    @Test("what a tap is asked for is asked of a recording too")
    func recorded() async throws {
        try await withTraffic { traffic in
            try await withTemporaryFile { file in
                #expect(try await traffic.run("record", file, "--for", "2s").status == 0)
                for verb in ["tap", "grep", "follow", "stats", "latency"] {
                    let words = [verb] + (Self.listening[verb] ?? []) + ["--from", file, "--json"]
                    let all = try await InspectorRun(words)
                    #expect(all.status == 0 && !all.lines.isEmpty, "\(words): \(all.errors)")
                    for option in [
                        ["--method", "Media/"], ["--user", "nobody"], ["--key", "nothing"], ["--peer", "media"],
                        ["--sample", "1000000"],
                    ] {
                        let none = try await InspectorRun(words + option)
                        let events = none.lines.filter { !$0.contains(#""count":0"#) }
                        #expect(events.isEmpty, "\(words + option): \(events.prefix(2))")
                    }
                    for option in [
                        ["--method", "Presence/"], ["--user", "alice"], ["--key", "bob"], ["--peer", "presence"],
                        ["--for", "10m"],
                    ] {
                        let some = try await InspectorRun(words + option)
                        #expect(some.status == 0, "\(words + option): \(some.errors)")
                    }
                }
                let plain = try await InspectorRun(["tap", "--from", file, "--json", "--level", "metadata"])
                #expect(!plain.output.contains(#""payload":"#))
                let whole = try await InspectorRun(["tap", "--from", file, "--json"])
                let start = try await InspectorRun(["tap", "--from", file, "--json", "--for", "500ms"])
                #expect(start.lines.count < whole.lines.count)
            }
        }
    }

    @Test("what is asked of a tap narrows what is seen of running processes")
    func live() async throws {
        try await withTraffic { traffic in
            for option in [["--method", "Media/"], ["--user", "nobody"], ["--key", "nothing"], ["--peer", "media"]] {
                let none = try await InspectorRun(["tap", "--for", "500ms"] + option + traffic.targets)
                #expect(none.lines.isEmpty, "\(option)")
            }
        }
    }

    @Test("options that belong to what was not asked for are refused: drops without --live, stats with --total")
    func idle() async throws {
        let idle = [OptionGroup.tap, .limits].flatMap(\.options)
        for (words, sentence) in [(["drops"], "goes with --live"), (["stats", "--total"], "not with --total")] {
            for option in idle {
                let value = option.form == .flag ? [] : ["1"]
                let result = try await InspectorRun(words + ["--\(option.name)"] + value)
                #expect(result.status == 2)
                #expect(result.errors.contains("--\(option.name) goes with") && result.errors.contains(sentence))
            }
        }
    }

    @Test(
        "what excludes each other, or cannot be answered, is a usage error with its reason",
        arguments: [
            (["topology", "--mermaid", "--json"], "--mermaid and --json exclude each other"),
            (["follow", "bob", "--mermaid", "--json"], "--mermaid and --json exclude each other"),
            (["follow", "bob", "--from", "x.tap", "--idle", "1s"], "--idle and --from exclude each other"),
            (["grep", "status != ok", "--from", "x.tap", "--budget", "5000"], "--budget goes with running processes"),
            (["tap", "--from", "x.tap", "--target", "tcp://127.0.0.1:9"], "--target goes with running processes"),
            (["tap", "latency > 5ms"], "single events have no latency"),
            (["tap", "--until", "latency > 5ms"], "single events have no latency"),
            (["drops", "--live", "--until", "queue > 5ms"], "single events have no latency"),
            (["grep", "kind == request"], "only single events have kind and point"),
            (["stats", "--until", "point == drop"], "only single events have kind and point"),
            (["bench", "Presence/LookupUsers", "{}", "--size", "5"], "--size is of Echo's payload"),
            (["list", "--schema", "x.set"], "--schema goes with --methods"),
            (["describe", "Hello", "--schema", "x.set", "--data", "x"], "--data goes with running processes"),
            (["schema", "export", "x.set", "--json"], "--json goes with describe"),
            (["top", "--json"], "no such option: --json"), (["list", "--full-ids"], "no such option: --full-ids"),
        ])
    func refused(words: [String], sentence: String) async throws {
        let result = try await InspectorRun(words)
        #expect(result.status == 2)
        #expect(result.errors.contains(sentence), "\(result.errors)")
        #expect(result.output.isEmpty)
    }
}
