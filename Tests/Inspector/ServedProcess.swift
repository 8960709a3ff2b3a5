import Bus
import Foundation
import Wire

/// A process on the bus that lives within the test: presence, as far as the tests ask it.
final class ServedProcess: Sendable {
    let node: BusNode
    let endpoint: String

    init(
        service: String = "presence", instance: String = "presence-test", bind: String = "tcp://127.0.0.1:0",
        security: BusSecurity? = nil
    ) throws {
        var configuration = BusConfiguration(service: service, instance: instance, bind: bind)
        configuration.version = "9.9"
        configuration.security = security
        configuration.tapBind = .automatic
        node = try BusNode(configuration)
        node.serve([
            .unary(Proto.PresenceMethods.lookupUsers) {
                (request: Proto.LookupUsersRequest, context) throws(RPCError) -> Proto.LookupUsersResponse in
                guard !request.userIds.isEmpty else {
                    throw RPCError(.invalidArgument, reason: .badUserId, "nobody asked for")
                }
                let names = request.userIds + [context.identity?.userId ?? ""].filter { !$0.isEmpty }
                return Proto.LookupUsersResponse(users: names.map { Proto.UserPresence(userId: $0) })
            },
            // Longer than anybody waits for it here.
            .unary(Proto.PresenceMethods.lookupSessions) {
                (_: Proto.LookupSessionsRequest, _) async throws(RPCError) -> Proto.LookupSessionsResponse in
                try? await Task.sleep(for: .milliseconds(150))
                return Proto.LookupSessionsResponse()
            },
        ])
        try node.start()
        endpoint = node.boundEndpoint ?? ""
    }

    func stop() async { await node.close() }
}
