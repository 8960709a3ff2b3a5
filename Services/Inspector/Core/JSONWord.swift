package import Wire

/// Enum values as people write them: `client_send` for `TAP_POINT_CLIENT_SEND`.
package enum JSONWord {
    /// The contract's name without its type's prefix, in lower case; the number for a value this build does not know.
    package static func of<Value: WireEnum>(_ value: Value) -> String {
        let name = value.name
        return String(name.dropFirst(prefixLength(of: Value.self, name: name))).lowercased()
    }

    /// A word, in either case, with or without its prefix; or a number. `nil` if the type has no such value.
    package static func read<Value: WireEnum>(_ text: String) -> Value? {
        if let number = Int32(text) { return Value(rawValue: number) }
        let wanted = text.uppercased()
        return Value.allCases.first { value in
            value.name == wanted || value.name.dropFirst(prefixLength(of: Value.self, name: value.name)) == wanted
        }
    }

    /// `STATUS_CODE_` of `StatusCode`: the type's name in capitals.
    private static func prefixLength<Value: WireEnum>(of type: Value.Type, name: String) -> Int {
        var prefix = ""
        for letter in "\(type)" {
            if letter.isUppercase, !prefix.isEmpty { prefix.append("_") }
            prefix.append(contentsOf: letter.uppercased())
        }
        prefix.append("_")
        return name.hasPrefix(prefix) ? prefix.count : 0
    }
}
