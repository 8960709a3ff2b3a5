import Foundation

/// Standard input as lines, read on a thread of its own so that a waiting read holds up nothing.
enum LineReader {
    static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            let thread = Thread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
            thread.name = "phone lines"
            thread.start()
        }
    }
}
