import Dispatch
import Foundation
import Synchronization

/// The queue of a log and the thread that empties it into a descriptor, one write per line.
final class LogWriter: Sendable {
    private enum Entry: Sendable {
        case line([UInt8])
        case barrier(DispatchSemaphore)
    }

    private struct State {
        var entries: [Entry] = []
        /// Lines that found the queue full since the last one that did not.
        var dropped: UInt64 = 0
        var isClosed = false
    }

    private static let longestQueue = 1_024

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    init(descriptor: Int32) {
        let thread = Thread { self.run(FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)) }
        thread.name = "log"
        thread.start()
    }

    /// `notice` makes the line that tells how many were lost, once there is room again.
    func append(_ line: [UInt8], lost notice: (UInt64) -> [UInt8]) {
        state.withLock { state in
            guard state.entries.count < Self.longestQueue else {
                state.dropped += 1
                return
            }
            if state.dropped > 0 {
                state.entries.append(.line(notice(state.dropped)))
                state.dropped = 0
            }
            state.entries.append(.line(line))
        }
        wake.signal()
    }

    func flush(within limit: DispatchTimeInterval) {
        let reached = DispatchSemaphore(value: 0)
        state.withLock { $0.entries.append(.barrier(reached)) }
        wake.signal()
        _ = reached.wait(timeout: .now() + limit)
    }

    /// Writes what is left and ends the thread.
    func close() {
        state.withLock { $0.isClosed = true }
        wake.signal()
    }

    private func run(_ handle: FileHandle) {
        while true {
            wake.wait()
            // One at a time, so that the queue stays bounded while a write waits for its reader.
            let (entry, isClosed) = state.withLock { state in
                (state.entries.isEmpty ? nil : state.entries.removeFirst(), state.isClosed)
            }
            switch entry {
            case .line(let bytes):
                // EPIPE, EIO, ENOSPC: there is nobody to tell.
                try? handle.write(contentsOf: bytes)
            case .barrier(let reached): reached.signal()
            case nil: if isClosed { return }
            }
        }
    }
}
