internal import CWebSockets
import Synchronization

/// What other threads ask of a service thread.
enum Command {
    /// The connection has something to send, or is to be closed.
    case write(UInt64)
    /// Its consumer has caught up.
    case read(UInt64)
    case abort(UInt64)
    case connect(PendingConnect)
    /// Refuse upgrades from now on.
    case refuse
    /// Close every connection with this.
    case closeAll(WebSocketClosure)
    /// End once the last connection is gone.
    case stopWhenIdle
    case stop
}

/// The way into a service thread: commands, and the wake-up. `lws_cancel_service` is the one library call that any
/// thread may make (libwebsockets issue 2669), and only while the context lives, hence under the lock.
final class Mailbox: Sendable {
    private struct Content {
        var commands: [Command] = []
        /// Address of the `lws_context`; 0 before and after its life.
        var context: UInt = 0
        var isClosed = false
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let content = Mutex(Content())

    /// Queues a command. `false`: the thread has ended.
    @discardableResult
    func post(_ command: Command) -> Bool {
        content.withLock { content in
            guard !content.isClosed else { return false }
            content.commands.append(command)
            if content.commands.count == 1, let context = unsafe OpaquePointer(bitPattern: content.context) {
                unsafe lws_cancel_service(context)
            }
            return true
        }
    }

    /// Everything queued so far.
    func takeAll() -> [Command] {
        content.withLock { content in
            defer { content.commands = [] }
            return content.commands
        }
    }

    /// Connects the wake-up.
    func open(context: UInt) { content.withLock { $0.context = context } }

    /// No wake-up from here on; returns what nobody will do any more.
    func close() -> [Command] {
        content.withLock { content in
            content.context = 0
            content.isClosed = true
            defer { content.commands = [] }
            return content.commands
        }
    }

    /// The thread's context is destroyed; nothing of it is left.
    func finish() {
        let waiters = content.withLock { content in
            content.hasEnded = true
            defer { content.waiters = [] }
            return content.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once the thread has ended. The library must be gone before the process is, and its port free for the next.
    func ended() async {
        await withCheckedContinuation { waiter in
            let hasEnded = content.withLock { content in
                if !content.hasEnded { content.waiters.append(waiter) }
                return content.hasEnded
            }
            if hasEnded { waiter.resume() }
        }
    }
}
