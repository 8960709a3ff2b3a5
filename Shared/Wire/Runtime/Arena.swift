internal import CWireArena

/// Memory for one protobuf-c tree; see CWireArena.h. Lives within one synchronous function, on one thread.
@safe struct Arena: ~Copyable {
    private let arena: OpaquePointer
    private let budget: Int

    init(budget: Int) throws(WireError) {
        guard let arena = unsafe wire_arena_open(budget) else { throw .outOfMemoryBudget(limit: budget) }
        unsafe self.arena = arena
        self.budget = budget
    }

    deinit { unsafe wire_arena_close(arena) }

    /// What protobuf-c's unpack functions take.
    var allocator: UnsafeMutablePointer<ProtobufCAllocator> { unsafe wire_arena_allocator(arena) }

    /// Whether the budget was used up.
    var wasRefused: Bool { unsafe wire_arena_was_refused(arena) }

    /// Uninitialised memory for `count` values.
    func take<Value>(_ count: Int, of type: Value.Type) throws(WireError) -> UnsafeMutablePointer<Value> {
        guard let block = unsafe wire_arena_take(arena, count * MemoryLayout<Value>.stride) else {
            throw .outOfMemoryBudget(limit: budget)
        }
        return unsafe block.bindMemory(to: Value.self, capacity: count)
    }
}
