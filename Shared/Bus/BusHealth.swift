import Synchronization
import Wire

/// Whether a service can do its job.
public enum HealthState: Sendable, Hashable {
    case serving
    /// With what is wrong, for an operator.
    case notServing(String)
}

/// What the Health service of a node answers with: every check must pass. Checks run in the node's work queue, so a
/// service whose handlers are stuck cannot look healthy.
public final class BusHealth: Sendable {
    public typealias Check = @Sendable () async -> HealthState

    private struct State {
        var checks: [(name: String, check: Check)] = []
        var isStarting = false
        var isDraining = false
    }

    private let state = Mutex(State())

    init() {}

    /// Adds a check. It must answer quickly; it is asked about twice a second per watcher.
    public func add(_ name: String, _ check: @escaping Check) {
        state.withLock { $0.checks.append((name, check)) }
    }

    /// While starting, the node is not serving whatever the checks say.
    public func setStarting(_ isStarting: Bool) { state.withLock { $0.isStarting = isStarting } }

    func setDraining() { state.withLock { $0.isDraining = true } }

    /// Asks every check; the first that fails decides.
    public func evaluate() async -> HealthState {
        let now = state.withLock { ($0.checks, $0.isStarting, $0.isDraining) }
        if now.2 { return .notServing("draining") }
        if now.1 { return .notServing("starting") }
        for (name, check) in now.0 {
            if case .notServing(let detail) = await check() { return .notServing("\(name): \(detail)") }
        }
        return .serving
    }
}

/// Answers `partyline.v1.Health`.
struct HealthService: Proto.HealthService {
    let health: BusHealth
    /// Names of the services this node answers for.
    let services: Set<String>

    /// How often a watcher's state is looked at.
    private static let interval = Duration.milliseconds(500)

    func check(
        _ request: Proto.HealthCheckRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.HealthCheckResponse {
        guard request.service.isEmpty || services.contains(request.service) else {
            return Proto.HealthCheckResponse(status: .serviceUnknown)
        }
        switch await health.evaluate() {
        case .serving: return Proto.HealthCheckResponse(status: .serving)
        case .notServing(let detail): return Proto.HealthCheckResponse(status: .notServing, detail: detail)
        }
    }

    func watch(
        _ request: Proto.HealthCheckRequest, _ context: RPCContext, _ responses: RPCSender<Proto.HealthCheckResponse>
    ) async throws(RPCError) {
        var last: Proto.HealthCheckResponse?
        while true {
            let now = try await check(request, context)
            if now != last { try await responses.send(now) }
            last = now
            do {
                try await Task.sleep(for: Self.interval)
            } catch {
                throw RPCError(.cancelled, "watch cancelled")
            }
        }
    }
}
