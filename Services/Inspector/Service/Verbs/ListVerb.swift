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
        encrypted, calls running. With the name of a service or instance, or with --methods, lists its methods instead.
        """
    static let ownOptions: [Option] = [.flag("methods", "list methods instead of processes")]
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let examples = ["zmqinspect list", "zmqinspect list signaling", "zmqinspect list --json | jq -r .endpoint"]
    static let words = CompletedWords.services

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await Inspection.with(arguments) { inspection in
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
            for attachment in roll.present { console.emit(json(attachment)) }
            for absence in roll.absent {
                console.emit(["endpoint": .string(absence.endpoint), "error": .string(absence.sentence)])
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

    private static func json(_ attachment: Attachment) -> JSONValue {
        let stats = attachment.stats
        return [
            "endpoint": .string(attachment.endpoint), "service": .string(stats.service),
            "instance": .string(stats.instance), "version": .string(stats.version),
            "uptimeMs": .integer(Int64(clamping: stats.uptimeMs)), "epoch": .string(Hexadecimal.encode(stats.epoch)),
            "running": .integer(Int64(stats.runningHandlers)), "isEncrypted": .bool(stats.isEncrypted),
            "tap": .string(stats.tapEndpoint),
        ]
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
            throw VerbFailure("nobody serves \(arguments.rest.joined(separator: " "))", code: .failure)
        }
        let console = inspection.console
        for entry in chosen {
            if console.isJSON {
                console.emit(json(entry))
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

    private static func json(_ entry: MethodIndex.Entry) -> JSONValue {
        let declaration = entry.method.declaration
        return [
            "method": .string(entry.method.path), "request": .string(declaration.request),
            "response": .string(declaration.response), "isStreaming": .bool(declaration.isServerStreaming),
            "idempotency": .string("\(declaration.idempotency)"),
            "isPublicToClients": .bool(entry.descriptor.isPublicToClients), "isDangerous": .bool(entry.isDangerous),
            "servedBy": .array(entry.servers.map { .string($0.name) }),
        ]
    }
}
