import Bus
import Synchronization
import TestSupport
import Testing
import Wire

/// Reads a tap in a task and keeps what it hears.
final class TapWatch: Sendable {
    private let readings = Mutex<[TapReading]>([])
    private let task: Mutex<Task<Void, Never>?>

    init(
        _ node: BusNode, at endpoint: String, of service: String = "", _ adjust: (inout TapFilter) -> Void = { _ in }
    ) throws {
        var filter = TapFilter()
        adjust(&filter)
        task = Mutex(nil)
        let stream = try node.tap(at: endpoint, of: service, filter)
        let task = Task { for await reading in stream { readings.withLock { $0.append(reading) } } }
        self.task.withLock { $0 = task }
    }

    var all: [TapReading] { readings.withLock { $0 } }

    var events: [Proto.TapEvent] {
        all.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    var missed: UInt64 {
        all.reduce(0) { if case .gap(let missed) = $1 { $0 + missed } else { $0 } }
    }

    /// Waits for an event.
    func sees(_ condition: (Proto.TapEvent) -> Bool) async -> Bool {
        await eventually { events.contains(where: condition) }
    }

    /// Stops reading; the subscription ends.
    func stop() {
        task.withLock { $0?.cancel() }
    }
}

/// A server with a tap on a free port.
struct TappedServer {
    let server: EchoServer
    let tap: String

    init(_ adjust: (inout BusConfiguration) -> Void = { _ in }, further: [RPCHandler] = []) throws {
        server = try EchoServer(
            {
                $0.tapBind = .automatic
                adjust(&$0)
            }, further: further)
        tap = try #require(server.node.tapEndpoint)
    }

    /// Until its tap serves this many; `isTapped` for one or none.
    func serves(_ count: Int, asked channel: BusChannel) async -> Bool {
        await eventually {
            let stats = try? await Proto.IntrospectClient(channel).stats(Proto.StatsRequest())
            return stats?.tapSubscribers == UInt32(count)
        }
    }
}
