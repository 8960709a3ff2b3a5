internal import CallModel
internal import Wire

/// Requests outside the core, such as the history: they go out on the connection of the moment, or wait for one.
struct SessionChannel: RPCChannel {
    let shell: ClientShell

    func unary(
        _ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions
    ) async throws(RPCError) -> [UInt8] {
        try await connection(options).unary(method, request, options)
    }

    func serverStream(_ method: MethodDescriptor, _ request: [UInt8], _ options: CallOptions) -> RPCByteStream {
        RPCByteStream(failing: RPCError(.unimplemented, "streams belong to a connection"))
    }

    private func connection(_ options: CallOptions) async throws(RPCError) -> GatewayConnection {
        guard let connection = await shell.onlineConnection(within: options.timeout) else {
            throw RPCError(.unavailable, reason: .neverSent, "no connection to the server")
        }
        return connection
    }
}
