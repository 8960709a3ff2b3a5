import Foundation

/// Standard input as a lifeline: whoever started this process holds the other end, so its end is theirs, however they went.
enum Lifeline {
    /// Calls `ended` once, on a thread of its own, when standard input reaches its end. What comes before is ignored.
    static func watch(_ ended: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            ended()
        }
    }
}
