internal import Foundation
internal import Resampler

/// Plays a WAV file as a microphone: 8, 16, 24 or 32 bits or float, mono or stereo, 8 to 192 kHz.
///
/// The file is read, mixed down and resampled once, at creation, so that playing it never waits for a disk.
public final class WAVFileSource: AudioSource {
    private static let largestFile = 256 << 20

    private let source: SampleSource
    /// Length of the sound.
    public let duration: Duration

    /// After the end comes silence, or the beginning if `isLooping`.
    public convenience init(path: String, isLooping: Bool = false) throws(WAVError) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? NSNumber
        else { throw .unreadable(path: path) }
        guard size.intValue <= Self.largestFile else { throw .tooLong }
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        try self.init(bytes: [UInt8](data), isLooping: isLooping)
    }

    /// From the bytes of a file.
    public init(bytes: [UInt8], isLooping: Bool = false) throws(WAVError) {
        let samples = try Self.decode(bytes)
        source = SampleSource(samples, isLooping: isLooping)
        duration = .milliseconds(samples.count / 48)
    }

    /// The sound of a WAV file as 48 kHz mono.
    public static func decode(_ bytes: [UInt8]) throws(WAVError) -> [Int16] {
        let format = try WAVFormat(bytes.span)
        let samples = format.mono(bytes.span)
        guard format.sampleRate != 48_000 else { return samples }
        do {
            var resampler = try Resampler(inputRate: format.sampleRate, outputRate: 48_000, quality: 8)
            let body = try resampler.process(samples)
            return body + (try resampler.drain())
        } catch {
            throw .unsupported("\(format.sampleRate) samples per second: \(error)")
        }
    }

    public func read(into frame: inout MutableSpan<Int16>) { source.read(into: &frame) }

    /// Whether the file was played once.
    public var isAtEnd: Bool { source.isAtEnd }
}
