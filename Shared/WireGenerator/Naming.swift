/// How names of the contract are spelled in Swift and in what protoc-c generates.
enum Naming {
    /// `call_id` -> `callId`
    static func lowerCamel(field name: String) -> String {
        let parts = name.split(separator: "_")
        let head = parts.first.map { String($0).lowercased() } ?? ""
        return quoted(head + parts.dropFirst().map { capitalised(String($0).lowercased()) }.joined())
    }

    /// `Accept` -> `accept`
    static func lowerCamel(type name: String) -> String {
        guard let first = name.first else { return name }
        return quoted(first.lowercased() + name.dropFirst())
    }

    /// `event` -> `Event`
    static func upperCamel(_ name: String) -> String {
        name.split(separator: "_").map { capitalised(String($0)) }.joined()
    }

    /// `REASON_CALL_NOT_FOUND` of `Reason` -> `callNotFound`
    static func enumCase(_ value: String, of enumName: String) -> String {
        let prefix = screamingSnake(enumName) + "_"
        return lowerCamel(field: value.hasPrefix(prefix) ? String(value.dropFirst(prefix.count)) : value)
    }

    /// `partyline.v1.CallRequest` -> `Partyline__V1__CallRequest`
    static func cType(_ fullName: String) -> String {
        fullName.split(separator: ".").map { upperCamel(String($0)) }.joined(separator: "__")
    }

    /// `partyline.v1.CallRequest` -> `partyline__v1__call_request`
    static func cFunctionPrefix(_ fullName: String) -> String {
        fullName.split(separator: ".").map { snake(String($0)) }.joined(separator: "__")
    }

    private static func screamingSnake(_ name: String) -> String { snake(name).uppercased() }

    /// As protoc-c does it: an underscore before an upper-case letter that does not follow another one.
    private static func snake(_ name: String) -> String {
        var result = ""
        var wasUpper = true
        for character in name {
            if character.isUppercase && !wasUpper { result += "_" }
            result += character.lowercased()
            wasUpper = character.isUppercase
        }
        return result
    }

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// In backticks if Swift reserves the word.
    static func quoted(_ name: String) -> String { reserved.contains(name) ? "`\(name)`" : name }

    private static let reserved: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
