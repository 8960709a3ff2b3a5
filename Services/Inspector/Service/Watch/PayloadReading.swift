import Descriptors
import InspectorCore
import Schema
import Wire

/// Reads the payloads of tap events by the schemas at hand. Looks each method up once.
struct PayloadReading: Sendable {
    private struct Types: Sendable {
        let schema: SchemaPool
        let request: String
        let response: String
    }

    private var schemas: [SchemaPool]
    private var byMethod: [String: Types?] = [:]

    init(_ schemas: [SchemaPool] = []) { self.schemas = schemas }

    /// Another schema, asked after those that are there.
    mutating func add(_ schema: SchemaPool) {
        schemas.append(schema)
        byMethod = byMethod.filter { $0.value != nil }
    }

    /// The payload as JSON; `nil` if there is none, or nothing can read it.
    mutating func body(of event: Proto.TapEvent, _ style: PayloadStyle = .exact) -> JSONValue? {
        // Masks change the length, so it says nothing.
        guard !event.isPayloadCut, !event.payload.isEmpty || event.payloadBytes == 0,
            let types = types(event.method)
        else { return nil }
        switch event.kind {
        case .request: return try? types.schema.json(event.payload, of: types.request, style)
        case .item: return try? types.schema.json(event.payload, of: types.response, style)
        case .response where (event.status?.code ?? .ok) == .ok:
            return try? types.schema.json(event.payload, of: types.response, style)
        default: return nil
        }
    }

    private mutating func types(_ method: String) -> Types? {
        if let known = byMethod[method] { return known }
        var found: Types?
        for schema in schemas {
            guard let declaration = schema.method(method)?.declaration else { continue }
            found = Types(schema: schema, request: declaration.request, response: declaration.response)
            break
        }
        // A peer names methods as it likes: what is remembered of them is bounded.
        if byMethod.count < 10_000 { byMethod[method] = found }
        return found
    }
}
