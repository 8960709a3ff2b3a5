import Crypto
import Foundation

/// `keys.conf`: which app this is and the secrets that sign its UserSigs. presence reads the same file.
struct KeyFile: Equatable {
    static let defaultAppID = 1_400_000_000

    let sdkAppID: Int
    /// 64 hexadecimal digits; the text itself is the HMAC key.
    let secretKey: String
    let previousSecretKey: String?

    init(sdkAppID: Int, secretKey: String, previousSecretKey: String? = nil) {
        self.sdkAppID = sdkAppID
        self.secretKey = secretKey
        self.previousSecretKey = previousSecretKey
    }

    /// A file with a fresh key.
    static func fresh(sdkAppID: Int) -> KeyFile {
        KeyFile(sdkAppID: sdkAppID, secretKey: newSecret())
    }

    /// Reads a file; a sentence says what to do if it cannot be taken.
    init(reading file: URL) throws {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw VerbFailure(
                "cannot read \(file.path). `partyline keys --data DIR` makes one.", code: .noInput)
        }
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let content = line.prefix { $0 != "#" }
            guard let equals = content.firstIndex(of: "=") else { continue }
            let key = content[..<equals].trimmingCharacters(in: .whitespaces)
            values[key] = content[content.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        }
        guard let appID = values["sdk-app-id"].flatMap(Int.init), let secret = values["secret-key"], !secret.isEmpty
        else {
            throw VerbFailure("\(file.path) lacks sdk-app-id or secret-key", code: .configuration)
        }
        self.init(sdkAppID: appID, secretKey: secret, previousSecretKey: values["previous-secret-key"])
    }

    /// A new key; the present one becomes the previous one.
    func rotated() -> KeyFile {
        KeyFile(sdkAppID: sdkAppID, secretKey: KeyFile.newSecret(), previousSecretKey: secretKey)
    }

    /// Writes it, readable by its owner only, in one step: a reader sees the old file or the new one.
    func write(to file: URL) throws {
        var text = """
            # Signs and checks UserSigs (TLSSigAPIv2). Whoever has a secret key can log in as anybody: keep this file private.
            sdk-app-id = \(sdkAppID)
            secret-key = \(secretKey)

            """
        if let previousSecretKey { text += "previous-secret-key = \(previousSecretKey)\n" }
        let draft = file.appendingPathExtension("new")
        try? FileManager.default.removeItem(at: draft)
        guard
            FileManager.default.createFile(
                atPath: draft.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw VerbFailure("cannot write \(file.path)", code: .cannotCreate) }
        if FileManager.default.fileExists(atPath: file.path) {
            _ = try FileManager.default.replaceItemAt(file, withItemAt: draft)
        } else {
            try FileManager.default.moveItem(at: draft, to: file)
        }
    }

    private static func newSecret() -> String { hex(SecureRandom.bytes(32)) }
}
