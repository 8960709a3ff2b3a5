import Foundation
import RTP
import TestSupport
import Testing

@testable import CallClient

/// Builds WAV files byte by byte, right and wrong ones.
struct WAVMaker {
    var code: UInt16 = 1
    var channels = 1
    var rate = 48_000
    var bits = 16
    var isExtensible = false
    /// Instead of the true ones.
    var claimedDataSize: UInt32?
    var extraChunk: [UInt8] = []

    func file(_ sound: [UInt8]) -> [UInt8] {
        let chunk = [chunkHead("fmt ", format.count), format, extraChunk].flatMap { $0 }
        let data = Array("data".utf8) + little(claimedDataSize ?? UInt32(sound.count)) + sound
        return Array("RIFF".utf8) + little(UInt32(4 + chunk.count + data.count)) + Array("WAVE".utf8) + chunk + data
    }

    private var format: [UInt8] {
        var body = little16(isExtensible ? 0xFFFE : code) + little16(UInt16(channels)) + little(UInt32(rate))
        body +=
            little(UInt32(rate * channels * bits / 8)) + little16(UInt16(channels * bits / 8)) + little16(UInt16(bits))
        guard isExtensible else { return body }
        body += little16(22) + little16(UInt16(bits)) + little(4) + little16(code)
        return body + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }

    func chunkHead(_ tag: String, _ size: Int) -> [UInt8] { Array(tag.utf8) + little(UInt32(size)) }

    func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    func little16(_ value: UInt16) -> [UInt8] { (0..<2).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}

@Suite("WAV files")
struct MediaWAVTests {
    /// A tone at the file's own rate and width.
    private func tone(_ maker: WAVMaker, seconds: Double = 0.5, frequency: Double = 440) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in 0..<Int(seconds * Double(maker.rate)) {
            let value = sin(2 * .pi * frequency * Double(index) / Double(maker.rate)) * 0.5
            for _ in 0..<maker.channels {
                switch (maker.code, maker.bits) {
                case (3, _): bytes += maker.little(Float(value).bitPattern)
                case (_, 8): bytes.append(UInt8(128 + Int(value * 127)))
                case (_, 16): bytes += maker.little16(UInt16(bitPattern: Int16(value * 32_767)))
                case (_, 24): bytes += maker.little(UInt32(bitPattern: Int32(value * 8_388_607))).prefix(3)
                default: bytes += maker.little(UInt32(bitPattern: Int32(value * 2_147_483_647)))
                }
            }
        }
        return bytes
    }

