import Bus
import Foundation
import TestSupport
import Testing
import Wire

/// Verbs that listen to taps, beside two processes that talk.
@Suite("zmqinspect listens", .serialized)
struct WatchingTests {
    @Test("tap shows the envelopes of both ends, and their payloads only when asked for contents")
    func tap() async throws {
        try await withTraffic { traffic in
            let plain = try await traffic.run("tap", "method ~ LookupUsers", "--for", "1s", "--json")
            #expect(plain.status == 0)
            let events = try plain.lines.map { try JSONValue(parsing: $0) }
            #expect(Set(events.compactMap { $0["service"]?.stringValue }) == ["presence", "signaling"])
            #expect(events.allSatisfy { $0["payload"] == nil && $0["schema"] == 1 })
            let full = try await traffic.run(
                "tap", "kind == request and .userIds == bob", "--level", "contents", "--count", "2", "--color", "always"
            )
            #expect(full.status == 0)
            #expect(full.output.contains("\u{1B}["))
            #expect(full.output.contains("Presence/LookupUsers"))
            #expect(full.output.contains("\"bob\""))
        }
    }

    @Test("what a small budget leaves out is counted and said, and with --strict it is exit code 5")
    func strict() async throws {
        try await withTraffic { traffic in
            let result = try await traffic.run("tap", "--budget", "1000", "--for", "3s", "--strict")
            #expect(result.status == 5)
            #expect(result.errors.contains("events missed at"))
        }
    }

