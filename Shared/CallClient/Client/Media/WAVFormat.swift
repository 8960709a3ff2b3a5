/// Why a file is not played.
public enum WAVError: Error, Equatable, Sendable {
    case unreadable(path: String)
    /// No RIFF/WAVE header.
    case notWAV
    /// A chunk is missing or says something impossible; the text names it.
    case malformed(String)
    /// A codec or a sample width that is not played; the text names it.
    case unsupported(String)
    /// More sound than is kept in memory.
    case tooLong
    case unwritable(path: String)
}

extension WAVError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path): "cannot read \(path)"
        case .notWAV: "not a WAV file"
        case .malformed(let what): "damaged WAV file: \(what)"
        case .unsupported(let what): "unsupported WAV file: \(what)"
        case .tooLong: "WAV file longer than \(WAVFormat.longestSeconds / 60) minutes"
        case .unwritable(let path): "cannot write \(path)"
        }
    }
}

/// What the header of a WAV file says, and where its samples are.
struct WAVFormat: Equatable {
    enum Encoding: Equatable { case integer, float }

    static let longestSeconds = 1_800

    var encoding: Encoding
    var channels: Int
    var sampleRate: Int
    var bitsPerSample: Int
    /// The sound, in bytes of the file; whole frames.
    var sound: Range<Int>

    var bytesPerFrame: Int { channels * bitsPerSample / 8 }

    /// Reads the chunks of a RIFF file. Nothing in it is believed further than the bytes reach: a data chunk that
    /// promises more than there is (a recording cut short) is read to the end of the file.
    init(_ bytes: Span<UInt8>) throws(WAVError) {
        guard bytes.count >= 12, bytes.tag(at: 0) == "RIFF", bytes.tag(at: 8) == "WAVE" else { throw .notWAV }
        var position = 12
        var described: Description?
        while position + 8 <= bytes.count {
            let tag = bytes.tag(at: position)
            let size = Int(bytes.little32(at: position + 4))
            let body = position + 8
            let available = min(size, bytes.count - body)
            if tag == "fmt " {
                guard described == nil else { throw .malformed("two format chunks") }
                guard available == size else { throw .malformed("the format chunk is cut short") }
                described = try Description(bytes, body, size)
            } else if tag == "data" {
                guard let described else { throw .malformed("data before the format chunk") }
                try self.init(described, start: body, available: available)
                return
            }
            // Chunks begin on even positions.
            position = body + size + size % 2
        }
        throw .malformed(described == nil ? "no format chunk" : "no data chunk")
    }

    private init(_ description: Description, start: Int, available: Int) throws(WAVError) {
        encoding = description.encoding
        channels = description.channels
        sampleRate = description.sampleRate
        bitsPerSample = description.bitsPerSample
        let frame = channels * bitsPerSample / 8
        let frames = available / frame
        guard frames / sampleRate < Self.longestSeconds else { throw .tooLong }
        sound = start..<start + frames * frame
    }

    private struct Description {
        var encoding: Encoding
        var channels: Int
        var sampleRate: Int
        var bitsPerSample: Int

        init(_ bytes: Span<UInt8>, _ body: Int, _ size: Int) throws(WAVError) {
            guard size >= 16 else { throw .malformed("the format chunk has \(size) bytes") }
            var code = bytes.little16(at: body)
            channels = Int(bytes.little16(at: body + 2))
            let rate = bytes.little32(at: body + 4)
            let block = Int(bytes.little16(at: body + 12))
            bitsPerSample = Int(bytes.little16(at: body + 14))
            if code == 0xFFFE {
                // WAVE_FORMAT_EXTENSIBLE: the real code begins the sub-format's GUID.
                guard size >= 40 else { throw .malformed("the extensible format chunk has \(size) bytes") }
                code = bytes.little16(at: body + 24)
                let guidTail: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
                for (offset, byte) in guidTail.enumerated() where bytes[body + 26 + offset] != byte {
                    throw .unsupported("an unknown sub-format")
                }
            }
            switch code {
            case 1: encoding = .integer
            case 3: encoding = .float
            default: throw .unsupported("codec \(code)")
            }
            guard (1...2).contains(channels) else { throw .unsupported("\(channels) channels") }
            guard (8_000...192_000).contains(rate) else { throw .unsupported("\(rate) samples per second") }
            sampleRate = Int(rate)
            let widths = encoding == .integer ? [8, 16, 24, 32] : [32]
            guard widths.contains(bitsPerSample) else { throw .unsupported("\(bitsPerSample) bits a sample") }
            guard block == channels * bitsPerSample / 8 else { throw .malformed("block size \(block)") }
        }
    }

    /// One sample as 16 bits. Float samples beyond full scale are clipped; not-a-number is silence.
    func sample(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        switch (encoding, bitsPerSample) {
        case (.float, _):
            let value = Float(bitPattern: bytes.little32(at: offset))
            return value.isNaN ? 0 : Int((min(max(value, -1), 1) * 32_767).rounded())
        case (_, 8): return (Int(bytes[offset]) - 128) << 8
        case (_, 16): return Int(Int16(bitPattern: bytes.little16(at: offset)))
        case (_, 24): return Int(Int16(bitPattern: bytes.little16(at: offset + 1)))
        default: return Int(Int16(bitPattern: bytes.little16(at: offset + 2)))
        }
    }

    /// All sound as mono, at the file's own rate.
    func mono(_ bytes: Span<UInt8>) -> [Int16] {
        let frames = sound.count / bytesPerFrame
        let width = bitsPerSample / 8
        var samples: [Int16] = []
        samples.reserveCapacity(frames)
        for frame in 0..<frames {
            let offset = sound.lowerBound + frame * bytesPerFrame
            let left = sample(bytes, at: offset)
            let right = channels == 2 ? sample(bytes, at: offset + width) : left
            samples.append(Int16((left + right) / 2))
        }
        return samples
    }
}

extension Span where Element == UInt8 {
    fileprivate func little16(at offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }

    fileprivate func little32(at offset: Int) -> UInt32 {
        UInt32(little16(at: offset)) | UInt32(little16(at: offset + 2)) << 16
    }

    fileprivate func tag(at offset: Int) -> String {
        var text = ""
        for index in offset..<offset + 4 { text.unicodeScalars.append(Unicode.Scalar(self[index])) }
        return text
    }
}
