import CallModel
import Wire

/// Whom or what to follow.
package struct StoryQuery: Sendable, Hashable {
    /// What the text of the question is taken for. `anything`: whichever of the three it turns out to be.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case call, trace, user, anything
    }

    package let text: String
    package let kind: Kind

    /// 32 hexadecimal digits are a trace; everything else may be a call id or a user.
    package init(_ text: String, as kind: Kind? = nil) {
        self.text = text
        self.kind = kind ?? (Hexadecimal.decode(text)?.count == 16 ? .trace : .anything)
    }

    /// The record itself names what is followed; records that only belong to it by their trace are found by the story.
    package func names(_ record: TapRecord) -> Bool {
        let event = record.event
        switch kind {
        case .trace: return Hexadecimal.encode(event.traceId) == text.lowercased()
        case .call: return event.shardKey == text || mentionsCall(record.body)
        case .user: return event.identity?.userId == text || mentionsUser(record.body)
        case .anything:
            return event.shardKey == text || event.identity?.userId == text || mentionsCall(record.body)
                || mentionsUser(record.body)
        }
    }

    private func mentionsCall(_ body: JSONValue?) -> Bool { body?.hasMember(["callId", "callIds"], [text]) ?? false }

    private func mentionsUser(_ body: JSONValue?) -> Bool {
        body?.hasMember(["userId", "userIds", "participantIds", "inviterId", "inviteeIds", "callerId"], [text]) ?? false
    }
}

extension JSONValue {
    /// Whether a member of one of these names, at any depth, is one of the texts or a list with one.
    func hasMember(_ names: Set<String>, _ texts: Set<String>) -> Bool {
        switch self {
        case .array(let elements): elements.contains { $0.hasMember(names, texts) }
        case .object(let members):
            members.contains { member in
                (names.contains(member.name) && member.value.isOrHolds(texts)) || member.value.hasMember(names, texts)
            }
        default: false
        }
    }

    private func isOrHolds(_ texts: Set<String>) -> Bool {
        switch self {
        case .string(let value): texts.contains(value)
        case .array(let elements): elements.contains { $0.isOrHolds(texts) }
        default: false
        }
    }

    /// Every text under a member of this name, at any depth, in order.
    func texts(named name: String) -> [String] {
        switch self {
        case .array(let elements): elements.flatMap { $0.texts(named: name) }
        case .object(let members):
            members.flatMap { member in
                (member.name == name ? member.value.stringValue.map { [$0] } ?? [] : [])
                    + member.value.texts(named: name)
            }
        default: []
        }
    }
}
