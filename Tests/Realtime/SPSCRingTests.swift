import TestSupport
import Testing

@testable import Realtime

/// Trivial, as packets and orders by value are.
private struct Order: Equatable, Sendable {
    var number: UInt64
    var kind: UInt8
}

/// Counts how many are alive, so that a lost or doubled element shows.
private final class Parcel: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// Owns memory and cannot be copied.
private enum Delivery: ~Copyable, Sendable {
    case parcel(Parcel)
    case number(Int)
}

/// The fence: does not compile if the ring's operations, specialised, allocate, lock or count references.
@_noLocks
private func passThrough(_ ring: SPSCRing<Order>, _ order: Order) -> Order? {
    guard ring.push(order) == nil else { return nil }
    return ring.pop()
}

@Suite("SPSC ring")
struct SPSCRingTests {
    @Test("elements come out in the order they went in")
    func order() {
        let ring = SPSCRing<Int>(capacity: 4)
        for number in 1...3 { #expect(ring.push(number) == nil) }
        #expect([ring.pop(), ring.pop(), ring.pop(), ring.pop()] == [1, 2, 3, nil])
    }

    @Test("takes as many as its capacity and refuses one more, whatever the capacity", arguments: [1, 2, 3, 5, 8, 100])
    func capacity(_ capacity: Int) {
        let ring = SPSCRing<Int>(capacity: capacity)
        for round in 0..<3 {
            for number in 0..<capacity { #expect(ring.push(round * 1_000 + number) == nil) }
            #expect(ring.count == capacity)
            #expect(ring.push(-1) == -1, "the refused element is returned")
            for number in 0..<capacity { #expect(ring.pop() == round * 1_000 + number) }
            #expect(ring.pop() == nil)
        }
    }

    @Test("keeps its order across the wrap of its counters")
    func counterWrap() {
        let ring = SPSCRing<Int>(capacity: 5, start: UInt.max - 7)
        var expected = 0
        for number in 0..<40 {
            #expect(ring.push(number) == nil)
            guard number % 2 == 1 else { continue }
            #expect(ring.pop() == expected)
            #expect(ring.pop() == expected + 1)
            expected += 2
        }
    }

    @Test("a fenced function may use it")
    func fenced() {
        let ring = SPSCRing<Order>(capacity: 1)
        #expect(passThrough(ring, Order(number: 7, kind: 1)) == Order(number: 7, kind: 1))
    }

    @Test("elements left inside die with the ring, the others with their taker")
    func ownership() {
        weak var taken: Parcel?
        weak var left: Parcel?
        do {
            let ring = SPSCRing<Delivery>(capacity: 4)
            let first = Parcel(1)
            let second = Parcel(2)
            (taken, left) = (first, second)
            guard ring.push(.parcel(first)) == nil, ring.push(.parcel(second)) == nil, ring.push(.number(3)) == nil
            else { return #expect(Bool(false), "refused") }
            guard let delivery = ring.pop(), case .parcel(let parcel) = consume delivery else {
                return #expect(Bool(false), "empty")
            }
            #expect(parcel.number == 1)
            #expect(left != nil)
        }
        #expect(taken == nil)
        #expect(left == nil)
    }

    @Test("two threads exchange a long sequence without loss, doubling or reordering", arguments: [1, 2, 7, 64])
    func twoThreads(_ capacity: Int) async {
        let ring = SPSCRing<Order>(capacity: capacity)
        let total: UInt64 = 50_000
        async let produced: Void = onThread {
            var number: UInt64 = 0
            while number < total {
                if ring.push(Order(number: number, kind: UInt8(truncatingIfNeeded: number))) == nil {
                    number += 1
                } else {
                    yieldProcessor()
                }
            }
        }
        let mistakes = await onThread {
            var mistakes = 0
            var expected: UInt64 = 0
            while expected < total {
                guard let order = ring.pop() else {
                    yieldProcessor()
                    continue
                }
                if order != Order(number: expected, kind: UInt8(truncatingIfNeeded: expected)) { mistakes += 1 }
                expected += 1
            }
            return mistakes
        }
        await produced
        #expect(mistakes == 0)
        #expect(ring.count == 0)
    }
}
