import CallModel
import MonotonicClock
import Wire

/// Follows a path of services over the connections that calls take, without running their handlers. Each process asks the
/// next one, so the path is seen as it is from there.
struct ProbePath {
    let core: BusCore

    /// Longer ones are refused: a path through each service twice is shorter.
    static let longest = 8

    func follow(_ request: Proto.ProbeRequest, _ context: RPCContext) async throws(RPCError) -> Proto.ProbeResponse {
        guard request.path.count <= Self.longest else {
            throw RPCError(.invalidArgument, reason: .tooLarge, "a path of \(request.path.count) services")
        }
        let arrived = MonotonicInstant.now
        var here = Proto.ProbeHop(
            service: core.configuration.service, instance: core.configuration.instance,
            epoch: core.configuration.epoch,
            queueUs: context.received.map { (arrived - $0).wholeMicroseconds } ?? 0, wallUs: WallClock.microseconds)
        guard let next = request.path.first else { return Proto.ProbeResponse(hops: [here]) }
        guard let endpoint = await nearest(next, request.shardKey) else {
            here.failure = "no connection to \(next)"
            return Proto.ProbeResponse(hops: [here])
        }
        let onward = Proto.ProbeRequest(path: Array(request.path.dropFirst()), shardKey: request.shardKey)
        do throws(RPCError) {
            // Less than is left, so that a path that ends nowhere still tells how far it came.
            let left = context.deadline.map { ($0 - arrived) * 4 / 5 } ?? .seconds(5)
            let response = try await Proto.IntrospectClient(BusChannel(core, targets: [endpoint], service: next)).probe(
                onward, CallOptions(timeout: left, shardKey: request.shardKey))
            here.onwardUs = (MonotonicInstant.now - arrived).wholeMicroseconds
            return Proto.ProbeResponse(hops: [here] + response.hops)
        } catch {
            here.onwardUs = (MonotonicInstant.now - arrived).wholeMicroseconds
            here.failure = "\(next) at \(endpoint): \(error.code.name) \(error.message)"
            return Proto.ProbeResponse(hops: [here])
        }
    }

    /// The connected instance of a service that a call with this key would take.
    private func nearest(_ service: String, _ key: String) async -> String? {
        guard let snapshot = await core.snapshot() else { return nil }
        let ready = snapshot.peers.filter { $0.service == service && $0.isConnected && !$0.endpoint.isEmpty }
        return key.isEmpty
            ? ready.randomElement()?.endpoint : Rendezvous.pick(ready, key: key) { $0.endpoint }?.endpoint
    }
}
