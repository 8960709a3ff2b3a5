// Thread: `give` on the loop thread, `collect` on the control thread. Phase: I/O. Rules: R1-R4, R6.

/// Returns memory from a real-time thread to the thread that made it, to be freed there.
///
/// The loop never frees: what it no longer needs it gives back, and the control thread lets go of it. The queue is
/// made as large as the number of objects that can be out at once, so a full queue means that one was given back twice;
/// even then nothing is lost, the object stays with the loop.
///
/// Ordering argument: the object travels through an `SPSCRing`. All that the loop did to it happens before the release
/// store of `give`, and the control thread touches it only after the acquire load of `collect`; so the control thread
/// frees a state that no loop instruction can still be using.
public final class GiveBackQueue<Object: ~Copyable & Sendable>: Sendable {
    @usableFromInline let ring: SPSCRing<Object>

    /// `capacity`: how many objects can be out at once.
    public init(capacity: Int) {
        ring = SPSCRing(capacity: capacity)
    }

    /// Loop thread only. Returns the object if the queue is full; the loop keeps it and tries again next turn.
    @inlinable
    public func give(_ object: consuming Object) -> Object? {
        ring.push(object)
    }

    /// Control thread only. Hands over everything given back so far and returns how many that were.
    @discardableResult
    public func collect(_ body: (consuming Object) -> Void) -> Int {
        var count = 0
        // Bounded by the capacity, so that a busy loop cannot hold the control thread here.
        while count < ring.capacity, let object = ring.pop() {
            body(object)
            count += 1
        }
        return count
    }

    /// How many objects wait to be collected. A snapshot.
    public var count: Int { ring.count }
}
