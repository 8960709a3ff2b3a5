import Bus
import CommandLineKit
import Schema
import Wire

/// A method and the processes that a call of it may go to.
struct CallTarget: Sendable {
    let entry: MethodIndex.Entry
    /// Of those that serve it, the ones that the command line allows.
    let servers: [Attachment]
    let channel: BusChannel

    /// Finds who serves the method; `--to` narrows. Refuses a dangerous method without `--dangerous`.
    init(_ word: String, _ arguments: Arguments, _ inspection: Inspection) async throws {
        let shelf = try SchemaShelf(arguments, patience: inspection.patience)
        let index = MethodIndex(await shelf.descriptions(of: try await inspection.attachAll()))
        entry = try index.find(word)
        guard let to = arguments["to"] else {
            servers = entry.servers
            channel = inspection.channel(to: servers)
            try CallTarget.check(entry, arguments)
            return
        }
        servers = entry.servers.filter { $0.isCalled(to) }
        guard !servers.isEmpty else {
            let names = entry.servers.map(\.name).joined(separator: ", ")
            throw VerbFailure("nobody called \(to) serves \(entry.method.path): \(names)", code: .unreachable)
        }
        channel = inspection.channel(to: servers)
        try CallTarget.check(entry, arguments)
    }

    private static func check(_ entry: MethodIndex.Entry, _ arguments: Arguments) throws {
        guard entry.isDangerous, !arguments.has("dangerous") else { return }
        throw VerbFailure(
            "people notice \(entry.method.path): the contract marks it dangerous. Say --dangerous to call it.",
            code: .usage)
    }

    /// Who may have answered, in words.
    var whom: String { servers.count == 1 ? servers[0].name : "one of \(servers.count) instances" }
}
