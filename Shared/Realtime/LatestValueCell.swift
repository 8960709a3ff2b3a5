// Thread: `publish` on one thread, `takeFresh` and `latest` on one other. Phase: any. Rules: R1-R4, R7.

import Synchronization

/// The swap at the heart of a latest-value cell.
///
/// The cell has three places for a value: one is the writer's, one the reader's, one lies between them. To publish, the
/// writer swaps its place with the middle one and marks it fresh; to take, the reader swaps its place with the middle
/// one if it is fresh. A place has one owner at any time, so neither side ever waits and no value is ever torn.
///
/// Ordering argument. The swap is one atomic exchange with acquire and release. The release half of the writer's swap
/// publishes the value it has just written; the acquire half of the reader's swap receives it. The other direction needs
/// the same: the reader is done with its old place before it releases it into the middle, and the writer acquires it
/// before it overwrites it. The reader's look at the mark before its swap is relaxed: it decides only whether to swap.
@usableFromInline
struct CellMiddle: ~Copyable {
    /// Written and read by both sides; hands over the middle place and the mark. Acquire-release exchange.
    private let middle = Atomic<UInt8>(CellMiddle.middlePlace)

    @usableFromInline static let writerPlace: UInt8 = 0
    private static let middlePlace: UInt8 = 1
    @usableFromInline static let readerPlace: UInt8 = 2
    private static let freshMark: UInt8 = 4
    private static let placeMask: UInt8 = 3

    /// Writer: `place` has been written. Returns the place to write next.
    @usableFromInline
    @_noLocks
    borrowing func publish(_ place: UInt8) -> UInt8 {
        middle.exchange(place | CellMiddle.freshMark, ordering: .acquiringAndReleasing) & CellMiddle.placeMask
    }

    /// Reader: gives `place` for the newest value's place; `nil` if nothing is new.
    @usableFromInline
    @_noLocks
    borrowing func receive(_ place: UInt8) -> UInt8? {
        guard middle.load(ordering: .relaxed) & CellMiddle.freshMark != 0 else { return nil }
        return middle.exchange(place, ordering: .acquiringAndReleasing) & CellMiddle.placeMask
    }
}

/// The newest value of something that one thread keeps updating and one other looks at now and then: levels, counters,
/// settings. Values in between are skipped.
///
/// The element is bitwise copyable, so that publishing is a plain copy without reference counting.
@safe
public final class LatestValueCell<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    @usableFromInline let middle = CellMiddle()
    @usableFromInline let places: UnsafeMutablePointer<Value>
    /// Touched by the writer only.
    @usableFromInline var writerPlace = CellMiddle.writerPlace
    /// Touched by the reader only.
    @usableFromInline var readerPlace = CellMiddle.readerPlace

    /// Starts with `initial`, which is not fresh.
    public init(_ initial: Value) {
        unsafe places = .allocate(capacity: 3)
        unsafe places.initialize(repeating: initial, count: 3)
    }

    deinit { unsafe places.deallocate() }

    /// Writer thread only.
    @inlinable
    public func publish(_ value: Value) {
        unsafe places[Int(writerPlace)] = value
        writerPlace = middle.publish(writerPlace)
    }

    /// Reader thread only. The newest value if there is one that was not taken yet.
    @inlinable
    public func takeFresh() -> Value? {
        guard let place = middle.receive(readerPlace) else { return nil }
        readerPlace = place
        return unsafe places[Int(place)]
    }

    /// Reader thread only. The newest value, taken before or not.
    @inlinable
    public func latest() -> Value {
        if let place = middle.receive(readerPlace) { readerPlace = place }
        return unsafe places[Int(readerPlace)]
    }
}
