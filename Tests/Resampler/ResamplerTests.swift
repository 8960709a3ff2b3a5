import Resampler
import Testing

/// A sine of `frequency` Hz without a library of functions: a rotation per sample.
private func sine(_ count: Int, frequency: Double, rate: Double, channels: Int = 1) -> [Int16] {
    // cos(x) by its series; x is small enough (below pi / 2) for these terms.
    let step = 2 * Double.pi * frequency / rate
    let square = step * step
    let cosine = 1 - square / 2 + square * square / 24 - square * square * square / 720
    let sine = (1 - cosine * cosine).squareRoot()
    var point = (x: 1.0, y: 0.0)
    var samples: [Int16] = []
    for _ in 0..<count {
        for _ in 0..<channels { samples.append(Int16(10_000 * point.y)) }
        point = (point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
    }
    return samples
}

private func energy(_ samples: some Collection<Int16>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
}

@Suite("Resampling")
struct ResamplerTests {
    @Test(
        "a tone keeps its place, level and length",
        arguments: [
            (8_000, 48_000), (48_000, 8_000), (44_100, 48_000), (48_000, 44_100), (16_000, 48_000), (22_050, 48_000),
            (48_000, 48_000),
        ])
    func keepsATone(from: Int, to: Int) throws {
        var resampler = try Resampler(inputRate: from, outputRate: to, quality: 8)
        let output = try resampler.process(sine(from, frequency: 440, rate: Double(from))) + resampler.drain()
        #expect(abs(output.count - to) <= to / 200 + 8, "\(output.count)")
        let expected = sine(to, frequency: 440, rate: Double(to))
        let compared = Array(zip(output, expected).dropFirst(to / 50).prefix(to * 9 / 10))
        let noise = compared.reduce(0.0) { $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1)) }
        // 40 dB below the tone: no delay of even a sample, no change of level.
        #expect(noise / Double(compared.count) < energy(expected) / 10_000)
    }

    @Test("channels stay apart")
    func keepsChannelsApart() throws {
        var resampler = try Resampler(inputRate: 16_000, outputRate: 48_000, channels: 2)
        let left = sine(1_600, frequency: 300, rate: 16_000)
        let output = try resampler.process(left.flatMap { [$0, 0] })
        #expect(output.count % 2 == 0)
        #expect(output.indices.filter { $0 % 2 == 1 }.allSatisfy { output[$0] == 0 })
        #expect(energy(output) > 0)
    }

    @Test("pieces give the same sound as the whole")
    func joinsPieces() throws {
        let input = sine(9_600, frequency: 1_000, rate: 44_100)
        var whole = try Resampler(inputRate: 44_100, outputRate: 48_000)
        var pieces = try Resampler(inputRate: 44_100, outputRate: 48_000)
        var joined: [Int16] = []
        for start in stride(from: 0, to: input.count, by: 137) {
            joined += try pieces.process(Array(input[start..<min(start + 137, input.count)]))
        }
        #expect(try whole.process(input) == joined)
        whole.reset()
        var fresh = try Resampler(inputRate: 44_100, outputRate: 48_000)
        #expect(try whole.process(input) == fresh.process(input))
    }

    @Test("a small output buffer takes less input, and nothing is lost")
    func respectsRoom() throws {
        let input = sine(480, frequency: 440, rate: 8_000)
        var resampler = try Resampler(inputRate: 8_000, outputRate: 48_000)
        var reference = try Resampler(inputRate: 8_000, outputRate: 48_000)
        var output: [Int16] = []
        var offset = 0
        var room = [Int16](repeating: 0, count: 100)
        while offset < input.count {
            var span = room.mutableSpan
            let progress = try resampler.process(input.span.extracting(offset...), into: &span)
            #expect(progress.produced <= 100 && (progress.consumed > 0 || progress.produced > 0))
            offset += progress.consumed
            output += room[..<progress.produced]
        }
        let expected = try reference.process(input)
        #expect(output.prefix(expected.count - 100) == expected.prefix(expected.count - 100))
    }

    @Test(
        "rates, channel counts and qualities out of range are refused",
        arguments: [
            (0, 8_000, 1, 4), (8_000, 0, 1, 4), (8_000, 8_000, 0, 4), (8_000, 8_000, 9, 4), (8_000, 8_000, 1, 11),
            (8_000, 8_000, 1, -1), (2_000_000, 8_000, 1, 4),
        ])
    func refuses(from: Int, to: Int, channels: Int, quality: Int) {
        #expect(throws: ResamplerError.badArgument) {
            _ = try Resampler(inputRate: from, outputRate: to, channels: channels, quality: quality)
        }
    }

    @Test("no input gives no output")
    func emptyInput() throws {
        var resampler = try Resampler(inputRate: 8_000, outputRate: 48_000)
        #expect(try resampler.process([]).isEmpty)
    }
}
