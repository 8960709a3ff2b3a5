import CallModel
import Descriptors
import CommandLineKit
import InspectorCore
import Schema
import Wire

/// `zmqinspect describe`: a service, method, message or enum as its .proto file has it.
enum DescribeVerb: InspectorVerb {
    static let name = "describe"
    static let summary = "a service, method, message or enum, as the process itself describes it"
    static let synopsis = "[SYMBOL...]"
    static let explanation = """
        Shows declarations as a .proto file would, from the schema that the process serves, not from this program's own. Names
        may be given without their package. Of a method it also shows request and response, and a JSON request to fill in.
        Without a symbol: every service.
        """
    static let groups: [OptionGroup] = [.targets, .schema, .output]
    static let examples = [
        "zmqinspect describe Signaling", "zmqinspect describe Signaling/Call", "zmqinspect describe CallSnapshot",
    ]
    static let words = CompletedWords.symbols

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        if arguments["schema"] != nil {
            try arguments.refuse(OptionGroup.targets.options, "goes with running processes, not with --schema")
            return try describe(
                arguments.rest, in: [SchemaShelf.read(try arguments.required("schema"))], try Console(arguments))
        }
        return try await Inspection.with(arguments) { inspection in
            let shelf = try SchemaShelf(arguments, patience: inspection.patience)
            let described = await shelf.descriptions(of: try await inspection.attachAll())
            var seen: Set<UInt64> = []
            let pools = described.map(\.description).filter { seen.insert($0.schemaHash).inserted }.map(\.schema)
            return try describe(arguments.rest, in: pools, inspection.console)
        }
    }

    private static func describe(
        _ symbols: [String], in pools: [SchemaPool], _ console: Console
    ) throws -> ExitCode {
        guard !symbols.isEmpty else {
            for service in pools.first?.allServices ?? [] {
                let text = pools.first?.text(service) ?? ""
                show(service.fullName, "service", text, console) { text + "\n" }
            }
            return .success
        }
        for (position, symbol) in symbols.enumerated() {
            guard let found = pools.lazy.compactMap({ Symbol(symbol, in: $0) }).first else {
                let guess = guess(symbol, in: pools).map { " (did you mean \($0)?)" } ?? ""
                throw VerbFailure(
                    "nothing is called \(symbol)\(guess); `zmqinspect schema describe` lists every name", code: .failure
                )
            }
            show(found.name, found.kind, found.text, console) {
                (position > 0 ? "\n" : "")
                    + "\(console.paint("\(found.name) is a \(found.kind)", .dim))\n\(found.text)"
            }
        }
        return .success
    }

    /// The nearest name, without its package as it was typed.
    private static func guess(_ symbol: String, in pools: [SchemaPool]) -> String? {
        let names = pools.flatMap { $0.allServices.map(\.fullName) + $0.messageNames + $0.enumNames }
        return Spelling.nearest(to: symbol, among: names.map { $0.split(separator: ".").last.map(String.init) ?? $0 })
    }

    private static func show(_ name: String, _ kind: String, _ text: String, _ console: Console, _ lines: () -> String)
    {
        guard console.isJSON else { return console.say(lines()) }
        var members = MemberList()
        members.add("name", name)
        members.add("kind", kind)
        members.add("text", text)
        console.emit(.declaration, members)
    }
}

/// What a name of a schema means.
private struct Symbol {
    let name: String
    let kind: String
    let text: String

    init?(_ word: String, in pool: SchemaPool) {
        if let service = MethodIndex.best(word, pool.allServices.map { ($0.fullName, $0) }).first {
            (name, kind, text) = (service.fullName, "service", pool.text(service))
        } else if let name = MethodIndex.best(word, pool.messageNames.map { ($0, $0) }).first,
            let message = pool.message(name)
        {
            (self.name, kind, text) = (name, "message", pool.text(message))
        } else if let name = MethodIndex.best(word, pool.enumNames.map { ($0, $0) }).first,
            let enumeration = pool.enumeration(name)
        {
            (self.name, kind, text) = (name, "enum", pool.text(enumeration))
        } else if let method = MethodIndex.best(word, pool.methods.map { ($0.path, $0) }).first {
            name = method.path
            kind = "method"
            let parts = [method.declaration.request, method.declaration.response].compactMap { pool.message($0) }
            let example = pool.example(of: method.declaration.request).text
            text =
                (method.declaration.comment.lines.map { "// " + $0 } + [pool.text(method), ""]
                + parts.map { pool.text($0) + "\n" } + ["zmqinspect call \(shortPath(method)) '\(example)'"])
                .joined(separator: "\n")
        } else {
            return nil
        }
    }
}

/// `Signaling/Call`: what `call` takes.
private func shortPath(_ method: SchemaPool.Method) -> String {
    let service = method.service.split(separator: ".").last.map(String.init) ?? method.service
    return service + "/" + method.declaration.name
}
