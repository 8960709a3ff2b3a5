import RTP
import Testing

@Suite("Sample queue")
struct SampleQueueTests {
    private func take(_ queue: inout SampleQueue, _ count: Int = 960) -> [Int16] {
        var frame = [Int16](repeating: -1, count: count)
        var span = frame.mutableSpan
        queue.take(into: &span)
        return frame
    }

    @Test("row 17: a 60 ms packet makes three frames, sample for sample")
    func longPacket() {
        var queue = SampleQueue()
        let packet = (0..<2_880).map { Int16($0) }
        queue.append(packet.span, expected: 2_880)
        #expect(take(&queue) + take(&queue) + take(&queue) == packet)
        #expect(queue.count == 0)
    }

    @Test("a decoder that gives too little or too much does not shift time")
    func wrongLength() {
        var queue = SampleQueue()
        let short = [Int16](repeating: 5, count: 100)
        queue.append(short.span, expected: 960)
        let long = [Int16](repeating: 6, count: 2_000)
        queue.append(long.span, expected: 960)
        #expect(queue.count == 1_920)
        #expect(take(&queue)[99...100] == [5, 0])
        #expect(take(&queue).allSatisfy { $0 == 6 })
    }

    @Test("silence begins without a step")
    func ramp() {
        var queue = SampleQueue()
        let loud = [Int16](repeating: 12_000, count: 960)
        queue.append(loud.span, expected: 960)
        queue.appendSilence(960)
        let samples = take(&queue) + take(&queue)
        let steps = zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }
        #expect(steps.max()! <= 200)
        #expect(samples.last == 0)
    }

    @Test("row 55: a skipped packet is crossfaded, with no step larger than the signal's own")
    func crossfade() {
        var queue = SampleQueue()
        // A tone that does not fit into 20 ms, so that a hard cut would be a step.
        func tone(_ packet: Int) -> [Int16] {
            (0..<960).map { index in
                let position = (packet * 960 + index) % 260
                return Int16(position < 130 ? position * 200 - 13_000 : (260 - position) * 200 - 13_000)
            }
        }
        let (first, second, third) = (tone(0), tone(1), tone(2))
        queue.append(first.span, expected: 960)
        queue.skip(second.span)
        queue.append(third.span, expected: 960)
        let samples = take(&queue) + take(&queue)
        let steps = zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }
        #expect(steps.max()! <= 450)
        #expect(samples.suffix(500) == third.suffix(500))
    }

    @Test("a frame and the longest packet fit at once")
    func capacity() {
        var queue = SampleQueue()
        queue.appendSilence(840)
        let longest = [Int16](repeating: 1, count: 5_760)
        queue.append(longest.span, expected: 5_760)
        #expect(queue.count == 6_600)
        queue.removeAll()
        #expect(queue.count == 0)
    }
}
