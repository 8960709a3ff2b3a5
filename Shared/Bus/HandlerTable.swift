import Wire

/// The methods a node answers, by path.
struct HandlerTable: Sendable {
    final class Entry: Sendable {
        let handler: RPCHandler
        /// Health and Introspect answer while the node drains.
        let isBuiltIn: Bool
        /// Open to peers that may only read.
        let isReadable: Bool
        /// Among the entries: where its numbers are.
        let number: Int

        init(_ handler: RPCHandler, isBuiltIn: Bool, number: Int) {
            self.number = number
            self.handler = handler
            self.isBuiltIn = isBuiltIn
            isReadable = isBuiltIn || handler.method.isReadOnly
        }
    }

    private(set) var entries: [Entry] = []
    private var paths: Set<String> = []

    /// False if the method is there already.
    mutating func add(_ handler: RPCHandler, isBuiltIn: Bool = false) -> Bool {
        guard paths.insert(handler.method.path).inserted else { return false }
        entries.append(Entry(handler, isBuiltIn: isBuiltIn, number: entries.count))
        return true
    }

    var services: [String] { Set(entries.map(\.handler.method.service)).sorted() }
}
