import CallModel
import Schema
import Descriptors
import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect list`: who is there, and what they serve.
enum ListVerb: InspectorVerb {
    static let name = "list"
    static let summary = "processes that answer, and the methods they serve"
    static let synopsis = "[SERVICE...]"
    static let explanation = """
        Asks every target who it is: service, instance, version, time since it started, where its tap is, whether its bus is
        encrypted, calls running. With the name of a service or instance, or with --methods, lists its methods instead, as each
        process describes them or as --schema does.
        """
    static let ownOptions: [Option] = [.flag("methods", "list methods instead of processes")]
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let examples = ["zmqinspect list", "zmqinspect list signaling", "zmqinspect list --json | jq -r .target"]
    static let words = CompletedWords.services

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        if arguments.rest.isEmpty, !arguments.has("methods") {
            try arguments.refuse(OptionGroup.schema.options, "goes with --methods or the name of a service")
        }
        return try await Inspection.with(arguments) { inspection in
            let roll = try await inspection.callRoll()
            guard !roll.present.isEmpty else { throw inspection.failure(roll.absent) }
            guard arguments.rest.isEmpty, !arguments.has("methods") else {
                return try await listMethods(arguments, inspection, roll.present)
            }
            show(roll, inspection.console)
            return .success
        }
    }

    private static func show(_ roll: Inspection.Roll, _ console: Console) {
        if console.isJSON {
            for attachment in roll.present { console.emit(.process, members(attachment)) }
            for absence in roll.absent {
                var members = MemberList()
                members.add("target", absence.endpoint)
                members.add("cause", absence.sentence)
                console.emit(.silent, members)
            }
            return
        }
        let rows = roll.present.map { attachment -> [String] in
            let stats = attachment.stats
            return [
                printable(stats.service), printable(stats.instance), attachment.endpoint, printable(stats.version),
                Quantity.short(.milliseconds(Int64(clamping: stats.uptimeMs))), "\(stats.runningHandlers)",
                stats.isEncrypted ? "curve" : console.paint("plain", .dim),
                stats.tapEndpoint.isEmpty ? console.paint("off", .dim) : printable(stats.tapEndpoint),
            ]
        }
        console.table(
            ["SERVICE", "INSTANCE", "ENDPOINT", "VERSION", "UP", "RUNNING", "BUS", "TAP"], rows, rightAligned: [4, 5])
        for absence in roll.absent {
            console.remark(console.paint("\(absence.endpoint)  \(absence.sentence)", .red))
        }
    }

    /// As in `topology`, and where it answered.
    private static func members(_ attachment: Attachment) -> MemberList {
        var members = MemberList()
        members.add("target", attachment.endpoint)
        members.add(process: attachment.stats)
        return members
    }

    private static func listMethods(
        _ arguments: Arguments, _ inspection: Inspection, _ attachments: [Attachment]
    ) async throws -> ExitCode {
        let shelf = try SchemaShelf(arguments, patience: inspection.patience)
        let index = MethodIndex(await shelf.descriptions(of: attachments))
        let words = arguments.rest.map { $0.lowercased() }
        let chosen = index.entries.filter { entry in
            let service = entry.method.service.lowercased()
            return words.isEmpty
                || words.contains { word in
                    service == word || service.hasSuffix("." + word) || entry.servers.contains { $0.isCalled(word) }
                }
        }
        guard !chosen.isEmpty else {
            let known = Set(attachments.flatMap { [$0.stats.service, $0.stats.instance] }).sorted()
            let meant = arguments.rest.first.flatMap { Spelling.nearest(to: $0, among: known) }
            let guess = meant.map { "did you mean \($0)?" } ?? "there is \(known.joined(separator: ", "))"
            throw VerbFailure("nobody serves \(arguments.rest.joined(separator: " ")); \(guess)", code: .failure)
        }
        let console = inspection.console
        for entry in chosen {
            if console.isJSON {
                console.emit(.servedMethod, members(entry))
            } else {
                console.say(line(entry, console))
            }
        }
        return .success
    }

    private static func line(_ entry: MethodIndex.Entry, _ console: Console) -> String {
        var notes: [String] = []
        if entry.method.declaration.isServerStreaming { notes.append("stream") }
        switch entry.method.declaration.idempotency {
        case .noSideEffects: notes.append("no side effects")
        case .idempotent: notes.append("idempotent")
        case .unknown: break
        }
        if entry.descriptor.isPublicToClients { notes.append("clients may call it") }
        if entry.isDangerous { notes.append(console.paint("dangerous", .yellow)) }
        let path = entry.method.path
        return notes.isEmpty ? path : "\(path.padded(to: 44)) \(console.paint(notes.joined(separator: ", "), .dim))"
    }

    private static func members(_ entry: MethodIndex.Entry) -> MemberList {
        let declaration = entry.method.declaration
        var members = MemberList()
        members.add("method", entry.method.path)
        members.add("request", declaration.request)
        members.add("response", declaration.response)
        members.add("is_stream", declaration.isServerStreaming)
        members.add("idempotency", word(declaration.idempotency))
        members.add("is_public_to_clients", entry.descriptor.isPublicToClients)
        members.add("is_dangerous", entry.isDangerous)
        members.add("served_by", entry.servers.map(\.name))
        return members
    }

    private static func word(_ idempotency: MethodDeclaration.Idempotency) -> String {
        switch idempotency {
        case .noSideEffects: "no_side_effects"
        case .idempotent: "idempotent"
        case .unknown: "unknown"
        }
    }
}
