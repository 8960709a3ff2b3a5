import CallModel
public import Wire

/// What a subscriber of a tap wants to see. Every condition that is set must hold; the publisher checks them, so that
/// nobody pays for what nobody asked for.
public struct TapFilter: Sendable, Hashable {
    /// With or without payloads, whose secrets are masked.
    public var level = Proto.TapLevel.metadata
    /// Follow one trace in so many. All processes choose the same ones.
    public var sampling: UInt64 = 1
    /// Bytes a second that the publisher may spend on this subscriber; past it events are dropped and counted.
    public var bytesPerSecond = 1_000_000
    /// Longer payloads are left out and marked as cut.
    public var longestPayload = 65_536
    /// Beginnings of method paths, of which one must fit; empty: every method.
    public var methods: [String] = []
    /// Only this shard key: a call id or a user id.
    public var shardKey = ""
    /// Only what happens on behalf of this user.
    public var userID = ""
    /// Only this trace; 16 bytes, or empty.
    public var traceID: [UInt8] = []
    /// Only what goes to or comes from this service or instance.
    public var peer = ""
    /// Also PING, PONG, CREDIT, HELLO and DRAINING.
    public var showsControl = false
    /// Who is looking, for the log of the process looked at.
    public var who = ""

    /// What a publisher accepts; values beyond are brought to the nearest bound.
    public static let samplings: ClosedRange<UInt64> = 1...1_000_000
    /// See `samplings`.
    public static let budgets = 1_000...100_000_000
    /// See `samplings`.
    public static let payloads = 0...65_536
    /// A filter that takes longer to say is refused: libzmq 4.3.4 mangles topics near 255 bytes.
    public static let longestTopic = 199

    public init() {}

    /// As text, the defaults left out: what follows the id in a topic.
    var text: String {
        let defaults = TapFilter()
        var options: [String] = []
        func add(_ key: String, _ value: String) { options.append("\(key)=\(Self.escaped(value))") }
        if level == .contents { add("level", "contents") }
        if sampling != defaults.sampling { add("sample", String(sampling)) }
        if bytesPerSecond != defaults.bytesPerSecond { add("budget", String(bytesPerSecond)) }
        if longestPayload != defaults.longestPayload { add("cap", String(longestPayload)) }
        for method in methods { add("method", method) }
        if !shardKey.isEmpty { add("key", shardKey) }
        if !userID.isEmpty { add("user", userID) }
        if !traceID.isEmpty { add("trace", Hexadecimal.encode(traceID)) }
        if !peer.isEmpty { add("peer", peer) }
        if showsControl { add("control", "1") }
        if !who.isEmpty { add("who", who) }
        return options.joined(separator: "|")
    }

    /// `nil`: no filter. Options of a later version are skipped: they can only have asked for less.
    init?(text: Substring) {
        for option in text.split(separator: "|") {
            guard let equals = option.firstIndex(of: "="),
                let value = Self.unescaped(option[option.index(after: equals)...])
            else { return nil }
            guard take(option[..<equals], value) else { return nil }
        }
    }

    private mutating func take(_ key: Substring, _ value: String) -> Bool {
        switch key {
        case "level":
            level = value == "contents" ? .contents : .metadata
            return value == "contents" || value == "metadata"
        case "sample": return Self.take(value, within: Self.samplings, into: &sampling)
        case "budget": return Self.take(value, within: Self.budgets, into: &bytesPerSecond)
        case "cap": return Self.take(value, within: Self.payloads, into: &longestPayload)
        case "method": methods.append(value)
        case "key": shardKey = value
        case "user": userID = value
        case "trace":
            guard let bytes = Hexadecimal.decode(value), bytes.count == 16 else { return false }
            traceID = bytes
        case "peer": peer = value
        case "control": showsControl = value == "1"
        case "who": who = value
        default: break
        }
        return true
    }

    private static func take<Number: FixedWidthInteger>(
        _ text: String, within range: ClosedRange<Number>, into place: inout Number
    ) -> Bool {
        guard let number = Number(text) else { return false }
        place = min(max(number, range.lowerBound), range.upperBound)
        return true
    }

    /// Whether an event is meant for this subscriber.
    func matches(_ sighting: TapSighting) -> Bool {
        if sighting.isControl, !showsControl { return false }
        return matches(
            method: sighting.method, shardKey: sighting.shardKey, userID: sighting.identity?.userId,
            traceID: sighting.traceID, peer: (sighting.peerService, sighting.peerInstance))
    }

    /// Whether an event that a tap has told is meant for this subscriber. What it was told, control messages or not, was
    /// decided then.
    public func matches(_ event: Proto.TapEvent) -> Bool {
        matches(
            method: event.method, shardKey: event.shardKey, userID: event.identity?.userId, traceID: event.traceId,
            peer: (event.peerService, event.peerInstance))
    }

    private func matches(
        method: String, shardKey: String, userID: String?, traceID: [UInt8], peer: (service: String, instance: String)
    ) -> Bool {
        if !self.shardKey.isEmpty, shardKey != self.shardKey { return false }
        if !self.userID.isEmpty, userID != self.userID { return false }
        if !self.traceID.isEmpty, traceID != self.traceID { return false }
        if !self.peer.isEmpty, peer.service != self.peer, peer.instance != self.peer { return false }
        if !methods.isEmpty, !methods.contains(where: method.hasPrefix) { return false }
        return isSampled(traceID)
    }

    /// Whether it lets through whatever is about a call.
    var takesEveryCall: Bool {
        methods.isEmpty && shardKey.isEmpty && userID.isEmpty && traceID.isEmpty && peer.isEmpty && sampling <= 1
    }

    /// Trace ids are random, so their last bytes choose alike everywhere. What has no trace is rare and shown: refusals,
    /// control messages.
    private func isSampled(_ traceID: [UInt8]) -> Bool {
        guard sampling > 1, traceID.count == 16 else { return true }
        let number = traceID.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return number % sampling == 0
    }

    // MARK: Escapes

    /// `%`, the separators, and whatever a log line should not hold.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if byte > 32, byte < 127, byte != UInt8(ascii: "%"), byte != UInt8(ascii: "|"), byte != UInt8(ascii: "=") {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + Hexadecimal.encode([byte])
            }
        }
        return result
    }

    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let decoded = Hexadecimal.decode(String(decoding: rest.prefix(2), as: UTF8.self)),
                decoded.count == 1
            else { return nil }
            bytes += decoded
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
