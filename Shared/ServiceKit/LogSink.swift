import CallModel
import Glibc
import Synchronization

/// Where lines go: a descriptor, written line by line, never waited for.
final class LogSink: Sendable {
    let level: LogLevel
    private let descriptor: Int32
    private let isColoured: Bool
    /// Lines lost since the last one that was written. The lock also keeps lines whole.
    private let dropped = Mutex<UInt64>(0)

    init(descriptor: Int32, level: LogLevel) {
        self.descriptor = descriptor
        self.level = level
        isColoured = descriptor >= 0 && isatty(descriptor) == 1
    }

    var isOpen: Bool { descriptor >= 0 }

    func write(_ line: LogLine) {
        let bytes = line.bytes(isColoured: isColoured)
        dropped.withLock { dropped in
            guard isWritable else {
                dropped += 1
                return
            }
            if dropped > 0 {
                let notice = LogLine(
                    time: line.time, level: .error, service: line.service, event: "log lost",
                    fields: [("lines", String(dropped))])
                put(notice.bytes(isColoured: isColoured))
                dropped = 0
                guard isWritable else {
                    dropped = 1
                    return
                }
            }
            put(bytes)
        }
    }

    /// A writable pipe takes `PIPE_BUF` (4096) bytes without waiting, which no line exceeds.
    private var isWritable: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&watched, 1, 0) == 1 && watched.revents & Int16(POLLOUT) != 0
    }

    private func put(_ bytes: [UInt8]) {
        // EPIPE, EIO, ENOSPC: there is nobody to tell. EINTR: the line is lost, which beats writing half of it twice.
        unsafe _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
