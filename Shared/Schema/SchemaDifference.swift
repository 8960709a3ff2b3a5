import Descriptors

/// One thing that two contracts say differently.
public struct SchemaDifference: Sendable, Hashable {
    /// Whether a process with the one can talk to a process with the other.
    public enum Effect: Sendable, Hashable {
        /// They understand each other; the older one does not know the new part.
        case compatible
        /// Bytes of the one mean something else to the other, or calls of the one fail at the other.
        case breaking
    }

    public let effect: Effect
    /// `partyline.v1.CallRequest.timeout_ms`
    public let subject: String
    /// What happened to it, from the first contract to the second.
    public let change: String
}

extension SchemaPool {
    /// What changed from this contract to the other, in the order of names. Removing a field is compatible: its number means
    /// nothing to the other, as long as it is not used again.
    public func differences(to other: SchemaPool) -> [SchemaDifference] {
        var result: [SchemaDifference] = []
        compareMethods(other, &result)
        for name in Set(messages.keys).union(other.messages.keys).sorted() {
            switch (message(name), other.message(name)) {
            case (nil, _?): result.append(.init(effect: .compatible, subject: name, change: "message added"))
            case (_?, nil): result.append(.init(effect: .compatible, subject: name, change: "message removed"))
            case (let old?, let new?): compare(old, new, other, &result)
            case (nil, nil): break
            }
        }
        for name in Set(enums.keys).union(other.enums.keys).sorted() { compareEnums(name, other, &result) }
        return result
    }

    private func compareMethods(_ other: SchemaPool, _ result: inout [SchemaDifference]) {
        let old = Dictionary(uniqueKeysWithValues: distinct(methods))
        let new = Dictionary(uniqueKeysWithValues: distinct(other.methods))
        for path in Set(old.keys).union(new.keys).sorted() {
            func add(_ effect: SchemaDifference.Effect, _ change: String) {
                result.append(.init(effect: effect, subject: path, change: change))
            }
            guard let before = old[path] else {
                add(.compatible, "method added")
                continue
            }
            guard let after = new[path] else {
                add(.breaking, "method removed")
                continue
            }
            let (left, right) = (before.declaration, after.declaration)
            if left.request != right.request { add(.breaking, "request \(left.request) -> \(right.request)") }
            if left.response != right.response { add(.breaking, "response \(left.response) -> \(right.response)") }
            if left.isServerStreaming != right.isServerStreaming {
                add(.breaking, right.isServerStreaming ? "answers with a stream now" : "answers with one message now")
            }
            if left.idempotency != right.idempotency {
                add(.compatible, "idempotency \(left.idempotency) -> \(right.idempotency)")
            }
            for option in ["public_to_clients", "dangerous"] {
                let (was, isNow) = (isSet(option, on: before), other.isSet(option, on: after))
                if was != isNow { add(.compatible, "(\(option)) \(was) -> \(isNow)") }
            }
        }
    }

    private func distinct(_ methods: [Method]) -> [(String, Method)] {
        var seen: Set<String> = []
        return methods.filter { seen.insert($0.path).inserted }.map { ($0.path, $0) }
    }

    private func compare(
        _ old: MessageDeclaration, _ new: MessageDeclaration, _ other: SchemaPool, _ result: inout [SchemaDifference]
    ) {
        let before = Dictionary(uniqueKeysWithValues: old.fields.map { ($0.number, $0) })
        let after = Dictionary(uniqueKeysWithValues: new.fields.map { ($0.number, $0) })
        for number in Set(before.keys).union(after.keys).sorted() {
            let subject = "\(new.fullName).\((after[number] ?? before[number])?.name ?? "")"
            func add(_ effect: SchemaDifference.Effect, _ change: String) {
                result.append(.init(effect: effect, subject: subject, change: change))
            }
            guard let left = before[number] else {
                add(.compatible, "field \(number) added")
                continue
            }
            guard let right = after[number] else {
                add(.compatible, "field \(number) removed")
                continue
            }
            if left.name != right.name { add(.breaking, "field \(number) was \(left.name): other JSON") }
            if left.kind != right.kind {
                let types = "\(name(of: left.kind, in: old.fullName)) -> \(name(of: right.kind, in: new.fullName))"
                add(.breaking, "field \(number) \(types)")
            }
            if left.isRepeated != right.isRepeated {
                add(.breaking, "field \(number) \(right.isRepeated ? "is repeated now" : "is repeated no more")")
            }
            let (was, isNow) = (isSet("secret", on: left), other.isSet("secret", on: right))
            if was != isNow { add(.compatible, "(secret) \(was) -> \(isNow)") }
        }
    }

    private func compareEnums(_ name: String, _ other: SchemaPool, _ result: inout [SchemaDifference]) {
        guard let old = enumeration(name), let new = other.enumeration(name) else {
            let change = enumeration(name) == nil ? "enum added" : "enum removed"
            result.append(.init(effect: .compatible, subject: name, change: change))
            return
        }
        for value in new.values where !old.values.contains(where: { $0.number == value.number }) {
            result.append(.init(effect: .compatible, subject: "\(name).\(value.name)", change: "\(value.number) added"))
        }
        for value in old.values {
            guard let kept = new.values.first(where: { $0.number == value.number }) else {
                let change = "\(value.number) removed"
                result.append(.init(effect: .compatible, subject: "\(name).\(value.name)", change: change))
                continue
            }
            guard kept.name != value.name else { continue }
            let change = "\(value.number) was \(value.name): other JSON"
            result.append(.init(effect: .breaking, subject: "\(name).\(kept.name)", change: change))
        }
    }
}
