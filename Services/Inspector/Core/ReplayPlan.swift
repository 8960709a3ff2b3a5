package import Wire

/// Which recorded requests are sent again, when, and with what in them.
///
/// Only what nothing but itself caused is sent: the rest follows from it. By default only methods that may be repeated; a
/// method that people notice (`dangerous`) never without being asked for. Ids of calls are renamed everywhere alike, so
/// that a replay is a new call, not a second life of the old one.
package struct ReplayPlan: Sendable {
    /// What the contract says about a method.
    package struct Facts: Sendable, Hashable {
        package var isIdempotent: Bool
        package var isDangerous: Bool
        package var isStream: Bool

        package init(isIdempotent: Bool, isDangerous: Bool = false, isStream: Bool = false) {
            self.isIdempotent = isIdempotent
            self.isDangerous = isDangerous
            self.isStream = isStream
        }
    }

    package struct Options: Sendable {
        /// Also methods that are not idempotent.
        package var includesEverything = false
        /// Also methods marked dangerous.
        package var includesDangerous = false
        /// Also requests that another recorded request caused.
        package var includesCaused = false
        /// Only these services, if any are named: `signaling`.
        package var services: Set<String> = []
        /// 1 is as recorded, 2 twice as fast; 0 without pauses.
        package var speed = 1.0
        /// New call ids begin with it. Give every run another.
        package var idPrefix: String

        package init(idPrefix: String) { self.idPrefix = idPrefix }
    }

    /// One request.
    package struct Step: Sendable, Hashable {
        /// After the first one.
        package let offset: Duration
        package let method: String
        package let service: String
        package let request: JSONValue
        package let shardKey: String
        package let identity: Proto.ClientIdentity?
        package let deadline: Duration?
        /// What came back when it was recorded.
        package let recorded: Exchange
    }

    /// Why a request is not sent again.
    package enum Refusal: String, Sendable, Hashable, CaseIterable {
        case notIdempotent = "not idempotent"
        case dangerous = "dangerous"
        case stream = "a stream"
        case unknownMethod = "not in the schema"
        case noPayload = "recorded without its payload"
        case masked = "holds masked secrets"
        case caused = "caused by another request"
        case notSeen = "its request was not recorded"
        case otherService = "of another service"
    }

    package let steps: [Step]
    /// How many requests are left out, and why.
    package let refused: [(method: String, refusal: Refusal, count: Int)]
    /// Old and new call ids.
    package let renamed: [String: String]

    /// - Parameter facts: what the schema says about a method's path; `nil`: it does not know it.
    package init(_ exchanges: [Exchange], options: Options, facts: (String) -> Facts?) {
        let spans = Set(exchanges.map(\.spanID).filter { !$0.isEmpty })
        var chosen: [(exchange: Exchange, sentAt: Moment)] = []
        var counts: [String: [Refusal: Int]] = [:]
        for exchange in exchanges where exchange.attempt <= 1 {
            let isCaused = !exchange.parentSpanID.isEmpty && spans.contains(exchange.parentSpanID)
            if let refusal = Self.refusal(exchange, isCaused: isCaused, options, facts(exchange.method)) {
                counts[exchange.method, default: [:]][refusal, default: 0] += 1
            } else if let sighting = exchange.clientSend ?? exchange.serverReceive {
                chosen.append((exchange, sighting.arrivedAt))
            }
        }
        chosen.sort { ($0.sentAt, $0.exchange.id) < ($1.sentAt, $1.exchange.id) }
        let names = Self.names(of: chosen.map(\.exchange), prefix: options.idPrefix)
        let start = chosen.first?.sentAt ?? .zero
        steps = chosen.map { Self.step($0.exchange, offset: $0.sentAt - start, names, speed: options.speed) }
        refused = counts.sorted { $0.key < $1.key }.flatMap { method, reasons in
            reasons.sorted { $0.key.rawValue < $1.key.rawValue }.map { (method, $0.key, $0.value) }
        }
        renamed = names
    }

    private static func refusal(
        _ exchange: Exchange, isCaused: Bool, _ options: Options, _ facts: Facts?
    ) -> Refusal? {
        guard exchange.clientSend != nil || exchange.serverReceive != nil else { return .notSeen }
        guard options.services.isEmpty || options.services.contains(exchange.server.service) else {
            return .otherService
        }
        guard let facts else { return .unknownMethod }
        if facts.isDangerous, !options.includesDangerous { return .dangerous }
        if facts.isStream { return .stream }
        if !facts.isIdempotent, !options.includesEverything { return .notIdempotent }
        if isCaused, !options.includesCaused { return .caused }
        if exchange.request == nil, exchange.requestBytes > 0 { return .noPayload }
        return exchange.request?.hasMaskedText == true ? .masked : nil
    }

    private static func step(
        _ exchange: Exchange, offset: Duration, _ names: [String: String], speed: Double
    ) -> Step {
        let pause = speed > 0 ? Duration.microseconds(Int64(Double(offset.wholeMicroseconds) / speed)) : .zero
        return Step(
            offset: pause, method: exchange.method, service: exchange.server.service,
            request: (exchange.request ?? .object([])).renaming(names),
            shardKey: names[exchange.shardKey] ?? exchange.shardKey, identity: exchange.identity,
            deadline: exchange.remainingMilliseconds == 0
                ? nil : .milliseconds(Int64(exchange.remainingMilliseconds)),
            recorded: exchange)
    }

    /// A new name for every call id, in the order they appear.
    private static func names(of exchanges: [Exchange], prefix: String) -> [String: String] {
        var names: [String: String] = [:]
        for exchange in exchanges {
            let ids = exchange.request?.texts(named: "callId") ?? []
            for id in ids where !id.isEmpty && names[id] == nil { names[id] = "\(prefix)-\(names.count + 1)" }
        }
        return names
    }
}

extension JSONValue {
    /// The same value with every text that is one of the names replaced.
    fileprivate func renaming(_ names: [String: String]) -> JSONValue {
        switch self {
        case .string(let text): .string(names[text] ?? text)
        case .array(let elements): .array(elements.map { $0.renaming(names) })
        case .object(let members): .object(members.map { Member($0.name, $0.value.renaming(names)) })
        default: self
        }
    }

    fileprivate var hasMaskedText: Bool {
        switch self {
        // Masked bytes are the same text in base64: "#" and the digits become "I" and eleven letters.
        case .string(let text): JSONDifference.isMasked(text) || Self.isMaskedBytes(text)
        case .array(let elements): elements.contains { $0.hasMaskedText }
        case .object(let members): members.contains { $0.value.hasMaskedText }
        default: false
        }
    }

    private static func isMaskedBytes(_ text: String) -> Bool {
        guard text.utf8.count == 12, text.hasPrefix("I") else { return false }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bits: UInt32 = 0
        var bytes: [UInt8] = []
        for (index, letter) in text.utf8.enumerated() {
            guard let value = alphabet.firstIndex(of: letter) else { return false }
            bits = bits << 6 | UInt32(value)
            if index % 4 == 3 {
                bytes += [UInt8(bits >> 16 & 0xff), UInt8(bits >> 8 & 0xff), UInt8(bits & 0xff)]
                bits = 0
            }
        }
        return JSONDifference.isMasked(String(decoding: bytes, as: UTF8.self))
    }
}
