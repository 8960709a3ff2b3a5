import CallModel
package import Wire

extension Exchange {
    /// One object per exchange; what was not seen is left out.
    package func json() -> JSONValue {
        var members = MemberList()
        members.addAlways("exchange", Int64(clamping: id))
        members.addAlways("call", Int64(clamping: call))
        members.add("state", state.rawValue)
        members.add("method", method)
        members.add("request_id", requestID == 0 ? "" : String(requestID))
        members.add("attempt", attempt)
        members.add("trace_id", Hexadecimal.encode(traceID))
        members.add("span_id", Hexadecimal.encode(spanID))
        members.add("parent_span_id", Hexadecimal.encode(parentSpanID))
        members.add("shard_key", shardKey)
        members.add("user_id", identity?.userId ?? "")
        members.add("device_id", identity?.deviceId ?? "")
        members.add("client_service", client.service)
        members.add("client_instance", client.instance)
        members.add("server_service", server.service)
        members.add("server_instance", server.instance)
        members.add("started_us", (clientSend ?? serverReceive ?? clientReceive ?? serverSend)?.wall.microseconds ?? 0)
        members.add("total_us", total)
        members.add("network_us", network)
        members.add("at_server_us", atServer)
        members.add("queue_us", queue)
        members.add("handler_us", handler)
        members.add("slack_us", slack)
        members.add("status", status.map { JSONWord.of($0.code) } ?? "")
        members.add("reason", status.map { $0.reason == .none ? "" : JSONWord.of($0.reason) } ?? "")
        members.add("status_message", status?.message ?? "")
        if cancelled != nil { members.append("is_cancelled", true) }
        if !drops.isEmpty { members.append("drops", .array(drops.map { .string($0.cause) })) }
        members.addAlways("request_bytes", Int64(requestBytes))
        members.addAlways("response_bytes", Int64(responseBytes))
        if isStream { members.append("is_stream", true) }
        members.add("items", itemCount)
        members.add("item_bytes", itemBytes)
        if let request { members.append("request", request) }
        if let response { members.append("response", response) }
        return JSONLine.object(type: .exchange, members.members)
    }
}
