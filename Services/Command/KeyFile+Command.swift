import CommandLineKit
import CallModel
import Foundation
import UserSig

/// The key file as the command handles it: failures are sentences that say what to do.
extension KeyFile {
    static let defaultAppID = 1_400_000_000

    /// Reads a file.
    init(reading file: URL) throws {
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw VerbFailure("cannot read \(file.path). `partyline keys --data DIR` makes one.", code: .noInput)
        }
        do {
            try self.init(path: file.path)
        } catch {
            throw VerbFailure(error.description, code: .configuration)
        }
    }

    /// Writes it, readable by its owner only, in one step: a reader sees the old file or the new one.
    func write(to file: URL) throws {
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

    /// A token made with the present key. `expire` in seconds from `time`.
    func userSig(for user: UserID, expire: Int, at time: Date) -> String {
        let issuedAt = WallTime(milliseconds: Int64(time.timeIntervalSince1970 * 1_000))
        return UserSig(userID: user, sdkAppID: sdkAppID, issuedAt: issuedAt, lifetime: .seconds(expire))
            .token(key: secretKey)
    }
}
