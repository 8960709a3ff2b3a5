import CallModel
package import Wire

/// Lines for other programs. docs/inspector-json.md describes every member; a change that breaks a reader raises
/// `JSONLine.schema`.
package enum JSONLine {
    /// Version of every line's form, in its member `schema`.
    package static let schema: Int64 = 1

    /// An object that begins with the version and the kind of line.
    package static func object(type: LineType, _ members: [JSONValue.Member]) -> JSONValue {
        .object([.init("schema", .integer(schema)), .init("type", .string(type.rawValue))] + members)
    }
}

/// Why a line of JSON is no event.
package enum JSONLineError: Error, Sendable, Hashable {
    case notJSON(offset: Int)
    /// Written by a version this build does not know.
    case otherSchema(Int64?)
    /// A line of another type, such as `exchange`.
    case otherType(String)
    case badMember(String)
}

extension TapRecord {
    /// One object per event; members with empty values are left out.
    package func json() -> JSONValue {
        var members = MemberList()
        members.add("target", target)
        members.addAlways("arrived_us", arrivedAt.microseconds)
        members.add("point", JSONWord.of(event.point))
        members.add("kind", JSONWord.of(event.kind))
        members.add("service", event.service)
        members.add("instance", event.instance)
        members.add("epoch", event.epoch == 0 ? "" : Hexadecimal.encode(event.epoch))
        members.add("peer_service", event.peerService)
        members.add("peer_instance", event.peerInstance)
        members.add("method", event.method)
        members.add("request_id", event.requestId == 0 ? "" : String(event.requestId))
        members.add("attempt", event.attempt)
        members.add("trace_id", Hexadecimal.encode(event.traceId))
        members.add("span_id", Hexadecimal.encode(event.spanId))
        members.add("parent_span_id", Hexadecimal.encode(event.parentSpanId))
        members.add("shard_key", event.shardKey)
        addIdentity(to: &members)
        addStatus(to: &members)
        members.add("remaining_ms", event.remainingMs)
        members.add("item_sequence", event.itemSequence)
        members.add("credit", event.credit)
        members.add("monotonic_ns", event.monotonicNs)
        members.add("wall_us", event.wallUs)
        members.add("drop", event.drop)
        members.add("detail", event.detail)
        members.add("sequence", event.sequence)
        members.add("dropped_total", event.droppedTotal)
        members.addAlways("payload_bytes", Int64(event.payloadBytes))
        if let body { members.append("payload", body) }
        if body == nil, !event.payload.isEmpty { members.add("payload_hex", Hexadecimal.encode(event.payload)) }
        if event.isPayloadCut { members.append("is_payload_cut", true) }
        if !event.metadata.isEmpty { members.append("metadata", metadataJSON) }
        return JSONLine.object(type: .event, members.members)
    }

    private func addIdentity(to members: inout MemberList) {
        guard let identity = event.identity else { return }
        members.add("user_id", identity.userId)
        members.add("device_id", identity.deviceId)
        members.add("session_id", identity.sessionId)
        members.add("platform", identity.platform == .unspecified ? "" : JSONWord.of(identity.platform))
    }

    private func addStatus(to members: inout MemberList) {
        guard let status = event.status else { return }
        members.append("status", .string(JSONWord.of(status.code)))
        members.add("reason", status.reason == .none ? "" : JSONWord.of(status.reason))
        members.add("status_message", status.message)
        members.add("retry_after_ms", status.retryAfterMs)
        if status.isFinal { members.append("is_final", true) }
    }

    private var metadataJSON: JSONValue {
        .array(
            event.metadata.map { entry in
                let text = String(validating: entry.value, as: UTF8.self)
                return .object([
                    .init("key", .string(entry.key)),
                    text.map { .init("value", .string($0)) }
                        ?? .init("value_hex", .string(Hexadecimal.encode(entry.value))),
                ])
            })
    }
}

extension TapRecord {
    /// Reads what `json()` wrote. Members it does not know are ignored.
    package init(jsonLine text: String) throws(JSONLineError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch .malformedJSON(let offset) {
            throw .notJSON(offset: offset)
        } catch {
            throw .notJSON(offset: 0)
        }
        try self.init(json: json)
    }

    /// Reads what `json()` wrote. Members it does not know are ignored.
    package init(json: JSONValue) throws(JSONLineError) {
        guard case .integer(JSONLine.schema)? = json["schema"] else {
            throw .otherSchema(json["schema"]?.integerValue)
        }
        let type = json["type"]?.stringValue ?? ""
        guard type == "event" else { throw .otherType(type) }
        let reader = MemberReader(json)
        self.init(
            Proto.TapEvent(), from: try reader.text("target"),
            arrivedAt: Moment(microseconds: try reader.number("arrived_us")), body: json["payload"])
        try readPlace(reader)
        try readStatus(reader, isThere: json["status"] != nil)
        try readPayload(reader, json)
    }

    private mutating func readPlace(_ reader: MemberReader) throws(JSONLineError) {
        event.point = try reader.word("point")
        event.kind = try reader.word("kind")
        event.service = try reader.text("service")
        event.instance = try reader.text("instance")
        event.epoch = try reader.hexNumber("epoch")
        event.peerService = try reader.text("peer_service")
        event.peerInstance = try reader.text("peer_instance")
        event.method = try reader.text("method")
        event.requestId = try reader.decimal("request_id")
        event.attempt = try reader.number("attempt")
        event.traceId = try reader.hex("trace_id")
        event.spanId = try reader.hex("span_id")
        event.parentSpanId = try reader.hex("parent_span_id")
        event.shardKey = try reader.text("shard_key")
        let identity = Proto.ClientIdentity(
            userId: try reader.text("user_id"), deviceId: try reader.text("device_id"),
            sessionId: try reader.text("session_id"), platform: try reader.word("platform"))
        if identity != Proto.ClientIdentity() { event.identity = identity }
    }

    private mutating func readStatus(_ reader: MemberReader, isThere: Bool) throws(JSONLineError) {
        guard isThere else { return }
        event.status = Proto.Status(
            code: try reader.word("status"), reason: try reader.word("reason"),
            message: try reader.text("status_message"), retryAfterMs: try reader.number("retry_after_ms"),
            isFinal: try reader.flag("is_final"))
    }

    private mutating func readPayload(_ reader: MemberReader, _ json: JSONValue) throws(JSONLineError) {
        event.remainingMs = try reader.number("remaining_ms")
        event.itemSequence = try reader.number("item_sequence")
        event.credit = try reader.number("credit")
        event.monotonicNs = try reader.number("monotonic_ns")
        event.wallUs = try reader.number("wall_us")
        event.drop = try reader.text("drop")
        event.detail = try reader.text("detail")
        event.sequence = try reader.number("sequence")
        event.droppedTotal = try reader.number("dropped_total")
        event.payloadBytes = try reader.number("payload_bytes")
        event.payload = try reader.hex("payload_hex")
        event.isPayloadCut = try reader.flag("is_payload_cut")
        for entry in json["metadata"]?.arrayValue ?? [] {
            let member = MemberReader(entry)
            let value = entry["value"] == nil ? try member.hex("value_hex") : Array(try member.text("value").utf8)
            event.metadata.append(Proto.Metadata(key: try member.text("key"), value: value))
        }
    }
}
