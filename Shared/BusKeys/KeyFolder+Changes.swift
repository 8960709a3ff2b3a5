public import Bus
import Crypto
public import Foundation

/// What `partyline keys` does to a folder. Each change leaves a folder that can be read, at every moment: a running process
/// may look just then.
extension KeyFolder {
    /// Makes a folder, or what is missing in one: a key for each of the roles that has none, the list of callers, the key
    /// for masks. Gives the keys that it made.
    public func create(_ roles: [BusRole], at time: Date) throws -> [BusKey] {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw KeyFolderProblems(["\(url.path): cannot be made: \(error.localizedDescription)"])
        }
        let list = url.appendingPathComponent(CallerList.file)
        if !FileManager.default.fileExists(atPath: list.path) {
            try write(CallerList.standard.text, to: CallerList.file, mode: 0o644)
        }
        if !FileManager.default.fileExists(atPath: url.appendingPathComponent(Self.maskFile).path) {
            try writeMask(SecureRandom.bytes(32))
        }
        let known = Set(try read().keys.map(\.role))
        let made = roles.filter { !known.contains($0) }.map { BusKey(fresh: $0, made: time) }
        for key in made { try write(key) }
        return made
    }

    /// Makes a new key for each of the roles, used `delay` seconds from now; the former ones stay until `retire`.
    public func rotate(_ roles: [BusRole], at time: Date, delay: TimeInterval) throws -> [BusKey] {
        let keyring = try read()
        for role in roles where !keyring.keys.contains(where: { $0.role == role && $0.pair != nil }) {
            throw KeyFolderProblems(["\(url.path): has no secret key of \(role) to rotate"])
        }
        let made = roles.map { BusKey(fresh: $0, made: time, activeAfter: delay) }
        for key in made { try write(key) }
        return made
    }

    /// Deletes all keys of the roles but the one in use, and gives those that it deleted. Refuses while a newer one is not
    /// in use yet, because the rotation is then under way.
    public func retire(_ roles: [BusRole], at time: Date) throws -> [BusKey] {
        let keyring = try read()
        var former: [BusKey] = []
        for role in roles {
            let keys = keyring.keys(of: role, at: time)
            if let pending = keys.first(where: { $0.activeFrom > time }) {
                throw KeyFolderProblems([
                    "\(pending.name) is not used before \(pending.activeFrom.formatted(.iso8601)): retire then"
                ])
            }
            former += keys.dropFirst()
        }
        for key in former {
            for ending in [".key", ".pub"] {
                let file = url.appendingPathComponent(key.name + ending)
                if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            }
        }
        return former
    }

    /// Writes a folder with what one role needs: its secrets and everybody's public keys. What the other folder holds is
    /// brought up to date; keys that are no longer here go.
    public func export(_ role: BusRole, to other: KeyFolder) throws {
        let keyring = try read()
        guard keyring.keys.contains(where: { $0.role == role && $0.pair != nil }) else {
            throw KeyFolderProblems(["\(url.path): has no secret key of \(role)"])
        }
        try FileManager.default.createDirectory(
            at: other.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try other.write(keyring.callers.text, to: CallerList.file, mode: 0o644)
        // The inspector compares hashes, it never makes any.
        if !keyring.maskKey.isEmpty, !role.mayReadTaps { try other.writeMask(keyring.maskKey) }
        var kept: Set<String> = [CallerList.file, Self.maskFile]
        for key in keyring.keys {
            try other.write(key.publicText, to: key.name + ".pub", mode: 0o644)
            kept.insert(key.name + ".pub")
            guard key.role == role, let secret = key.secretText else { continue }
            try other.write(secret, to: key.name + ".key", mode: 0o600)
            kept.insert(key.name + ".key")
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: other.url.path)
        where (file.hasSuffix(".key") || file.hasSuffix(".pub")) && !kept.contains(file) {
            try FileManager.default.removeItem(at: other.url.appendingPathComponent(file))
        }
    }

    /// The public half first, so that nobody sees a key used that he cannot know.
    private func write(_ key: BusKey) throws {
        try write(key.publicText, to: key.name + ".pub", mode: 0o644)
        if let secret = key.secretText { try write(secret, to: key.name + ".key", mode: 0o600) }
    }

    private func writeMask(_ key: [UInt8]) throws {
        try write(
            "# For hashes of secrets in taps, the same in all processes.\nmask-key = \(hex(key))\n", to: Self.maskFile,
            mode: 0o600)
    }

    /// In one step: a reader sees the old file or the new one. A draft is hidden from readers.
    private func write(_ text: String, to file: String, mode: Int) throws {
        let target = url.appendingPathComponent(file)
        do {
            if FileManager.default.fileExists(atPath: target.path) {
                // Keeps the file's permissions.
                try Data(text.utf8).write(to: target, options: .atomic)
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path)
            } else {
                // A secret is never readable by others, not even while it is written.
                let draft = url.appendingPathComponent(".\(file).new")
                try? FileManager.default.removeItem(at: draft)
                _ = FileManager.default.createFile(
                    atPath: draft.path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
                try FileManager.default.moveItem(at: draft, to: target)
            }
        } catch {
            throw KeyFolderProblems(["\(target.path): cannot be written: \(error.localizedDescription)"])
        }
    }
}
