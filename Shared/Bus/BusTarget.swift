/// Where instances of a service are looked for: `ipc://path`, `tcp://` with an IP literal and a port, or `tcp://` with a
/// host name, which stands for all addresses the name has.
public enum BusTarget: Sendable, Hashable {
    /// Something libzmq connects to as it is.
    case endpoint(String)
    /// A name to be looked up first. libzmq would do so on its I/O thread, and take one address only.
    case name(host: String, port: Int)

    /// `nil`: the text is no target.
    public init?(_ text: String) {
        if text.hasPrefix("ipc://") {
            // What fits a socket address, and an end of its name.
            guard (7..<107).contains(text.utf8.count) else { return nil }
            self = .endpoint(text)
            return
        }
        guard let (host, port) = Self.parts(of: text), port > 0, host != "*" else { return nil }
        if Self.isLiteral(host) {
            self = .endpoint(text)
        } else if Self.isName(host) {
            self = .name(host: String(host), port: port)
        } else {
            return nil
        }
    }

    /// Whether a socket can be bound there: no names; `*` is every interface, port 0 a free one.
    public static func isBindable(_ text: String) -> Bool {
        guard let (host, _) = parts(of: text) else { return BusTarget(text) != nil }
        return host == "*" || isLiteral(host)
    }

    /// The endpoint of one address.
    static func endpoint(address: String, port: Int) -> String {
        address.contains(":") ? "tcp://[\(address)]:\(port)" : "tcp://\(address):\(port)"
    }

    private static func parts(of text: String) -> (host: Substring, port: Int)? {
        guard text.hasPrefix("tcp://"), let colon = text.lastIndex(of: ":") else { return nil }
        let start = text.index(text.startIndex, offsetBy: 6)
        let digits = text[text.index(after: colon)...]
        guard start < colon, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = Int(digits),
            (0...65_535).contains(port)
        else { return nil }
        return (text[start..<colon], port)
    }

    private static func isLiteral(_ host: Substring) -> Bool {
        if host.hasPrefix("[") { return host.hasSuffix("]") && host.count > 3 }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// A last label of digits would be an address, and a wrong one.
    private static func isName(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return false }
        return !last.allSatisfy(\.isNumber)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        guard (1...63).contains(label.utf8.count), !label.hasPrefix("-"), !label.hasSuffix("-") else { return false }
        return label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}
