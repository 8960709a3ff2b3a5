import CommandLineKit
import Foundation
import Schema
import Wire

/// The JSON of a request with places to be filled for each call: `{{n}}`, `{{uuid}}`, `{{now_ms}}`, `{{random}}`.
struct RequestTemplate: Sendable {
    private enum Part: Sendable {
        case text(String)
        case place(String)
    }

    static let places = ["n", "uuid", "now_ms", "random"]

    private let parts: [Part]

    init(_ text: String) throws(ArgumentFailure) {
        var parts: [Part] = []
        var rest = text[...]
        while let start = rest.range(of: "{{") {
            guard let end = rest.range(of: "}}", range: start.upperBound..<rest.endIndex) else { break }
            let name = rest[start.upperBound..<end.lowerBound].trimmingCharacters(in: .whitespaces)
            // JSON of its own may have two braces in a row; a name there is a mistake.
            guard !name.contains(where: { !$0.isLetter && $0 != "_" }), !name.isEmpty else {
                parts.append(.text(String(rest[..<start.upperBound])))
                rest = rest[start.upperBound...]
                continue
            }
            guard RequestTemplate.places.contains(name) else {
                let known = RequestTemplate.places.map { "{{\($0)}}" }.joined(separator: ", ")
                throw ArgumentFailure(message: "nothing fills {{\(name)}}; there are \(known)")
            }
            parts += [.text(String(rest[..<start.lowerBound])), .place(name)]
            rest = rest[end.upperBound...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The request of the `n`th call, from 1.
    func json(_ n: Int) throws -> JSONValue {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .place("n"): String(n)
            case .place("uuid"): UUID().uuidString.lowercased()
            case .place("now_ms"): String(Int64(Date.now.timeIntervalSince1970 * 1_000))
            case .place: String(UInt32.random(in: .min ... .max))
            }
        }.joined()
        do { return try JSONValue(parsing: text) } catch {
            if case .malformedJSON(let offset) = error {
                throw VerbFailure("the request is no JSON at byte \(offset): \(text.prefix(80))", code: .usage)
            }
            throw VerbFailure("the request is no JSON: \(error)", code: .usage)
        }
    }
}
