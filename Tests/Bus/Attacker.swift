import Foundation
import Synchronization
import ZeroMQ

/// A raw socket that sends what no peer of ours sends, from a thread of its own, and stays connected until stopped.
final class Attacker: Sendable {
    private let mustStop = Mutex(false)
    private let stopped = DispatchSemaphore(value: 0)

    init(_ endpoint: String, _ messages: [[[UInt8]]]) {
        Thread.detachNewThread {
            try? self.attack(endpoint, messages)
            self.stopped.signal()
        }
    }

    /// Disconnects, and waits until it is done.
    func stop() {
        mustStop.withLock { $0 = true }
        stopped.wait()
    }

    private func attack(_ endpoint: String, _ messages: [[[UInt8]]]) throws {
        let context = try Context()
        var options = SocketOptions()
        options.linger = .seconds(5)
        let dealer = try Socket(context, .dealer, options)
        try dealer.connect(endpoint)
        var writable = Poller()
        _ = writable.watch(dealer, for: .writable)
        for message in messages {
            while try dealer.sendMultipart(message) != .sent { _ = try writable.wait(.milliseconds(10)) }
        }
        var idle = Poller()
        while !mustStop.withLock({ $0 }) { _ = try idle.wait(.milliseconds(5)) }
    }
}
