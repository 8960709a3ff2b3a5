private import CDescriptor
private import CWireArena

/// A FileDescriptorSet as values: what protoc writes, what a service answers Describe with.
///
/// The bytes may come from a stranger. They are bounded before protobuf-c sees them: in size, in the memory their tree may
/// take, and in nesting, because protobuf-c recurses without a limit and DescriptorProto can contain itself.
public struct DescriptorSet: Sendable, Hashable {
    /// Longest set, in bytes. The contract's own has about 20 KiB.
    public static let longest = 4 << 20
    /// Deepest nesting of message types within message types.
    public static let deepestNesting = 16
    /// Memory of the C tree, which is gone when `init` returns.
    static let memoryBudget = 64 << 20

    public var files: [FileDeclaration]

    /// A set of these files.
    public init(files: [FileDeclaration]) { self.files = files }

    /// Reads a set.
    public init(decoding bytes: [UInt8]) throws(DescriptorError) {
        files = try unsafe DescriptorSet.withTree(bytes) { (set) throws(DescriptorError) in
            var files: [FileDeclaration] = []
            for index in unsafe 0..<set.pointee.n_file {
                if let file = unsafe set.pointee.file[index] { files.append(try unsafe Self.load(file.pointee)) }
            }
            return files
        }
    }

    /// The same set without comments, re-encoded: what processes tell each other about the contract.
    public static func withoutComments(_ bytes: [UInt8]) throws(DescriptorError) -> [UInt8] {
        try unsafe withTree(bytes) { (set) throws(DescriptorError) in
            // Pointers into the arena: nothing is lost by letting go of them.
            for index in unsafe 0..<set.pointee.n_file {
                unsafe set.pointee.file[index]?.pointee.source_code_info = nil
            }
            let size = unsafe google__protobuf__file_descriptor_set__get_packed_size(set)
            return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = unsafe google__protobuf__file_descriptor_set__pack(set, buffer.baseAddress)
            }
        }
    }

    /// The number of a custom option; `nil` if no file declares it.
    public func optionNumber(_ name: String, extending extendee: String) -> UInt32? {
        for file in files {
            for option in file.extensions where option.name == name && option.extendee == extendee {
                return option.number
            }
        }
        return nil
    }

    private typealias Tree = UnsafeMutablePointer<Google__Protobuf__FileDescriptorSet>

    private static func withTree<Result>(
        _ bytes: [UInt8], _ body: (Tree) throws(DescriptorError) -> Result
    ) throws(DescriptorError) -> Result {
        guard bytes.count <= longest else { throw .tooLarge(limit: longest) }
        try checkNesting(bytes)
        guard let arena = unsafe wire_arena_open(memoryBudget) else { throw .outOfMemoryBudget(limit: memoryBudget) }
        defer { unsafe wire_arena_close(arena) }
        guard
            let set = unsafe google__protobuf__file_descriptor_set__unpack(
                wire_arena_allocator(arena), bytes.count, bytes)
        else { throw unsafe wire_arena_was_refused(arena) ? .outOfMemoryBudget(limit: memoryBudget) : .malformed }
        return try unsafe body(set)
    }

    /// Follows the one path of descriptor.proto that can repeat: FileDescriptorSet.file (1), FileDescriptorProto.message_type
    /// (4), then DescriptorProto.nested_type (3) again and again.
    private static func checkNesting(_ bytes: [UInt8]) throws(DescriptorError) {
        var level: [ArraySlice<UInt8>] = [bytes[...]]
        for depth in 0..<(2 + deepestNesting) {
            let step: UInt32 = depth == 0 ? 1 : depth == 1 ? 4 : 3
            var next: [ArraySlice<UInt8>] = []
            for slice in level {
                var reader = WireReader(slice)
                while let field = try reader.next() {
                    if field.number == step, case .bytes(let inner) = field.value { next.append(inner) }
                }
            }
            guard !next.isEmpty else { return }
            level = next
        }
        for slice in level {
            var reader = WireReader(slice)
            while let field = try reader.next() {
                if field.number == 3 { throw .tooDeep(limit: deepestNesting) }
            }
        }
    }
}
