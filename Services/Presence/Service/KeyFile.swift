import Foundation
import UserSig

/// The app's id and signing keys: `key = value` lines with `#` comments, as `partyline keys` writes them.
struct KeyFile: Sendable {
    let sdkAppID: UInt32
    /// The current key, then the one before it, if there is one.
    let keys: [SecretKey]

    struct Problem: Error, Equatable, CustomStringConvertible {
        /// Everything that is wrong, one complaint a line. Never a key.
        let description: String
    }

    init(path: String) throws(Problem) {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw Problem(description: "\(path): cannot be read; `partyline keys` makes it")
        }
        try self.init(text: text, path: path)
    }

    init(text: String, path: String) throws(Problem) {
        var complaints: [String] = []
        var values: [String: String] = [:]
        let known: Set = ["sdk-app-id", "secret-key", "previous-secret-key"]
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.trimmingCharacters(in: .whitespaces)
            if content.isEmpty || content.hasPrefix("#") { continue }
            let parts = content.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, known.contains(parts[0]) else {
                complaints.append("\(path):\(offset + 1): not one of \(known.sorted().joined(separator: ", "))")
                continue
            }
            if values.updateValue(parts[1], forKey: parts[0]) != nil {
                complaints.append("\(path):\(offset + 1): \(parts[0]) is set twice")
            }
        }
        let number = values["sdk-app-id"].flatMap(UInt32.init)
        if number == nil { complaints.append("\(path): sdk-app-id must be a number up to 4294967295") }
        for name in ["secret-key", "previous-secret-key"] {
            if let key = values[name], key.utf8.count < 16 {
                complaints.append("\(path): \(name) has fewer than 16 characters")
            }
        }
        if values["secret-key"] == nil { complaints.append("\(path): secret-key is missing") }
        guard complaints.isEmpty, let number else { throw Problem(description: complaints.joined(separator: "\n")) }
        sdkAppID = number
        keys = ["secret-key", "previous-secret-key"].compactMap { values[$0] }.map(SecretKey.init)
    }

    var verifier: UserSigVerifier { UserSigVerifier(sdkAppID: sdkAppID, keys: keys) }
}
