import CommandLineKit
import Foundation
import Testing

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
        #expect(unknown.errors == "zmqinspect: no such command: lst. `zmqinspect help` lists what there is.\n")
        #expect(try await InspectorRun(["help", "call"]).output == CallVerb.help + "\n")
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

    @Test("the zsh script names every verb and is correct zsh, where there is a zsh")
    func zsh() async throws {
        let script = CompletionScript.zsh
        #expect(script.hasPrefix("#compdef zmqinspect\n"))
        for verb in Program.inspectorVerbs where !verb.name.hasPrefix("__") {
            #expect(script.contains("    \(verb.name)) _arguments"))
        }
        let zsh = ["/usr/bin/zsh", "/bin/zsh"].first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let zsh else { return }
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
