internal import Crypto
internal import Foundation

/// `keys.conf`, the app's id and signing keys: `key = value` lines with `#` comments. `partyline keys` writes it, presence and
/// whoever makes UserSigs for development read it.
public struct KeyFile: Sendable, Hashable {
    /// To which app the keys belong.
    public let sdkAppID: UInt32
    /// Signs new UserSigs.
    public let secretKey: SecretKey
    /// Still taken, so that a change of keys logs nobody out.
    public let previousSecretKey: SecretKey?

    /// Why a file cannot be taken.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        /// Everything that is wrong, one complaint a line. Never a key.
        public let description: String
    }

    /// Keys that come from elsewhere.
    public init(sdkAppID: UInt32, secretKey: SecretKey, previousSecretKey: SecretKey? = nil) {
        self.sdkAppID = sdkAppID
        self.secretKey = secretKey
        self.previousSecretKey = previousSecretKey
    }

    /// A fresh random key of 64 hexadecimal digits.
    public static func fresh(sdkAppID: UInt32) -> KeyFile {
        KeyFile(sdkAppID: sdkAppID, secretKey: SecretKey(hex(SecureRandom.bytes(32))))
    }

    /// A fresh key; the present one becomes the previous one.
    public func rotated() -> KeyFile {
        KeyFile(
            sdkAppID: sdkAppID, secretKey: KeyFile.fresh(sdkAppID: sdkAppID).secretKey, previousSecretKey: secretKey)
    }

    /// What the file holds. A secret: whoever has it can log in as anybody.
    public var text: String {
        var lines = [
            "# Signs and checks UserSigs (TLSSigAPIv2). Whoever has a secret key can log in as anybody: keep this file private.",
            "sdk-app-id = \(sdkAppID)", "secret-key = \(String(decoding: secretKey.bytes, as: UTF8.self))",
        ]
        if let previousSecretKey {
            lines.append("previous-secret-key = \(String(decoding: previousSecretKey.bytes, as: UTF8.self))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads a file.
    public init(path: String) throws(Problem) {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw Problem(description: "\(path): cannot be read; `partyline keys` makes it")
        }
        try self.init(text: text, path: path)
    }

    /// Reads a file's text; `path` is for the complaints.
    public init(text: String, path: String) throws(Problem) {
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
        self.init(
            sdkAppID: number, secretKey: SecretKey(values["secret-key", default: ""]),
            previousSecretKey: values["previous-secret-key"].map { SecretKey($0) })
    }

    /// Checks UserSigs made with any key of the file.
    public var verifier: UserSigVerifier {
        UserSigVerifier(sdkAppID: sdkAppID, keys: [secretKey] + (previousSecretKey.map { [$0] } ?? []))
    }
}
