import CallModel
import Dispatch
import Glibc

/// Where lines go. Whoever logs only appends to a bounded queue; a thread of its own writes, so that a reader that has
/// stopped reading holds up nobody.
final class LogSink: Sendable {
    /// How long an error's author waits for it to be written: what follows an error may be the end of the process.
    private static let errorPatience = DispatchTimeInterval.milliseconds(100)

    let level: LogLevel
    private let isColoured: Bool
    private let writer: LogWriter?

    /// Without a descriptor nothing is written.
    init(descriptor: Int32?, level: LogLevel) {
        self.level = level
        isColoured = descriptor.map { isatty($0) == 1 } ?? false
        writer = descriptor.map { LogWriter(descriptor: $0) }
    }

    deinit { writer?.close() }

    var isOpen: Bool { writer != nil }

    func write(_ line: LogLine) {
        guard let writer else { return }
        writer.append(line.bytes(isColoured: isColoured)) { dropped in
            LogLine(
                time: line.time, level: .error, service: line.service, event: "log lost",
                fields: [("lines", String(dropped))]
            ).bytes(isColoured: self.isColoured)
        }
        if line.level == .error { flush(within: Self.errorPatience) }
    }

    /// Waits until everything so far is written, but not longer than the limit.
    func flush(within limit: DispatchTimeInterval = .seconds(1)) { writer?.flush(within: limit) }
}
