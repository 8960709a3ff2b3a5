// Thread: `push` on one thread, `pop` on one other. Phase: any. Rules: R1-R4, R6.

/// A bounded queue between exactly two threads: packets or orders from one to the other.
///
/// Elements are moved in and moved out, so that an element that owns memory changes its owner without a copy, a
/// retain or a lock. The ordering argument is in `RingPositions`. A generic function cannot carry `@_noLocks` itself;
/// `push` and `pop` are inlinable, so the fence is checked wherever a fenced function uses them with a concrete
/// element (RealtimeTests has one), and the positions are fenced in their own right.
///
/// A full ring refuses: the caller keeps the element and decides. Nothing grows.
@safe
public final class SPSCRing<Element: ~Copyable & Sendable>: @unchecked Sendable {
    @usableFromInline let positions: RingPositions
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    /// How many elements fit.
    public let capacity: Int

    /// Allocates room for `capacity` elements; to be called outside the real-time threads.
    public convenience init(capacity: Int) {
        self.init(capacity: capacity, start: 0)
    }

    init(capacity: Int, start: UInt) {
        positions = RingPositions(capacity: capacity, start: start)
        unsafe slots = .allocate(capacity: RingPositions.slotCount(for: capacity))
        self.capacity = capacity
    }

    deinit {
        while let slot = positions.slotToEmpty() {
            unsafe (slots + slot).deinitialize(count: 1)
            positions.publishEmptied()
        }
        unsafe slots.deallocate()
    }

    /// Producer thread only. Returns the element when the ring is full, `nil` when it was taken.
    @inlinable
    public func push(_ element: consuming Element) -> Element? {
        guard let slot = positions.slotToFill() else { return element }
        unsafe (slots + slot).initialize(to: element)
        positions.publishFilled()
        return nil
    }

    /// Consumer thread only. The oldest element, `nil` when the ring is empty.
    @inlinable
    public func pop() -> Element? {
        guard let slot = positions.slotToEmpty() else { return nil }
        let element = unsafe (slots + slot).move()
        positions.publishEmptied()
        return element
    }

    /// How many elements wait. A snapshot that is exact only while both sides rest.
    public var count: Int { positions.fullCount() }
}
