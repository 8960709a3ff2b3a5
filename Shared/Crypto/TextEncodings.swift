internal import COpenSSL

/// Standard base64 (RFC 4648, 4) with padding, on one line.
public func base64(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "" }
    // EVP_EncodeBlock ends what it writes with NUL.
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let length = unsafe EVP_EncodeBlock(&text, bytes, Int32(clamping: bytes.count))
    return String(decoding: text.prefix(Int(length)), as: UTF8.self)
}

/// Reads standard base64 with padding. `nil` for anything else: a wrong length, blanks, line ends, padding inside, bits
/// set behind the last byte.
public func base64Decoded(_ text: String) -> [UInt8]? { base64Decoded(Array(text.utf8)) }

/// As for text.
public func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    guard text.count % 4 == 0 else { return nil }
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2, text.dropLast(padding).allSatisfy(isBase64Digit) else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3)
    let length = unsafe EVP_DecodeBlock(&bytes, text, Int32(clamping: text.count))
    guard length == bytes.count else { return nil }
    // Padding decodes to zero bits; what was cut off must have been zero.
    guard bytes.suffix(padding).allSatisfy({ $0 == 0 }) else { return nil }
    bytes.removeLast(padding)
    return bytes
}

private func isBase64Digit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
    default: false
    }
}

/// Two lower-case digits a byte.
public func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// Reads hexadecimal digits of either case. `nil` for an odd number of them or anything else.
public func hexDecoded(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

private func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}
