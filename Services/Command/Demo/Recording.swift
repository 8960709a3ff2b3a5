import CommandLineKit
import CallClient
import Foundation

/// Mono audio at 48 kHz in memory, from and to WAV files.
struct Recording {
    var samples: [Int16]

    init(samples: [Int16]) { self.samples = samples }

    /// Reads a WAV file of any common form; another rate is resampled.
    init(_ file: URL) throws {
        samples = try WAVFileSource.decode([UInt8](try Data(contentsOf: file)))
    }

    /// Writes 48 kHz, 16 bit, mono.
    func write(to file: URL) throws {
        let sink = try WAVFileSink(path: file.path)
        sink.write(samples.span)
        sink.flush()
        guard !sink.hasFailed else { throw VerbFailure("cannot write \(file.path)", code: .cannotCreate) }
    }
}
