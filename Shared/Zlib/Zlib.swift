private import CZlib

/// Why bytes could not be packed or unpacked.
public enum ZlibError: Error, Equatable, Sendable {
    /// No zlib stream, a damaged one, or one that asks for a dictionary.
    case malformed
    /// The stream ends before its end.
    case truncated
    /// Bytes follow the end of the stream.
    case trailingBytes
    /// The output would pass the caller's limit.
    case tooLarge(limit: Int)
    case outOfMemory
    /// A code that these calls are not documented to give.
    case unlisted(code: Int32)
}

/// The library this was linked with: `1.2.13`.
public var zlibLibraryVersion: String { unsafe String(cString: zlibVersion()) }

/// A zlib stream (RFC 1950) of `bytes`.
public func zlibCompressed(_ bytes: [UInt8]) throws(ZlibError) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    // Z_BUF_ERROR cannot come: compressBound is enough.
    let code = unsafe compress2(&packed, &length, bytes, UInt(bytes.count), Z_DEFAULT_COMPRESSION)
    switch code {
    case Z_OK: return Array(packed.prefix(Int(length)))
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .unlisted(code: code)
    }
}

/// Unpacks one whole zlib stream of at most `limit` bytes. Never takes more memory than that for its output, whatever the
/// stream claims.
public func zlibDecompressed(_ packed: [UInt8], limit: Int) throws(ZlibError) -> [UInt8] {
    precondition(limit >= 0 && packed.count < Int(UInt32.max))
    guard !packed.isEmpty else { throw .truncated }
    var stream = unsafe z_stream()
    guard unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw .outOfMemory
    }
    defer { _ = unsafe inflateEnd(&stream) }

    var input = packed
    // One byte more than allowed tells "exactly the limit" from "over it".
    var output = [UInt8](repeating: 0, count: min(limit, 64 * 1_024) + 1)
    var produced = 0
    var consumed = 0
    while true {
        let code = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe stream.next_in = source.baseAddress.map { unsafe $0 + consumed }
                unsafe stream.avail_in = UInt32(source.count - consumed)
                unsafe stream.next_out = target.baseAddress.map { unsafe $0 + produced }
                unsafe stream.avail_out = UInt32(target.count - produced)
                let code = unsafe inflate(&stream, Z_NO_FLUSH)
                consumed = unsafe source.count - Int(stream.avail_in)
                produced = unsafe target.count - Int(stream.avail_out)
                return code
            }
        }
        if produced > limit { throw .tooLarge(limit: limit) }
        switch code {
        case Z_STREAM_END:
            guard consumed == packed.count else { throw .trailingBytes }
            return Array(output.prefix(produced))
        case Z_OK, Z_BUF_ERROR:
            if produced < output.count { throw .truncated }
            output += [UInt8](repeating: 0, count: min(output.count, limit + 1 - output.count))
        case Z_MEM_ERROR: throw .outOfMemory
        case Z_DATA_ERROR, Z_NEED_DICT: throw .malformed
        default: throw .unlisted(code: code)
        }
    }
}
