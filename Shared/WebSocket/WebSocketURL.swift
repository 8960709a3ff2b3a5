/// The parts of `wss://host:port/path`.
struct WebSocketURL: Sendable, Hashable {
    let isSecure: Bool
    /// Without brackets for IPv6.
    let host: String
    let port: Int
    /// From the first `/`, query included.
    let path: String

    init(_ text: String) throws(WebSocketError) {
        guard let parsed = WebSocketURL(parsing: text) else { throw .malformedURL(text) }
        self = parsed
    }

    private init?(parsing text: String) {
        let remainder: Substring
        if text.hasPrefix("wss://") {
            isSecure = true
            remainder = text.dropFirst(6)
        } else if text.hasPrefix("ws://") {
            isSecure = false
            remainder = text.dropFirst(5)
        } else {
            return nil
        }
        let authority = remainder.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let rest = remainder[authority.endIndex...]
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
        path = rest.hasPrefix("/") ? String(rest) : "/" + rest
        guard let (name, digits) = WebSocketURL.split(authority) else { return nil }
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: ":"):
                true
            default: false
            }
        }
        guard !name.isEmpty, name.utf8.count <= 255, isName else { return nil }
        host = String(name)
        if let digits {
            guard let number = UInt16(digits), number > 0 else { return nil }
            port = Int(number)
        } else {
            port = isSecure ? 443 : 80
        }
    }

    /// Host and port digits of `host:port` or `[v6]:port`.
    private static func split(_ authority: Substring) -> (Substring, Substring?)? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let name = authority[authority.index(after: authority.startIndex)..<end]
            let tail = authority[authority.index(after: end)...]
            if tail.isEmpty { return (name, nil) }
            return tail.hasPrefix(":") ? (name, tail.dropFirst()) : nil
        }
        guard let colon = authority.firstIndex(of: ":") else { return (authority, nil) }
        let name = authority[..<colon]
        let digits = authority[authority.index(after: colon)...]
        return digits.contains(":") ? nil : (name, digits)
    }
}
