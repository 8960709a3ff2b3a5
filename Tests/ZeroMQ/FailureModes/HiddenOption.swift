import Testing

@testable import ZeroMQ

/// Options of libzmq that the overlay leaves out, because each of them is a way to lose messages or the process. Tests
/// set them by number to show what would happen.
enum HiddenOption {
    static let routingID: Int32 = 5
    static let descriptor: Int32 = 14
    static let events: Int32 = 15
    static let linger: Int32 = 17
    static let subscribe: Int32 = 6
    static let maximumMessageBytes: Int32 = 22
    static let sendHighWaterMark: Int32 = 23
    static let connectRoutingID: Int32 = 61
    static let heartbeatInterval: Int32 = 75
    static let heartbeatTimeToLive: Int32 = 76
    static let heartbeatTimeout: Int32 = 77
}

extension Socket {
    /// Sets an option past the overlay.
    borrowing func force(_ option: Int32, _ value: Int32) throws { try handle.set(option, value) }

    borrowing func force(_ option: Int32, _ bytes: [UInt8]) throws { try handle.set(option, bytes) }

    borrowing func readBack(_ option: Int32) throws -> Int32 { try handle.number(option) }
}

/// Reads events until the wanted one comes; false when the time is over first.
func waitFor(
    _ wanted: SocketEvent.Kind, on monitor: inout Monitor, within limit: Duration = .seconds(10)
) throws -> Bool {
    let deadline = ContinuousClock.now + limit
    var poller = Poller()
    _ = poller.watch(monitor.socket, for: .readable)
    repeat {
        while let event = try monitor.next() {
            if event.kind == wanted { return true }
        }
        _ = try poller.wait(min(.milliseconds(100), deadline - .now))
    } while ContinuousClock.now < deadline
    return false
}

/// As the bus connects, as far as these tests go: never again by itself.
func connectingOptions() -> SocketOptions {
    var options = SocketOptions()
    options.reconnectInterval = .seconds(86_400)
    options.connectTimeout = .seconds(3)
    return options
}
