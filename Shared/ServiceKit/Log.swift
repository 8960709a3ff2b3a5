public import CallModel

/// How important a line is.
public enum LogLevel: Int, Sendable, Comparable {
    /// Somebody must act.
    case error
    /// The state of the service changed.
    case notice
    case debug

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// By its name in the configuration.
    public init?(name: String) {
        switch name {
        case "error": self = .error
        case "notice": self = .notice
        case "debug": self = .debug
        default: return nil
        }
    }

    var name: String {
        switch self {
        case .error: "error"
        case .notice: "notice"
        case .debug: "debug"
        }
    }
}

/// A value that may enter the log. Ids conform with their shortened form.
public protocol LogValue {
    /// What the line shows. Nothing private; control characters are escaped later.
    var logged: String { get }
}

/// Writes events, one line each: time, level, service, event ("noun verb"), then `key=value`.
///
/// Safe from any thread, and cheap when the level is off: neither event nor fields are built then. Never blocks on a
/// reader that has stopped reading.
public struct Log: Sendable {
    private let service: String
    private let sink: LogSink

    /// Writes to standard error.
    public init(service: String, level: LogLevel = .notice) {
        self.init(service: service, sink: LogSink(descriptor: 2, level: level))
    }

    init(service: String, sink: LogSink) {
        self.service = service
        self.sink = sink
    }

    /// A log that nobody reads, for tests.
    public static let discarding = Log(service: "", sink: LogSink(descriptor: nil, level: .error))

    /// The least important level that is written.
    public var level: LogLevel { sink.level }

    /// Waits up to a second until everything so far is written; for the end of a process.
    public func flush() { sink.flush() }

    /// Somebody must act.
    public func error(
        _ event: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, any LogValue> = [:]
    ) {
        write(.error, event, fields)
    }

    /// The state of the service changed.
    public func notice(
        _ event: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, any LogValue> = [:]
    ) {
        write(.notice, event, fields)
    }

    /// For following one call closely; off by default.
    public func debug(
        _ event: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, any LogValue> = [:]
    ) {
        write(.debug, event, fields)
    }

    private func write(
        _ level: LogLevel, _ event: () -> String, _ fields: () -> KeyValuePairs<String, any LogValue>
    ) {
        guard level <= sink.level, sink.isOpen else { return }
        let line = LogLine(
            time: SystemClock().wallTime, level: level, service: service, event: event(),
            fields: fields().map { ($0.key, $0.value.logged) })
        sink.write(line)
    }
}

extension String: LogValue { public var logged: String { self } }
extension Substring: LogValue { public var logged: String { String(self) } }
extension StaticString: LogValue { public var logged: String { description } }
extension Bool: LogValue { public var logged: String { self ? "true" : "false" } }
extension Int: LogValue { public var logged: String { String(self) } }
extension Int32: LogValue { public var logged: String { String(self) } }
extension Int64: LogValue { public var logged: String { String(self) } }
extension UInt: LogValue { public var logged: String { String(self) } }
extension UInt8: LogValue { public var logged: String { String(self) } }
extension UInt16: LogValue { public var logged: String { String(self) } }
extension UInt32: LogValue { public var logged: String { String(self) } }
extension UInt64: LogValue { public var logged: String { String(self) } }
extension Double: LogValue { public var logged: String { String(self) } }
extension Duration: LogValue { public var logged: String { "\(wholeMilliseconds)ms" } }
extension WallTime: LogValue { public var logged: String { timestamp(self) } }
extension UserID: LogValue {}
extension DeviceID: LogValue {}
extension SessionID: LogValue {}
extension CallID: LogValue {}
extension Optional: LogValue where Wrapped: LogValue { public var logged: String { self?.logged ?? "-" } }
extension Array: LogValue where Element: LogValue {
    public var logged: String { map(\.logged).joined(separator: ",") }
}