    @Test("grep finds the calls that failed, with the time of each part, and exits 1 if none matches")
    func grep() async throws {
        try await withTraffic { traffic in
            let failed = try await traffic.run("grep", "status == invalid_argument", "--count", "2", "--json")
            #expect(failed.status == 0)
            let exchange = try JSONValue(parsing: try #require(failed.lines.first))
            #expect(exchange["reason"] == "bad_user_id")
            #expect(exchange["client_service"] == "signaling")
            #expect(exchange["user_id"] == "alice")
            let none = try await traffic.run("grep", "method ~ Nothing", "--for", "1s")
            #expect(none.status == 1)
            #expect(none.output.isEmpty)
            #expect(none.errors.contains("listening to 2 processes"))
            let wrong = try await traffic.run("grep", "metod ~ x")
            #expect(wrong.status == 2)
            #expect(wrong.errors.contains("method"))
        }
    }

    @Test("follow draws what was done on behalf of a user across both processes, and as Mermaid")
    func follow() async throws {
        try await withTraffic { traffic in
            let picture = try await traffic.run("follow", "alice", "--for", "2s", "--width", "120")
            #expect(picture.status == 0)
            for word in ["signaling", "presence", "Presence/LookupUsers", "bob"] {
                #expect(picture.output.contains(word), "\(word): \(picture.output.prefix(2_000))")
            }
            let mermaid = try await traffic.run("follow", "alice", "--for", "2s", "--mermaid")
            #expect(mermaid.output.hasPrefix("sequenceDiagram"))
            let nobody = try await traffic.run("follow", "nobody", "--for", "1s")
            #expect(nobody.status == 1)
            #expect(nobody.errors.contains("nothing was seen of nobody"))
        }
    }

    @Test("stats and latency count the calls that are made, by method, with percentiles")
    func numbers() async throws {
        try await withTraffic { traffic in
            let stats = try await traffic.run("stats", "method ~ LookupUsers", "--for", "1500ms", "--json")
            #expect(stats.status == 0)
            #expect(stats.output.contains("LookupUsers"))
            let table = try await traffic.run("stats", "--for", "1500ms")
            #expect(table.output.contains("Presence/LookupUsers"))
            let totals = try await traffic.run("stats", "--total", "--json")
            let rows = try totals.lines.map { try JSONValue(parsing: $0) }
            #expect(
                rows.contains { $0["method"] == "partyline.v1.Presence/LookupUsers" && $0["service"] == "presence" })
            let latency = try await traffic.run("latency", "method ~ LookupUsers", "--count", "20")
            #expect(latency.status == 0)
            for part in ["total", "network", "queue", "handler"] { #expect(latency.output.contains(part)) }
        }
    }

    @Test("a recording is read back by tap, grep, stats and follow, is equal to itself, and can be sent again")
    func recording() async throws {
        try await withTraffic { traffic in
            try await withTemporaryFile { file in
                let record = try await traffic.run("record", file, "--for", "2s", "--compress")
                #expect(record.status == 0)
                #expect(record.errors.contains(" events, "))
                let from = ["--from", file]
                #expect(try await InspectorRun(["tap", "--json", "--count", "5"] + from).lines.count == 5)
                #expect(try await InspectorRun(["grep", ".userIds == bob", "--count", "1"] + from).status == 0)
                #expect(try await InspectorRun(["stats"] + from).output.contains("Presence/LookupUsers"))
                #expect(try await InspectorRun(["follow", "alice"] + from).output.contains("presence"))
                #expect(try await InspectorRun(["diff", file, file]).status == 0)
                let to = ["--to", traffic.presence.endpoint]
                let plan = try await InspectorRun(["replay", file, "--dry-run"] + to)
                #expect(plan.output.contains(#"{"userIds":["bob"]}"#))
                let replay = try await InspectorRun(["replay", file, "--speed", "0"] + to)
                #expect(replay.status == 0, "\(replay.errors)")
                #expect(replay.errors.contains(" 0 ended differently"))
                #expect(try await InspectorRun(["replay", file]).status == 2)
            }
        }
    }

    @Test("what is no recording, and a recording that breaks off, are told")
    func damagedRecording() async throws {
        try await withTemporaryFile { file in
            try Data("not a recording at all".utf8).write(to: URL(fileURLWithPath: file))
            let result = try await InspectorRun(["tap", "--from", file])
            #expect(result.status == 2)
            #expect(result.errors.contains("is no recording"))
            let missing = try await InspectorRun(["grep", "status != ok", "--from", file + ".missing"])
            #expect(missing.status == 2)
            #expect(missing.errors.contains("cannot read"))
        }
    }

    @Test("topology, drops, trace and doctor describe the processes and how they are connected")
    func pictures() async throws {
        try await withTraffic { traffic in
            let topology = try await traffic.run("topology")
            #expect(topology.output.contains("signaling"))
            #expect(topology.output.contains("presence"))
            #expect(try await traffic.run("topology", "--mermaid").output.contains("flowchart"))
            #expect(try await traffic.run("drops").status == 0)
            let trace = try await traffic.run("trace", "signaling", "presence")
            #expect(trace.status == 0, "\(trace.output)\(trace.errors)")
            #expect(trace.output.contains("presence-test"))
            let broken = try await traffic.run("trace", "signaling", "media")
            #expect(broken.status == 1)
            let doctor = try await traffic.run("doctor")
            #expect(doctor.status == 0, "\(doctor.output)")
            #expect(doctor.output.contains("readable"))
        }
    }

    @Test("a process that is started anew is attached to again, at its new tap")
    func restart() async throws {
        let first = try ServedProcess(instance: "presence-1", bind: rebindableEndpoint())
        async let run = InspectorRun(
            ["tap", "instance == presence-2", "--count", "1", "--for", "60s", "--json", "--target", first.endpoint])
        #expect(await eventually(within: .seconds(20)) { first.node.isTapped })
        await first.stop()
        // libzmq gives a port back a moment after its socket is closed.
        var started: ServedProcess?
        _ = await eventually {
            started = try? ServedProcess(instance: "presence-2", bind: first.endpoint)
            return started != nil
        }
        let second = try #require(started)
        #expect(await eventually(within: .seconds(30)) { second.node.isTapped })
        _ = try await InspectorRun(["rtt", "--count", "1", "--target", second.endpoint, "--patience", "20s"])
        let seen = try await run
        #expect(seen.status == 0, "\(seen.errors)")
        #expect(seen.errors.contains("lost \(first.endpoint)"))
        #expect(try JSONValue(parsing: try #require(seen.lines.first))["instance"] == "presence-2")
        await second.stop()
    }

    @Test("watch tells who is there and who is gone")
    func watch() async throws {
        let presence = try ServedProcess()
        let there = try await InspectorRun(["watch", "--count", "1", "--target", presence.endpoint])
        #expect(there.output.contains("there"))
        await presence.stop()
        let gone = try await InspectorRun(
            ["watch", "--count", "1", "--patience", "200ms", "--target", presence.endpoint])
        #expect(gone.output.contains("gone"))
    }

    @Test("top takes the whole terminal, shows the methods, and gives the terminal back at q")
    func top() async throws {
        try await withTraffic { traffic in
            let command = "\(InspectorRun.program.path) top \(traffic.targets.joined(separator: " "))"
            let shell = "(sleep 4; printf q) | script -qec '\(command)' /dev/null"
            let run = try await InspectorRun(
                ["-c", shell], environment: ["TERM": "xterm"], program: URL(fileURLWithPath: "/bin/bash"))
            #expect(run.output.contains("\u{1B}[?1049h"))
            #expect(run.output.contains("LookupUsers"))
            #expect(run.output.contains("\u{1B}[?25h\u{1B}[?1049l"))
            let piped = try await traffic.run("top")
            #expect(piped.status == 2)
            #expect(piped.errors.contains("top needs a terminal"))
        }
    }
}
