import CallModel
import Wire

/// What an expression can be asked about.
package protocol ExpressionSubject {
    /// What it has at a place; nothing if it has no such thing, several values where a payload repeats.
    func values(of place: ExpressionPlace) -> [ExpressionValue]
}

/// A field, and within a payload the way to a member.
package typealias ExpressionPlace = Expression.Place

extension TapRecord: ExpressionSubject {
    package func values(of place: ExpressionPlace) -> [ExpressionValue] {
        switch place.field {
        case .method: text(event.method)
        case .service: text(event.service)
        case .instance: text(event.instance)
        case .peer: text(event.peerService) + text(event.peerInstance)
        case .user: text(event.identity?.userId ?? "")
        case .device: text(event.identity?.deviceId ?? "")
        case .key: text(event.shardKey)
        case .trace: text(Hexadecimal.encode(event.traceId))
        case .status: event.status.map { [.word($0.code.rawValue)] } ?? []
        case .reason: event.status.map { [.word($0.reason.rawValue)] } ?? []
        case .message: text(event.status?.message ?? "")
        case .kind: [.word(event.kind.rawValue)]
        case .point: [.word(event.point.rawValue)]
        case .bytes: [.number(Double(event.payloadBytes))]
        case .attempt: event.attempt == 0 ? [] : [.number(Double(event.attempt))]
        case .drop: text(event.drop)
        case .latency, .network, .queue, .handler: []
        case .payload: body.map { members(of: $0, place.path[...]) } ?? []
        }
    }
}

extension Exchange: ExpressionSubject {
    package func values(of place: ExpressionPlace) -> [ExpressionValue] {
        switch place.field {
        case .method: text(method)
        case .service: text(server.service)
        case .instance: text(server.instance)
        case .peer: text(client.service) + text(client.instance)
        case .user: text(identity?.userId ?? "")
        case .device: text(identity?.deviceId ?? "")
        case .key: text(shardKey)
        case .trace: text(Hexadecimal.encode(traceID))
        case .status: status.map { [.word($0.code.rawValue)] } ?? []
        case .reason: status.map { [.word($0.reason.rawValue)] } ?? []
        case .message: text(status?.message ?? "")
        case .kind, .point: []
        case .bytes: [.number(Double(requestBytes + responseBytes + itemBytes))]
        case .latency: total.map { [.duration($0)] } ?? []
        case .network: network.map { [.duration($0)] } ?? []
        case .queue: queue.map { [.duration($0)] } ?? []
        case .handler: handler.map { [.duration($0)] } ?? []
        case .attempt: attempt == 0 ? [] : [.number(Double(attempt))]
        case .drop: drops.flatMap { text($0.cause) }
        case .payload: [request, response].compactMap { $0 }.flatMap { members(of: $0, place.path[...]) }
        }
    }
}

private func text(_ text: String) -> [ExpressionValue] { text.isEmpty ? [] : [.text(text)] }

/// Members by the names of JSON or of the contract; of a list those of every element. Without a path the whole payload's
/// text, so that `payload ~ bob` finds it anywhere.
private func members(of json: JSONValue, _ path: ArraySlice<String>) -> [ExpressionValue] {
    if case .array(let elements) = json { return elements.flatMap { members(of: $0, path) } }
    guard let name = path.first else { return leaf(json) }
    guard case .object(let entries) = json else { return [] }
    let wanted = folded(name)
    return entries.filter { name == "*" || folded($0.name) == wanted }.flatMap {
        members(of: $0.value, path.dropFirst())
    }
}

/// `call_id` and `callId` are the same member.
private func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

private func leaf(_ json: JSONValue) -> [ExpressionValue] {
    switch json {
    case .null: []
    case .bool(let flag): [.flag(flag)]
    case .integer(let number): [.number(Double(number))]
    case .double(let number): [.number(number)]
    case .string(let text): [.text(text)]
    case .array, .object: [.text(json.text)]
    }
}
