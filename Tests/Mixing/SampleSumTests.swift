import Mixing
import TestSupport
import Testing

func sum(of sources: [[Int16]], count: Int = 960) -> [Int32] {
    var sum = [Int32](repeating: -1, count: count)
    var span = sum.mutableSpan
    SampleSum.clear(&span)
    for source in sources { SampleSum.add(source.span, to: &span) }
    return sum
}

func remove(_ own: [Int16], from total: [Int32]) -> [Int32] {
    var others = [Int32](repeating: -1, count: total.count)
    var span = others.mutableSpan
    SampleSum.remove(own.span, from: total.span, into: &span)
    return others
}

@Suite("sample sum")
struct SampleSumTests {
    @Test("the sum without one's own part is exactly the sum of the others", arguments: 0..<50)
    func mixMinus(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let sources = (0..<chance.next(in: 1...40)).map { _ in Signal.wild(count: 960, &chance) }
        let total = sum(of: sources)
        for own in sources.indices {
            var others = sources
            others.remove(at: own)
            #expect(remove(sources[own], from: total) == sum(of: others), "seed \(seed), source \(own)")
        }
    }

    @Test("as many full-scale sources as a sum holds do not wrap it, on either side")
    func capacity() {
        for extreme in [Int16.min, .max] {
            let source = [Int16](repeating: extreme, count: 48)
            var total = [Int32](repeating: 0, count: 48)
            var span = total.mutableSpan
            for _ in 0..<SampleSum.maximumSources { SampleSum.add(source.span, to: &span) }
            #expect(total.allSatisfy { Int64($0) == Int64(extreme) * Int64(SampleSum.maximumSources) })
        }
    }

    @Test("one source more than a sum holds would wrap it: the limit is the real one")
    func beyondCapacity() {
        #expect(Int64(Int16.min) * Int64(SampleSum.maximumSources) == Int64(Int32.min))
        #expect(Int64(Int16.min) * Int64(SampleSum.maximumSources + 1) < Int64(Int32.min))
    }

    @Test("silence in gives silence out")
    func silence() {
        let quiet = [Int16](repeating: 0, count: 960)
        #expect(sum(of: [quiet, quiet, quiet]).allSatisfy { $0 == 0 })
        #expect(sum(of: []).allSatisfy { $0 == 0 })
    }

    @Test("frames of different lengths are refused")
    func lengths() async {
        await #expect(processExitsWith: .failure) {
            var total = [Int32](repeating: 0, count: 960)
            var span = total.mutableSpan
            SampleSum.add([Int16](repeating: 0, count: 480).span, to: &span)
        }
    }
}
