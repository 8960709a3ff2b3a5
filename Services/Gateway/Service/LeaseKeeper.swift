import CallModel
import GatewayCore
import ServiceKit
import Synchronization
import Wire

/// Tells presence every few seconds which sessions are connected here, and disconnects those it no longer counts as
/// this gateway's. While presence is down, connections stay: it will count the lease from its return.
final class LeaseKeeper: Part {
    let name = "lease keeper"

    private let context: GatewayContext
    private let interval: Duration
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Sessions in one request.
    private static let batch = 5_000

    init(_ context: GatewayContext, interval: Duration) {
        self.context = context
        self.interval = interval
    }

    func start() async throws {
        let keeping = Task {
            while !Task.isCancelled {
                try? await context.clock.sleep(for: interval)
                await renew()
            }
        }
        task.withLock { $0 = keeping }
    }

    func renew() async {
        var rest = context.table.sessions[...]
        while !rest.isEmpty, !Task.isCancelled {
            let batch = Array(rest.prefix(Self.batch))
            rest = rest.dropFirst(batch.count)
            do {
                for session in try await context.presence.renew(batch) {
                    context.table[session]?.handle(.sessionGone)
                }
            } catch {
                context.log.notice("leases not renewed", ["sessions": batch.count, "reason": error.reason.name])
            }
        }
    }

    func drain(within limit: Duration) async { task.withLock { $0 }?.cancel() }
}
