import TestSupport
import Testing

@testable import Realtime

/// The real position and swap operations, one at a time, in every order that chance finds: between any two steps of one
/// side the other may take any number of its own.
@Suite("interleavings")
struct InterleavingTests {
    @Test("a ring never shows a slot before it is filled nor reuses one before it is emptied", arguments: 0..<200)
    func ring(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let capacity = chance.next(in: 1...5)
        var model = RingModel(capacity: capacity, start: chance.chance(percent: 50) ? .max - 20 : 0)
        let bias = chance.next(in: 10...90)
        for _ in 0..<2_000 {
            if chance.chance(percent: bias) { model.stepProducer() } else { model.stepConsumer() }
        }
        #expect(model.violations == [], "seed \(seed)")
        #expect(model.consumed > 0, "seed \(seed)")
    }

    @Test("the model notices a ring that publishes before it fills")
    func ringModelHasTeeth() {
        var model = RingModel(capacity: 2, start: 0, publishesEarly: true)
        model.stepProducer()
        model.stepProducer()
        model.stepConsumer()
        model.stepConsumer()
        #expect(model.violations != [])
    }

    @Test("a cell never tears, never goes back, and shows the last value in the end", arguments: 0..<200)
    func cell(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var model = CellModel()
        let bias = chance.next(in: 10...90)
        for _ in 0..<2_000 {
            if chance.chance(percent: bias) { model.stepWriter() } else { model.stepReader() }
        }
        while !model.writerRests { model.stepWriter() }
        for _ in 0..<8 { model.stepReader() }
        #expect(model.violations == [], "seed \(seed)")
        #expect(model.lastRead == model.lastWritten, "seed \(seed)")
    }
}

/// Producer: claim, fill, publish. Consumer: claim, read, give back.
private struct RingModel: ~Copyable {
    private let positions: RingPositions
    private var slots: [Int?]
    private let publishesEarly: Bool
    private var producer: (phase: Int, slot: Int, next: Int) = (0, 0, 0)
    private var consumer: (phase: Int, slot: Int) = (0, 0)
    private(set) var consumed = 0
    private(set) var violations: [String] = []

    init(capacity: Int, start: UInt, publishesEarly: Bool = false) {
        positions = RingPositions(capacity: capacity, start: start)
        slots = Array(repeating: nil, count: RingPositions.slotCount(for: capacity))
        self.publishesEarly = publishesEarly
    }

    mutating func stepProducer() {
        switch producer.phase {
        case 0:
            guard let slot = positions.slotToFill() else { return }
            producer.slot = slot
            producer.phase = 1
        case publishesEarly ? 2 : 1:
            if slots[producer.slot] != nil { violations.append("slot \(producer.slot) overwritten") }
            slots[producer.slot] = producer.next
            producer.next += 1
            producer.phase = publishesEarly ? 0 : 2
        default:
            positions.publishFilled()
            producer.phase = publishesEarly ? 2 : 0
        }
    }

    mutating func stepConsumer() {
        switch consumer.phase {
        case 0:
            guard let slot = positions.slotToEmpty() else { return }
            consumer.slot = slot
            consumer.phase = 1
        case 1:
            if slots[consumer.slot] != consumed {
                violations.append("read \(String(describing: slots[consumer.slot])) for \(consumed)")
            }
            slots[consumer.slot] = nil
            consumed += 1
            consumer.phase = 2
        default:
            positions.publishEmptied()
            consumer.phase = 0
        }
    }
}

/// Writer: write the first half, write the second half, swap. Reader: swap, read the first half, read the second half.
private struct CellModel: ~Copyable {
    private let middle = CellMiddle()
    private var places = Array(repeating: (0, 0), count: 3)
    private var writer: (phase: Int, place: UInt8, value: Int) = (0, CellMiddle.writerPlace, 1)
    private var reader: (phase: Int, place: UInt8, first: Int) = (0, CellMiddle.readerPlace, 0)
    private(set) var lastRead = 0
    private(set) var lastWritten = 0
    private(set) var violations: [String] = []

    var writerRests: Bool { writer.phase == 0 }

    mutating func stepWriter() {
        switch writer.phase {
        case 0:
            places[Int(writer.place)].0 = writer.value
            writer.phase = 1
        case 1:
            places[Int(writer.place)].1 = writer.value
            writer.phase = 2
        default:
            writer.place = middle.publish(writer.place)
            lastWritten = writer.value
            writer.value += 1
            writer.phase = 0
        }
    }

    mutating func stepReader() {
        switch reader.phase {
        case 0:
            guard let place = middle.receive(reader.place) else { return }
            reader.place = place
            reader.phase = 1
        case 1:
            reader.first = places[Int(reader.place)].0
            reader.phase = 2
        default:
            let second = places[Int(reader.place)].1
            if second != reader.first { violations.append("torn: \(reader.first) and \(second)") }
            if second <= lastRead { violations.append("back from \(lastRead) to \(second)") }
            lastRead = second
            reader.phase = 0
        }
    }
}
