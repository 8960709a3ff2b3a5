import Wire

/// Two bytes choose the type, the rest are the message.
func fuzzMessage(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let types = Proto.allMessages
    let type = types[(Int(bytes[0]) | Int(bytes[1]) << 8) % types.count]
    roundTrip(type, Array(bytes.dropFirst(2)))
}

private func roundTrip<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8]) {
    guard let message = try? Message(decoding: bytes) else { return }
    _ = message.description
    // Re-encoding may pass the cap where the original just did not.
    guard let again = try? message.encoded() else { return }
    let copy = try? Message(decoding: again)
    precondition(copy == message || hasNaN(message.json()), "\(Message.fullName): not the same after another round")
    precondition((try? copy?.encoded()) == again, "\(Message.fullName): other bytes after another round")
    let json = message.json()
    precondition((try? JSONValue(parsing: json.text)) == json || hasNaN(json), "\(Message.fullName): JSON text")
    precondition((try? Message(json: json)) == message || hasNaN(json), "\(Message.fullName): JSON form")
}

/// NaN is not equal to itself, and the JSON form has a word for it.
private func hasNaN(_ value: JSONValue) -> Bool {
    switch value {
    case .double(let number): number.isNaN
    case .string(let text): text == "NaN"
    case .array(let values): values.contains(where: hasNaN)
    case .object(let members): members.contains { hasNaN($0.value) }
    default: false
    }
}

/// The first byte chooses the type, the rest is text.
func fuzzJSON(_ bytes: [UInt8]) {
    guard let first = bytes.first, let value = try? JSONValue(parsing: bytes.dropFirst()) else { return }
    let printed = value.text
    precondition((try? JSONValue(parsing: printed)) == value, "\(printed): not the same after printing")
    let types = Proto.allMessages
    let type = types[Int(first) % types.count]
    fromJSON(type, value)
}

private func fromJSON<Message: WireMessage>(_ type: Message.Type, _ json: JSONValue) {
    guard let message = try? Message(json: json), let bytes = try? message.encoded() else { return }
    precondition((try? Message(decoding: bytes)) == message || hasNaN(message.json()), "\(Message.fullName)")
}
