// Thread: the loop's. Phase: I/O. Rules: R1-R6. Everything is sized at creation.

/// From SSRC to whatever index the loop keeps for it. Fixed size, no allocation: open addressing, linear probing.
package struct SourceTable: Sendable {
    private struct Entry: Sendable {
        var ssrc: UInt32 = 0
        /// -1: free.
        var index: Int32 = -1
    }

    private var entries: [Entry]
    private let mask: Int
    package let capacity: Int
    package private(set) var count = 0

    /// Room for `capacity` sources, at most half full.
    package init(capacity: Int) {
        precondition(capacity > 0, "source table capacity")
        var size = 4
        while size < capacity * 2 { size *= 2 }
        entries = Array(repeating: Entry(), count: size)
        mask = size - 1
        self.capacity = capacity
    }

    /// The index kept for a source; `nil` for a stranger.
    package subscript(ssrc: SSRC) -> Int? {
        let place = place(of: ssrc.rawValue)
        let index = entries[place].index
        return index >= 0 ? Int(index) : nil
    }

    /// `false` if the table is full or has the source already.
    package mutating func insert(_ ssrc: SSRC, _ index: Int) -> Bool {
        let place = place(of: ssrc.rawValue)
        guard count < capacity, entries[place].index < 0 else { return false }
        entries[place] = Entry(ssrc: ssrc.rawValue, index: Int32(truncatingIfNeeded: index))
        count += 1
        return true
    }

    /// Forgets a source; a stranger is no error.
    package mutating func remove(_ ssrc: SSRC) {
        var hole = place(of: ssrc.rawValue)
        guard entries[hole].index >= 0 else { return }
        count -= 1
        // Moves later entries of the same run back, so that no search stops early at the hole.
        var next = (hole + 1) & mask
        while entries[next].index >= 0 {
            let home = home(of: entries[next].ssrc)
            if (next - home) & mask >= (next - hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        entries[hole] = Entry()
    }

    /// Where the source is, or the free place where it would go.
    private func place(of ssrc: UInt32) -> Int {
        var place = home(of: ssrc)
        while entries[place].index >= 0 && entries[place].ssrc != ssrc { place = (place + 1) & mask }
        return place
    }

    /// SSRCs are ours and random, so a multiplication spreads them well enough.
    private func home(of ssrc: UInt32) -> Int { Int((UInt64(ssrc) &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask }
}
