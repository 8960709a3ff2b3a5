import Bus
import BusKeys
import CommandLineKit
import Foundation
import ZeroMQ

/// `partyline keys WORD`: the keys of the bus.
enum BusKeysWord: String, CaseIterable {
    case bus
    case rotate
    case retire
    case list
    case export

    static let help = """
        Keys of the bus, in a folder of their own (docs/bus-keys.md has its format):

          partyline keys bus [--out DIR] [--role ROLE]...
              Makes what is missing in DIR (default: state/bus): a key pair for each role, the list of who may call whom,
              the key for masks. Roles are the services, inspector and command; --role chooses, also inspector-full.
          partyline keys list [--dir DIR]
              Shows each key: role, fingerprint, age, whether it is used, whether the secret half is there.
          partyline keys rotate [--dir DIR] [--role ROLE]... [--in TIME]
              Makes a new pair for each role whose secret is in DIR, used TIME from now (default 10s); both are taken
              meanwhile. Running services see it within seconds, or at once on SIGHUP; nothing restarts, no call fails.
          partyline keys retire [--dir DIR] [--role ROLE]...
              Ends the overlap: deletes all but the key in use. Whoever still uses a former one is dropped.
          partyline keys export --role ROLE --out DIR2 [--dir DIR]
              Writes a folder with the secrets of one role and everybody's public keys: what one host, one container or
              one inspector's desk needs. Again after each change here.
        """

    static let options: [Option] = [
        .value("out", "DIR"), .value("dir", "DIR"), .list("role", "ROLE"), .value("in", "TIME"),
    ]

    static let standardFolder = "state/bus"

    /// The rest of the command line is this word's.
    func run(_ arguments: Arguments, at time: Date = Date()) throws -> ExitCode {
        let folder = KeyFolder(path: arguments[self == .bus ? "out" : "dir"] ?? Self.standardFolder)
        do {
            switch self {
            case .bus: try create(folder, arguments, time)
            case .list: try list(folder, time)
            case .rotate: try rotate(folder, arguments, time)
            case .retire: try retire(folder, arguments, time)
            case .export: try export(folder, arguments)
            }
            return .success
        } catch let problems as KeyFolderProblems {
            throw VerbFailure(problems.description, code: .configuration)
        }
    }

    private func create(_ folder: KeyFolder, _ arguments: Arguments, _ time: Date) throws {
        let asked = try roles(arguments)
        let made = try folder.create(asked.isEmpty ? CallerList.standardRoles : asked, at: time)
        for key in made { Terminal.write("made \(folder.url.path)/\(key.name).key and .pub") }
        if made.isEmpty {
            Terminal.write("nothing to do: \(folder.url.path) has keys (`partyline keys rotate` makes new ones)")
        }
    }

    private func list(_ folder: KeyFolder, _ time: Date) throws {
        let keyring = try folder.read()
        Terminal.write(
            "\("ROLE".padded(to: 16))\("KEY".padded(to: 10))\("AGE".padded(to: 10))\("SECRET".padded(to: 8))STATE")
        for role in Set(keyring.keys.map(\.role)).sorted() {
            for (place, key) in keyring.keys(of: role, at: time).enumerated() {
                let state =
                    key.activeFrom > time
                    ? "used from \(key.activeFrom.formatted(.iso8601))"
                    : place == 0 ? "in use" : "former, until retired"
                Terminal.write(
                    role.rawValue.padded(to: 16) + key.publicKey.fingerprint.padded(to: 10)
                        + age(of: key, at: time).padded(to: 10) + (key.pair == nil ? "-" : "here").padded(to: 8) + state
                )
            }
        }
    }

    private func rotate(_ folder: KeyFolder, _ arguments: Arguments, _ time: Date) throws {
        let delay = try arguments.duration("in") ?? .seconds(10)
        let made = try folder.rotate(try chosen(folder, arguments), at: time, delay: delay / .seconds(1))
        for key in made {
            Terminal.write(
                "made \(folder.url.path)/\(key.name).key and .pub, used from \(key.activeFrom.formatted(.iso8601))")
        }
        Terminal.write(
            "former keys are taken until `partyline keys retire --dir \(folder.url.path)`; exported folders need another export before"
        )
    }

    private func retire(_ folder: KeyFolder, _ arguments: Arguments, _ time: Date) throws {
        let former = try folder.retire(try chosen(folder, arguments), at: time)
        for key in former { Terminal.write("deleted \(folder.url.path)/\(key.name).key and .pub") }
        if former.isEmpty { Terminal.write("nothing to do: \(folder.url.path) has one key for each role") }
    }

    private func export(_ folder: KeyFolder, _ arguments: Arguments) throws {
        let roles = try roles(arguments)
        guard roles.count == 1 else { throw ArgumentFailure(message: "export takes one --role") }
        let other = KeyFolder(path: try arguments.required("out"))
        try folder.export(roles[0], to: other)
        Terminal.write("\(other.url.path) has the secrets of \(roles[0]) and everybody's public keys")
    }

    private func roles(_ arguments: Arguments) throws -> [BusRole] {
        try arguments.list("role").map { text in
            guard let role = BusRole(checking: text) else {
                throw ArgumentFailure(message: "--role \(text) is no name of a role")
            }
            return role
        }
    }

    /// The roles asked for, or all whose secrets are there.
    private func chosen(_ folder: KeyFolder, _ arguments: Arguments) throws -> [BusRole] {
        let asked = try roles(arguments)
        guard asked.isEmpty else { return asked }
        return Set(try folder.read().keys.filter { $0.pair != nil }.map(\.role)).sorted()
    }

    private func age(of key: BusKey, at time: Date) -> String {
        let seconds = Int(max(0, time.timeIntervalSince(key.made)))
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7_200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) days"
        }
    }
}
