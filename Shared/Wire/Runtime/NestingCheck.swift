internal import CWire
internal import CWireArena

extension Proto {
    /// Walks every message type as protobuf-c sees it and throws if one can contain itself or nests deeper than
    /// `WireLimits.messageDepth`: protobuf-c recurses without a limit of its own. Called once before a process reads
    /// bytes from others; microseconds.
    public static func checkContract() throws(WireError) {
        let check = NestingCheck(limit: WireLimits.messageDepth) { (type: Descriptor) in type.contents }
        for message in allMessages {
            guard let type = message as? any CMessage.Type else { continue }
            try check.check([try Descriptor(of: type)])
        }
    }
}

/// Looks for cycles and for chains longer than a limit, in any graph.
struct NestingCheck<Node: Hashable & CustomStringConvertible> {
    private let limit: Int
    private let contents: (Node) -> [Node]

    init(limit: Int, contents: @escaping (Node) -> [Node]) {
        self.limit = limit
        self.contents = contents
    }

    /// Throws with the root that nests too deep.
    func check(_ roots: [Node]) throws(WireError) {
        var depths: [Node: Int] = [:]
        for root in roots {
            guard let depth = depth(of: root, below: limit, &depths), depth <= limit else {
                throw .unboundedNesting(message: root.description)
            }
        }
    }

    /// How many levels the node spans; `nil` if more than `below`, which every cycle does.
    private func depth(of node: Node, below: Int, _ depths: inout [Node: Int]) -> Int? {
        if let known = depths[node] { return known <= below ? known : nil }
        guard below > 0 else { return nil }
        var deepest = 0
        for inner in contents(node) {
            guard let depth = depth(of: inner, below: below - 1, &depths) else { return nil }
            deepest = max(deepest, depth)
        }
        depths[node] = deepest + 1
        return deepest + 1
    }
}

/// A message type of protobuf-c, told apart by the address of its descriptor.
@safe private struct Descriptor: Hashable, CustomStringConvertible {
    private let pointer: UnsafePointer<ProtobufCMessageDescriptor>

    /// An initialised struct points to its descriptor. (Swift's import of the descriptor itself would be a copy.)
    init<Message: CMessage>(of type: Message.Type) throws(WireError) {
        let arena = try Arena(budget: 1 << 16)
        let c = try unsafe arena.take(1, of: Message.C.self)
        unsafe Message.initialize(c)
        unsafe pointer = UnsafeRawPointer(c).assumingMemoryBound(to: ProtobufCMessage.self).pointee.descriptor
    }

    private init(_ pointer: UnsafePointer<ProtobufCMessageDescriptor>) { unsafe self.pointer = unsafe pointer }

    static func == (left: Descriptor, right: Descriptor) -> Bool { unsafe left.pointer == right.pointer }

    func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }

    var description: String { unsafe String(cString: pointer.pointee.name) }

    /// The types of its message fields.
    var contents: [Descriptor] {
        let fields = unsafe UnsafeBufferPointer(start: pointer.pointee.fields, count: Int(pointer.pointee.n_fields))
        return unsafe fields.compactMap { field in
            guard unsafe field.type == PROTOBUF_C_TYPE_MESSAGE, let inner = unsafe field.descriptor else { return nil }
            return unsafe Descriptor(inner.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
        }
    }
}
