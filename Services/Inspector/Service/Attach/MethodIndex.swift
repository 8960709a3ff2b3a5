import Descriptors
import CommandLineKit
import Schema
import Wire

/// The methods that the attached processes serve, and who serves them.
struct MethodIndex: Sendable {
    struct Entry: Sendable {
        let method: SchemaPool.Method
        let schema: SchemaPool
        var servers: [Attachment]

        /// For the bus.
        var descriptor: MethodDescriptor {
            MethodDescriptor(
                service: method.service, name: method.declaration.name,
                isServerStreaming: method.declaration.isServerStreaming,
                isIdempotent: method.declaration.idempotency != .unknown,
                isPublicToClients: schema.isSet("public_to_clients", on: method))
        }

        var isDangerous: Bool { schema.isSet("dangerous", on: method) }
    }

    /// By path, sorted.
    private(set) var entries: [Entry] = []

    init(_ described: [(attachment: Attachment, description: SchemaShelf.Description)]) {
        var byPath: [String: Entry] = [:]
        for (attachment, description) in described {
            for method in description.schema.methods where description.services.contains(method.service) {
                byPath[method.path, default: Entry(method: method, schema: description.schema, servers: [])]
                    .servers.append(attachment)
            }
        }
        entries = byPath.values.sorted { $0.method.path < $1.method.path }
    }

    /// The method that a person means: the whole path, the path without package, or the bare name if only one has it; a dot
    /// may stand for the slash, and case does not matter.
    func find(_ word: String) throws(ArgumentFailure) -> Entry {
        let matches = MethodIndex.best(word, entries.map { ($0.method.path, $0) })
        if matches.count == 1, let match = matches.first { return match }
        let names = (matches.isEmpty ? close(to: word) : matches).map(\.method.path)
        let list = names.isEmpty ? "" : ": " + names.prefix(6).joined(separator: ", ")
        throw ArgumentFailure(
            message: matches.isEmpty
                ? "no process serves \(word)"
                    + (names.isEmpty
                        ? "; `zmqinspect list --methods` shows what there is" : "; close are" + list.dropFirst(1))
                : "\(word) is one of several\(list)")
    }

    /// Those of the named things that fit best: exactly, else by the end of the name.
    static func best<Value>(_ word: String, _ named: [(name: String, value: Value)]) -> [Value] {
        let word = word.lowercased()
        let exact = named.filter { $0.name.lowercased() == word }
        if !exact.isEmpty { return exact.map(\.value) }
        let slashed =
            word.contains("/")
            ? word
            : word.lastIndex(of: ".").map { index in
                word[..<index] + "/" + word[word.index(after: index)...]
            } ?? word
        return named.filter { name, _ in
            let name = name.lowercased()
            return ["." + word, "/" + word, "." + slashed].contains { name.hasSuffix($0) } || name == slashed
        }.map(\.value)
    }

    private func close(to word: String) -> [Entry] {
        let name = word.lowercased().split { $0 == "/" || $0 == "." }.last.map(String.init) ?? ""
        guard name.count >= 3 else { return [] }
        return entries.filter { $0.method.declaration.name.lowercased().contains(name.prefix(4)) }
    }
}
