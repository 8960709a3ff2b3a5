// Thread: the writing half on one thread, the reading half on one other. Phase: any. Rules: R1-R4, R7.

import Synchronization

/// The positions of a bounded single-producer, single-consumer ring: which slot may be written and which may be read.
///
/// Both counters only grow; a position's slot is its low bits. `written - read` is how many slots are full, also
/// across the wrap of the counters, because both wrap alike.
///
/// Ordering argument. A slot changes hands twice, and each time through one release store met by one acquire load.
/// The producer fills the slot, then stores `written` with release; a consumer that loads `written` with acquire and
/// finds the new value sees the filled slot. The consumer empties the slot, then stores `read` with release; a producer
/// that loads `read` with acquire and finds the new value knows that the consumer is done with the slot. Each side
/// reads its own counter relaxed, because nobody else writes it. A side that loads an old value of the other's counter
/// sees the ring fuller, or emptier, than it is: it refuses once too often and is never wrong.
///
/// The two counters share a cache line on purpose: they are touched a few hundred times a second.
@usableFromInline
struct RingPositions: ~Copyable {
    /// Written by the producer, read by both; publishes the slots below it. Release store, acquire load.
    private let written = Atomic<UInt>(0)
    /// Written by the consumer, read by both; gives the slots below it back. Release store, acquire load.
    private let read = Atomic<UInt>(0)
    private let capacity: UInt
    private let mask: UInt

    /// `start` is where both counters begin; a test starts just below the wrap.
    init(capacity: Int, start: UInt = 0) {
        precondition(capacity > 0 && capacity <= 1 << 24, "ring capacity")
        self.capacity = UInt(capacity)
        mask = UInt(RingPositions.slotCount(for: capacity)) - 1
        written.store(start, ordering: .relaxed)
        read.store(start, ordering: .relaxed)
    }

    /// The next power of two, so that a slot is the position's low bits.
    static func slotCount(for capacity: Int) -> Int {
        var count = 1
        while count < capacity { count *= 2 }
        return count
    }

    /// Producer: the slot to fill now, `nil` when the ring is full.
    @usableFromInline
    @_noLocks
    borrowing func slotToFill() -> Int? {
        let position = written.load(ordering: .relaxed)
        guard position &- read.load(ordering: .acquiring) < capacity else { return nil }
        return Int(bitPattern: position & mask)
    }

    /// Producer: the slot of the last `slotToFill()` is filled.
    @usableFromInline
    @_noLocks
    borrowing func publishFilled() {
        written.store(written.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Consumer: the slot to empty now, `nil` when the ring is empty.
    @usableFromInline
    @_noLocks
    borrowing func slotToEmpty() -> Int? {
        let position = read.load(ordering: .relaxed)
        guard position != written.load(ordering: .acquiring) else { return nil }
        return Int(bitPattern: position & mask)
    }

    /// Consumer: the slot of the last `slotToEmpty()` is empty.
    @usableFromInline
    @_noLocks
    borrowing func publishEmptied() {
        read.store(read.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// How many slots are full. Exact on a quiet ring, otherwise a snapshot.
    @_noLocks
    borrowing func fullCount() -> Int {
        let emptied = read.load(ordering: .acquiring)
        return Int(bitPattern: written.load(ordering: .acquiring) &- emptied)
    }
}
