public import Foundation
import Crypto
import ZeroMQ

/// A folder with the keys of the bus. Its format is in docs/bus-keys.md; `partyline keys` makes and changes it.
public struct KeyFolder: Sendable {
    public let url: URL

    public init(_ url: URL) { self.url = url }

    public init(path: String) { url = URL(fileURLWithPath: path) }

    static let maskFile = "mask.key"

    /// Reads all of it, and tells everything that is wrong, not only the first.
    public func read() throws(KeyFolderProblems) -> BusKeyring {
        var reading = Reading(folder: url)
        reading.checkFolder()
        guard reading.problems.isEmpty else { throw KeyFolderProblems(reading.problems) }
        for file in reading.files() { reading.take(file) }
        return try reading.keyring()
    }
}

/// One pass over a folder.
private struct Reading {
    let folder: URL
    private(set) var problems: [String] = []
    private var found: [CurvePublicKey: BusKey] = [:]
    private var callers: CallerList?
    private var maskKey: [UInt8] = []

    init(folder: URL) { self.folder = folder }

    mutating func checkFolder() {
        let resolved = folder.resolvingSymlinksInPath()
        guard (try? resolved.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
            problems.append("\(folder.path): no such folder; `partyline keys bus --out \(folder.path)` makes it")
            return
        }
        if let mode = mode(of: folder), mode & 0o022 != 0 {
            problems.append("\(folder.path): others may write there, so they could add keys; chmod go-w it")
        }
    }

    /// In order of their names. Hidden files are somebody else's: Kubernetes and editors make some.
    mutating func files() -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            problems.append("\(folder.path): cannot be read")
            return []
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    mutating func take(_ file: String) {
        do throws(KeyFolderProblems) {
            if file == CallerList.file {
                callers = try CallerList(text: try text(of: file))
            } else if file == KeyFolder.maskFile {
                try refuseReaders(of: file)
                maskKey = try maskKey(in: try text(of: file))
            } else if file.hasSuffix(".key") {
                try refuseReaders(of: file)
                try add(BusKey(text: try text(of: file), file: file))
            } else if file.hasSuffix(".pub") {
                try add(BusKey(text: try text(of: file), file: file))
            } else {
                throw KeyFolderProblems(["\(file): neither a key (.key, .pub) nor \(CallerList.file)"])
            }
        } catch {
            problems += error.list
        }
    }

    /// Both halves of a pair are one key.
    private mutating func add(_ key: BusKey) throws(KeyFolderProblems) {
        guard let other = found[key.publicKey] else {
            found[key.publicKey] = key
            return
        }
        guard other.role == key.role, other.made == key.made, other.activeFrom == key.activeFrom else {
            throw KeyFolderProblems(["\(key.name).pub and \(other.name).key are of one key and say different things"])
        }
        if key.pair != nil { found[key.publicKey] = key }
    }

    consuming func keyring() throws(KeyFolderProblems) -> BusKeyring {
        if callers == nil, problems.isEmpty { problems.append("\(CallerList.file): is missing") }
        guard let callers, problems.isEmpty else {
            throw KeyFolderProblems(problems.map { "\(folder.path)/\($0)" })
        }
        return BusKeyring(keys: found.values.sorted { $0.name < $1.name }, callers: callers, maskKey: maskKey)
    }

    private func refuseReaders(of file: String) throws(KeyFolderProblems) {
        guard let mode = mode(of: folder.appendingPathComponent(file)), mode & 0o077 != 0 else { return }
        throw KeyFolderProblems(["\(file): is a secret that others may read; chmod 600 it"])
    }

    private func mode(of url: URL) -> Int? {
        // Of what a link leads to: secrets of orchestrators are links.
        let path = url.resolvingSymlinksInPath().path
        return (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
    }

    private func text(of file: String) throws(KeyFolderProblems) -> String {
        let path = folder.appendingPathComponent(file).path
        guard let data = FileManager.default.contents(atPath: path), data.count <= 65_536,
            let text = String(data: data, encoding: .utf8)
        else { throw KeyFolderProblems(["\(file): cannot be read as text"]) }
        return text
    }

    private func maskKey(in text: String) throws(KeyFolderProblems) -> [UInt8] {
        var lines = KeyValueLines(text, file: KeyFolder.maskFile, known: ["mask-key"])
        let key = lines.take("mask-key", "64 hexadecimal digits", isSecret: true) { digits in
            digits.utf8.count == 64 ? hexDecoded(digits) : nil
        }
        guard let key, lines.problems.isEmpty else { throw KeyFolderProblems(lines.problems) }
        return key
    }
}
