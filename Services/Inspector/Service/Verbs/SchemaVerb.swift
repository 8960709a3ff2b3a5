import CallModel
import Descriptors
import CommandLineKit
import Foundation
import InspectorCore
import Schema
import Wire

/// `zmqinspect schema`: whole contracts: what they have, what changed between two, and the file to keep.
enum SchemaVerb: InspectorVerb {
    static let name = "schema"
    static let summary = "whole contracts: describe, diff, export"
    static let synopsis = "describe | diff A B | export FILE"
    static let explanation = """
        describe   the names that each distinct contract among the targets has, and who speaks it
        diff A B   what changed from A to B; each is a FileDescriptorSet or a target. Exit code 1 if a change breaks callers
        export F   writes the contract as a FileDescriptorSet, for --schema, protoc --descriptor_set_in and others; - is
                   standard output. All targets must speak the same one: choose with --target
        """
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let examples = [
        "zmqinspect schema describe", "zmqinspect schema export contract.set",
        "zmqinspect schema diff contract.set tcp://127.0.0.1:7103",
    ]
    static let words = CompletedWords.fixed(["describe", "diff", "export"])

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        switch (arguments.rest.first, arguments.rest.count) {
        case ("describe", 1): return try await Inspection.with(arguments) { try await describe(arguments, $0) }
        case ("diff", 3):
            try arguments.refuse(OptionGroup.schema.options, "goes with describe; a file to compare stands after diff")
            return try await diff(arguments)
        case ("export", 2):
            try arguments.refuse(OptionGroup.schema.options + [.flag("json")], "goes with describe")
            return try await Inspection.with(arguments) { try await export(arguments, $0) }
        default: throw ArgumentFailure(message: "it takes describe, diff A B, or export FILE")
        }
    }

    private static func describe(_ arguments: Arguments, _ inspection: Inspection) async throws -> ExitCode {
        let shelf = try SchemaShelf(arguments, patience: inspection.patience)
        let described = await shelf.descriptions(of: try await inspection.attachAll())
        let console = inspection.console
        for (hash, group) in Dictionary(grouping: described, by: \.description.schemaHash).sorted(by: {
            $0.key < $1.key
        }) {
            guard let pool = group.first?.description.schema else { continue }
            let speakers = group.map(\.attachment.name)
            if console.isJSON {
                var members = MemberList()
                members.add("schema_hash", Hexadecimal.encode(hash))
                members.add("spoken_by", speakers)
                members.add("services", pool.allServices.map(\.fullName))
                members.add("methods", pool.methods.map(\.path))
                members.add("messages", pool.messageNames)
                members.add("enums", pool.enumNames)
                console.emit(.contract, members)
                continue
            }
            console.say(
                console.paint("contract \(Hexadecimal.encode(hash))", .bold)
                    + ", spoken by \(speakers.map(printable).joined(separator: ", "))")
            for (title, names) in [
                ("services", pool.allServices.map(\.fullName)), ("methods", pool.methods.map(\.path)),
                ("messages", pool.messageNames), ("enums", pool.enumNames),
            ] {
                console.say(console.paint("\(title) (\(names.count))", .dim))
                for name in names { console.say("  " + name) }
            }
        }
        return .success
    }

    private static func diff(_ arguments: Arguments) async throws -> ExitCode {
        let console = try Console(arguments)
        let old = try await contract(arguments.rest[1], arguments)
        let new = try await contract(arguments.rest[2], arguments)
        let differences = old.differences(to: new)
        for difference in differences {
            if console.isJSON {
                var members = MemberList()
                members.add("effect", "\(difference.effect)")
                members.add("subject", difference.subject)
                members.add("change", difference.change)
                console.emit(.contractChange, members)
            } else {
                let effect = "\(difference.effect)".padded(to: 10)
                console.say(
                    "\(console.paint(effect, difference.effect == .breaking ? .red : .green))  \(difference.subject)  \(difference.change)"
                )
            }
        }
        let breaking = differences.filter { $0.effect == .breaking }.count
        console.remark("\(differences.count) changes, \(breaking) of them breaking")
        return breaking == 0 ? .success : .failure
    }

    /// A contract by the name of a file, or spoken at an endpoint.
    private static func contract(_ word: String, _ arguments: Arguments) async throws -> SchemaPool {
        guard let target = Target(word) else { return try SchemaShelf.read(word) }
        let inspection = try Inspection(arguments)
        defer { Task { await inspection.close() } }
        switch await inspection.attach(target) {
        case .success(let attachment):
            return try await SchemaShelf(arguments, patience: inspection.patience).description(of: attachment).schema
        case .failure(let error): throw inspection.failure([inspection.absence(target, error)])
        }
    }

    private static func export(_ arguments: Arguments, _ inspection: Inspection) async throws -> ExitCode {
        let attachments = try await inspection.attachAll()
        var sets: [UInt64: [UInt8]] = [:]
        for attachment in attachments {
            let answer = try await Proto.IntrospectClient(attachment.channel)
                .describe(Proto.DescribeRequest(), CallOptions(timeout: inspection.patience))
            sets[answer.schemaHash] = answer.fileDescriptorSet
        }
        guard sets.count == 1, let (hash, set) = sets.first else {
            throw VerbFailure("the targets speak \(sets.count) different contracts: choose one with --target")
        }
        let path = arguments.rest[1]
        if path == "-" {
            FileHandle.standardOutput.write(Data(set))
        } else {
            do { try Data(set).write(to: URL(fileURLWithPath: path)) } catch {
                throw VerbFailure("cannot write \(path): \(error.localizedDescription)")
            }
            inspection.console.remark("\(path): \(set.count) bytes, contract \(Hexadecimal.encode(hash))")
        }
        return .success
    }
}
