import CommandLineKit
import Descriptors
import Foundation
import Schema
import Testing
import Wire

@testable import zmqinspect

@Suite("zmqinspect's help and completion")
struct HelpTests {
    @Test("every verb explains itself, with examples that name it and options that say what they do")
    func help() throws {
        for verb in Program.inspectorVerbs where !verb.name.hasPrefix("__") {
            #expect(verb.help.hasPrefix("Usage: zmqinspect \(verb.name)"))
            #expect(!verb.examples.isEmpty)
            #expect(verb.examples.allSatisfy { $0.contains("zmqinspect \(verb.name)") }, "\(verb.name)")
            #expect(verb.options.allSatisfy { !$0.summary.isEmpty }, "\(verb.name)")
            #expect(Set(verb.options.map(\.name)).count == verb.options.count, "\(verb.name) has an option twice")
            #expect(verb.help.split(separator: "\n").allSatisfy { $0.count <= 130 }, "\(verb.name)")
        }
    }

    @Test("the program tells its verbs, its version and what it does not know, with stable exit codes")
    func program() async throws {
        let help = try await InspectorRun(["help"])
        #expect(help.status == 0)
        #expect(!help.output.contains("__words"))
        #expect(try await InspectorRun([]).status == 2)
        #expect(try await InspectorRun(["--version"]).output.hasPrefix("zmqinspect "))
        let unknown = try await InspectorRun(["lst"])
        #expect(unknown.status == 2)
        #expect(
            unknown.errors
                == "zmqinspect: no such command: lst (did you mean list?). `zmqinspect help` lists what there is.\n")
        #expect(try await InspectorRun(["help", "call"]).output == CallVerb.help + "\n")
    }

    @Test(
        "every example of help is a command line that the program takes", .serialized, arguments: Surroundings.examples)
    func example(line: String) async throws {
        // Nobody answers at these targets; what never ends by itself is ended.
        let script = """
            zmqinspect() {
                local more=() limit=50
                case "$*" in
                completion* | diff* | *--from*) ;;
                reply*) more=(--for 1s) ;;
                watch*) limit=2 ;;
                *) more=(--patience 100ms) ;;
                esac
                timeout $limit '\(InspectorRun.program.path)' "$@" "${more[@]}"
            }
            fpath=(. "$PWD")
            cat > presence.json <<'EOF'
            \(Surroundings.replyFile)
            EOF
            \(line)
            """
        let run = try await InspectorRun(
            ["--norc", "-c", script], environment: ["ZMQINSPECT_TARGETS": "tcp://127.0.0.1:9"],
            program: URL(fileURLWithPath: "/bin/bash"))
        #expect(!run.errors.contains("lists the options") && !run.errors.contains("no such command"), "\(run.errors)")
        if line.contains("reply") { #expect(run.errors.contains("answering as presence/fake-1"), "\(run.errors)") }
    }

    @Test("requests in examples of call and bench fit the contract, and what help says of a reply's file is one")
    func contents() throws {
        let schema = try SchemaPool(decoding: Proto.fileDescriptorSet)
        var checked = 0
        for words in (CallVerb.examples + BenchVerb.examples).map({ $0.split(separator: " ").map(String.init) }) {
            let method = MethodIndex.best(words[2], schema.methods.map { ($0.path, $0) }).first
            guard words.count > 3, words[3].hasPrefix("'") else {
                #expect(words[2].hasPrefix("--") || method != nil, "\(words)")
                continue
            }
            let template = try RequestTemplate(words[3].trimmingCharacters(in: ["'"]))
            let request = try #require(method).declaration.request
            #expect(throws: Never.self, "\(words)") { try schema.bytes(template.json(1), of: request) }
            checked += 1
        }
        #expect(checked >= 4)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("reply-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Surroundings.replyFile.utf8).write(to: file)
        let script = try ReplyScript(file.path, schema)
        #expect(script.service == "presence" && script.instance == "fake-1")
        #expect(script.handlers { _ in }.count == 3)
    }

    @Test(
        "bash completes verbs, options, and the values of options",
        arguments: [
            (["zmqinspect", "sch"], "schema"), (["zmqinspect", "schema", "di"], "diff"),
            (["zmqinspect", "call", "--dead"], "--deadline"), (["zmqinspect", "list", "--color", "al"], "always"),
            (["zmqinspect", "help", "ben"], "bench"),
        ])
    func bash(words: [String], expected: String) async throws {
        #expect(try await complete(words) == [expected])
    }

    @Test("bash completes the names of running methods, asked of the processes")
    func dynamic() async throws {
        let served = try ServedProcess()
        let found = try await complete(
            ["zmqinspect", "call", "Presence/Lookup"], environment: ["ZMQINSPECT_TARGETS": served.endpoint])
        #expect(found == ["Presence/LookupSessions", "Presence/LookupUsers"])
        await served.stop()
    }

    @Test("the zsh script names every verb")
    func zshVerbs() {
        let script = CompletionScript.zsh
        #expect(script.hasPrefix("#compdef zmqinspect\n"))
        for verb in Program.inspectorVerbs where !verb.name.hasPrefix("__") {
            #expect(script.contains("    \(verb.name)) _arguments"))
        }
    }

    @Test(
        "the zsh script is correct zsh",
        .enabled(if: Surroundings.zsh != nil, "no zsh here: scripts/bootstrap.sh installs it"))
    func zsh() async throws {
        let script = CompletionScript.zsh
        let zsh = try #require(Surroundings.zsh)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("_zmqinspect-\(UUID().uuidString)")
        try Data(script.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let check = try await InspectorRun(["-n", file.path], program: URL(fileURLWithPath: zsh))
        #expect(check.status == 0, "\(check.errors)")
    }

    /// What bash offers for the last of the words.
    private func complete(_ words: [String], environment: [String: String] = [:]) async throws -> [String] {
        let script = """
            source <(zmqinspect completion bash)
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            _zmqinspect
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let folder = InspectorRun.program.deletingLastPathComponent().path
        let result = try await InspectorRun(
            ["--norc", "-c", script],
            environment: environment.merging(["PATH": "\(folder):/usr/bin:/bin"]) { $1 },
            program: URL(fileURLWithPath: "/bin/bash"))
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.lines
    }
}

private enum Surroundings {
    static let examples = Program.inspectorVerbs.flatMap { $0.examples }

    /// The file that `help reply` shows.
    static let replyFile = ReplyVerb.explanation.components(separatedBy: "\n\n").first { $0.hasPrefix("  {") } ?? ""

    static let zsh = ["/usr/bin/zsh", "/bin/zsh"].first { FileManager.default.isExecutableFile(atPath: $0) }
}