    /// Correlation with the ideal tone at 48 kHz.
    private func likeness(_ samples: [Int16], frequency: Double = 440) -> Double {
        let ideal = (0..<samples.count).map { sin(2 * .pi * frequency * Double($0) / 48_000) }
        let product = zip(samples, ideal).reduce(0.0) { $0 + Double($1.0) * $1.1 }
        let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) } * ideal.reduce(0.0) { $0 + $1 * $1 }
        return energy > 0 ? product / energy.squareRoot() : 0
    }

    @Test(
        "every width, one or two channels, plain or extensible, sounds the same",
        arguments: [(1, 8), (1, 16), (1, 24), (1, 32), (3, 32)] as [(UInt16, Int)], [1, 2])
    func widths(encoding: (UInt16, Int), channels: Int) throws {
        for isExtensible in [false, true] {
            let maker = WAVMaker(
                code: encoding.0, channels: channels, bits: encoding.1, isExtensible: isExtensible)
            let samples = try WAVFileSource.decode(maker.file(tone(maker)))
            #expect(samples.count == 24_000)
            #expect(likeness(samples) > 0.999)
            let peak = samples.map { abs(Int($0)) }.max() ?? 0
            #expect((15_900...16_500).contains(peak))
        }
    }

    @Test(
        "every common rate is brought to 48 kHz, in length and in pitch",
        arguments: [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 88_200, 96_000, 192_000])
    func rates(rate: Int) throws {
        let maker = WAVMaker(rate: rate)
        let samples = try WAVFileSource.decode(maker.file(tone(maker)))
        #expect(abs(samples.count - 24_000) <= 480, "\(samples.count) samples")
        #expect(likeness(Array(samples.prefix(23_500))) > 0.99)
    }

    @Test("chunks that are not needed are passed over, with their padding byte")
    func extraChunks() throws {
        var maker = WAVMaker()
        maker.extraChunk = maker.chunkHead("LIST", 3) + [1, 2, 3, 0]
        #expect(try WAVFileSource.decode(maker.file([1, 0, 2, 0])) == [1, 2])
    }

    @Test("a recording that was cut short plays as far as it goes")
    func cutShort() throws {
        let maker = WAVMaker(claimedDataSize: .max)
        #expect(try WAVFileSource.decode(maker.file([1, 0, 2, 0, 3])) == [1, 2])
    }

    @Test("float samples that are no numbers or beyond full scale do no harm")
    func wildFloats() throws {
        let maker = WAVMaker(code: 3, bits: 32)
        let sound = [Float.nan, .infinity, -.infinity, 2, -1e30, 0].flatMap { maker.little($0.bitPattern) }
        #expect(try WAVFileSource.decode(maker.file(sound)) == [0, 32_767, -32_767, 32_767, -32_767, 0])
    }

    @Test("what is not played is refused with its reason")
    func refusals() {
        func refusal(_ bytes: [UInt8]) -> WAVError? {
            do throws(WAVError) {
                _ = try WAVFileSource.decode(bytes)
                return nil
            } catch { return error }
        }
        #expect(refusal([]) == .notWAV)
        #expect(refusal(Array("RIFF____AVI ".utf8)) == .notWAV)
        #expect(refusal(Array("RIFF____WAVE".utf8)) == .malformed("no format chunk"))
        #expect(refusal(WAVMaker(code: 7).file([0, 0])) == .unsupported("codec 7"))
        #expect(refusal(WAVMaker(channels: 3).file([0, 0])) == .unsupported("3 channels"))
        #expect(refusal(WAVMaker(channels: 0).file([0, 0])) == .unsupported("0 channels"))
        #expect(refusal(WAVMaker(rate: 0).file([0, 0])) == .unsupported("0 samples per second"))
        #expect(refusal(WAVMaker(rate: 384_000).file([0, 0])) == .unsupported("384000 samples per second"))
        #expect(refusal(WAVMaker(bits: 12).file([0, 0])) == .unsupported("12 bits a sample"))
        #expect(refusal(WAVMaker(code: 3, bits: 64).file([0, 0])) == .unsupported("64 bits a sample"))
        let whole = WAVMaker().file([0, 0])
        #expect(refusal(Array(whole.prefix(30))) == .malformed("the format chunk is cut short"))
        #expect(refusal(Array(whole.prefix(36))) == .malformed("no data chunk"))
        #expect(throws: WAVError.unreadable(path: "/nowhere/at/all.wav")) {
            try WAVFileSource(path: "/nowhere/at/all.wav")
        }
        #expect(throws: WAVError.unreadable(path: "/")) { try WAVFileSource(path: "/") }
    }

    @Test("mutated files are played or refused, never more", arguments: 0..<6)
    func fuzz(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let maker = WAVMaker(channels: 2, isExtensible: true)
        let whole = maker.file(random.bytes(64))
        for _ in 0..<3_000 {
            var bytes = random.chance(percent: 80) ? whole : random.bytes(random.next(in: 0...100))
            for _ in 0..<random.next(in: 1...6) where !bytes.isEmpty {
                bytes[random.next(in: 0...min(67, bytes.count - 1))] = UInt8(random.next(in: 0...255))
            }
            if random.chance(percent: 30) { bytes.removeLast(random.next(in: 0...bytes.count)) }
            let samples = (try? WAVFileSource.decode(bytes)) ?? []
            #expect(samples.count <= bytes.count * 7, "seed \(seed)")
        }
    }

    @Test("after the end comes silence, or the beginning")
    func looping() throws {
        let bytes = WAVMaker().file([1, 0, 2, 0, 3, 0])
        var frame = [Int16](repeating: 9, count: 8)
        for (isLooping, expected) in [(false, [1, 2, 3, 0, 0, 0, 0, 0]), (true, [1, 2, 3, 1, 2, 3, 1, 2])] {
            let source = try WAVFileSource(bytes: bytes, isLooping: isLooping)
            var span = frame.mutableSpan
            source.read(into: &span)
            #expect(frame == expected.map { Int16($0) })
            #expect(source.isAtEnd)
        }
    }

    @Test("a recording is a whole file at every moment, also before its end")
    func recording() throws {
        let path = NSTemporaryDirectory() + "partyline-\(UUID().uuidString).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = try WAVFileSink(path: path)
        let empty = try #require(FileManager.default.contents(atPath: path))
        #expect(try WAVFileSource.decode([UInt8](empty)).isEmpty)
        let frame = (0..<960).map { Int16($0) }
        for _ in 0..<25 { sink.write(frame.span) }
        // 25 frames were heard; those of full fifths of a second are on disk, under a header that says so.
        let early = try #require(FileManager.default.contents(atPath: path))
        #expect(try WAVFileSource.decode([UInt8](early)).count == 20 * 960)
        sink.flush()
        sink.write(frame.span)
        sink.flush()
        let late = try #require(FileManager.default.contents(atPath: path))
        #expect(try WAVFileSource.decode([UInt8](late)) == Array(repeating: frame, count: 26).flatMap { $0 })
        #expect(!sink.hasFailed)
    }

    @Test("a recording that cannot be made says so")
    func unwritable() {
        #expect(throws: WAVError.unwritable(path: "/nowhere/at/all.wav")) {
            try WAVFileSink(path: "/nowhere/at/all.wav")
        }
    }

    @Test("tones differ by user, are the same every time and stay in range")
    func tones() {
        var frames: [[Int16]] = []
        for user in ["alice", "bob", "alice"] {
            let source = ToneSource(userID: user)
            var frame = [Int16](repeating: 0, count: 4_800)
            var span = frame.mutableSpan
            source.read(into: &span)
            frames.append(frame)
        }
        #expect(frames[0] == frames[2] && frames[0] != frames[1])
        let first = frames[0]
        #expect(AudioMeter(first.span).isAudible)
        #expect(frames[0].allSatisfy { abs(Int($0)) < 6_000 })
    }

    @Test("meters read the level of a frame")
    func meter() {
        let silence = [Int16](repeating: 0, count: 960)
        #expect(AudioMeter(silence.span).volume == 0 && AudioMeter(silence.span).level.decibelsBelowFullScale == 127)
        let full = [Int16](repeating: -32_768, count: 960)
        #expect(AudioMeter(full.span).volume == 100 && AudioMeter(full.span).level.decibelsBelowFullScale == 0)
        let half = [Int16](repeating: 16_384, count: 960)
        #expect(AudioMeter(half.span).volume == 89 && AudioMeter(half.span).level.decibelsBelowFullScale == 6)
    }
}
