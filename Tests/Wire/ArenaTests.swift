import Testing

@testable import Wire

@Suite("Arena")
struct ArenaTests {
    @Test("nothing is handed out beyond the budget, also when it is asked for at once")
    func budget() throws {
        let arena = try Arena(budget: 1 << 16)
        #expect(throws: WireError.outOfMemoryBudget(limit: 1 << 16)) {
            _ = try unsafe arena.take(1 << 16, of: UInt64.self)
        }
        var blocks = 0
        while let block = try? unsafe arena.take(128, of: UInt64.self) {
            unsafe block.update(repeating: .max, count: 128)
            blocks += 1
        }
        #expect(blocks == (1 << 16) / (1024 + 8))
        let wasRefused = arena.wasRefused
        #expect(wasRefused)
    }

    @Test("blocks are aligned and do not overlap, in the thread's scratch block and beyond it")
    func blocks() throws {
        let arena = try Arena(budget: 1 << 20)
        var previousEnd: UInt = 0
        for size in 1..<400 {
            let block = try unsafe arena.take(size, of: UInt8.self)
            unsafe block.update(repeating: 0xff, count: size)
            let start = UInt(bitPattern: block)
            #expect(start % 8 == 0)
            if start > previousEnd {
                previousEnd = start + UInt(size)
            } else {
                #expect(start + UInt(size) < previousEnd)
            }
        }
    }

    @Test("a second arena on the same thread is independent of the first")
    func nested() throws {
        let outer = try Arena(budget: 4096)
        let first = try unsafe outer.take(1, of: UInt64.self)
        unsafe first.pointee = 1
        do {
            let inner = try Arena(budget: 4096)
            let second = try unsafe inner.take(1, of: UInt64.self)
            unsafe second.pointee = 2
        }
        let third = try unsafe outer.take(1, of: UInt64.self)
        unsafe third.pointee = 3
        #expect(unsafe first.pointee == 1)
    }
}
