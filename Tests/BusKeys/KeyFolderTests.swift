import Bus
import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import BusKeys

private let noon = Date(timeIntervalSince1970: 1_800_000_000)

/// The complaints of a folder that cannot be read.
private func problems(of folder: KeyFolder, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    do throws(KeyFolderProblems) {
        _ = try folder.read()
        Issue.record("the folder was read", sourceLocation: sourceLocation)
        return []
    } catch {
        return error.list
    }
}

@Suite struct KeyFolderTests {
    private let place: TemporaryFolder
    private let folder: KeyFolder

    init() throws {
        place = try TemporaryFolder()
        folder = KeyFolder(path: place.path("bus"))
    }

    private func mode(of file: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appendingPathComponent(file).path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func write(_ text: String, to file: String, mode: Int = 0o600) throws {
        let path = folder.url.appendingPathComponent(file).path
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
    }

    @Test("a fresh folder has a key for each role, secrets only its owner may read, and nothing is made twice")
    func fresh() throws {
        let made = try folder.create(CallerList.standardRoles, at: noon)
        #expect(
            made.map(\.role)
                == ["gateway", "media", "presence", "push", "signaling", "command", "inspector"].map { BusRole($0) })
        let keyring = try folder.read()
        #expect(keyring.keys.count == 7 && keyring.keys.allSatisfy { $0.pair != nil && $0.made == noon })
        #expect(keyring.callers == .standard && keyring.maskKey.count == 32)
        for key in made {
            #expect(try mode(of: key.name + ".key") == 0o600)
            #expect(try mode(of: key.name + ".pub") == 0o644)
        }
        #expect(try folder.create(CallerList.standardRoles, at: noon).isEmpty)
        #expect(try folder.read() == keyring)
    }

    @Test("every service finds itself, its callers and its servers in it")
    func security() throws {
        _ = try folder.create(CallerList.standardRoles, at: noon)
        let keyring = try folder.read()
        for role in CallerList.standardRoles {
            let security = try keyring.security(of: role, at: noon)
            #expect(security.keys.count == 1 && security.peers[security.keys[0].publicKey] == role)
            #expect(security.serverKeys.count == 7 && security.maskKey == keyring.maskKey)
        }
        let media = try keyring.security(of: BusRole("media"), at: noon)
        #expect(media.callers == [BusRole("signaling"), .inspector, .inspectorFull, .command])
        #expect(try keyring.security(of: .inspector, at: noon).callers.isEmpty)
    }

    @Test("a new key is used when its time has come; until the former one is retired both are known")
    func rotation() throws {
        let role = BusRole("push")
        let first = try folder.create([role], at: noon)[0]
        let second = try folder.rotate([role], at: noon + 100, delay: 10)[0]
        func order(at time: Date) throws -> [CurvePublicKey] {
            let security = try folder.read().security(of: role, at: time)
            #expect(security.serverKeys[role] == security.keys.map(\.publicKey))
            #expect(security.peers.count == 2)
            return security.keys.map(\.publicKey)
        }
        #expect(try order(at: noon + 109) == [first.publicKey, second.publicKey])
        #expect(try order(at: noon + 110) == [second.publicKey, first.publicKey])

        #expect(throws: KeyFolderProblems.self) { try folder.retire([role], at: noon + 109) }
        #expect(try folder.retire([role], at: noon + 110).map(\.publicKey) == [first.publicKey])
        let security = try folder.read().security(of: role, at: noon + 110)
        #expect(security.keys.map(\.publicKey) == [second.publicKey] && security.peers.count == 1)
        #expect(try folder.retire([role], at: noon + 110).isEmpty)
    }

    @Test("an exported folder has one role's secrets and everybody's public keys, and follows a rotation")
    func export() throws {
        _ = try folder.create(CallerList.standardRoles, at: noon)
        let other = KeyFolder(path: place.path("gateway"))
        let role = BusRole("gateway")
        try folder.export(role, to: other)
        let keyring = try other.read()
        #expect(keyring.keys.filter { $0.pair != nil }.map(\.role) == [role])
        #expect(try keyring.security(of: role, at: noon) == folder.read().security(of: role, at: noon))
        #expect(throws: KeyFolderProblems.self) { try keyring.security(of: BusRole("media"), at: noon) }

        _ = try folder.rotate([role], at: noon, delay: 0)
        _ = try folder.retire([role], at: noon + 1)
        try folder.export(role, to: other)
        #expect(try other.read().security(of: role, at: noon + 1) == folder.read().security(of: role, at: noon + 1))
        #expect(throws: KeyFolderProblems.self) { try other.rotate([BusRole("media")], at: noon, delay: 0) }
        #expect(throws: KeyFolderProblems.self) { try other.export(BusRole("media"), to: folder) }

        let desk = KeyFolder(path: place.path("desk"))
        try folder.export(.inspector, to: desk)
        #expect(try desk.read().maskKey.isEmpty)
    }

    @Test("all mistakes in a folder are told at once, each with its file, and no secret")
    func mistakes() throws {
        let made = try folder.create([BusRole("push"), BusRole("media")], at: noon)
        let secret = try #require(made[0].pair?.secretText)
        try write(made[0].secretText ?? "", to: made[0].name + ".key", mode: 0o640)
        try write("colour = red\n", to: "push-00000000.pub")
        try write("role = push\nsecret-key = \(secret)x\n", to: "push-11111111.key")
        try write(made[1].publicText, to: "media-22222222.pub")
        try write("notes", to: "README")
        try write("mask-key = 12\n", to: "mask.key")
        try write("push = gateway Media\nsignaling\npush = x\n", to: "allow.conf")
        let problems = problems(of: folder)
        func tells(_ words: String...) -> Bool { problems.contains { line in words.allSatisfy { line.contains($0) } } }
        #expect(tells(made[0].name + ".key", "chmod 600"))
        #expect(tells("push-00000000.pub:1", "not one of active-from, made, public-key, role"))
        #expect(tells("push-00000000.pub", "role is missing"))
        #expect(tells("push-11111111.key", "secret-key must be 40 characters of Z85"))
        #expect(tells("media-22222222.pub", "its name must be \(made[1].name).pub"))
        #expect(tells("README", "neither a key"))
        #expect(tells("mask.key", "64 hexadecimal digits"))
        #expect(tells("allow.conf:1", "Media"))
        #expect(tells("allow.conf:2", "not a `key = value` line"))
        #expect(tells("allow.conf:3", "push has a line already"))
        #expect(problems.allSatisfy { $0.hasPrefix(folder.url.path) && !$0.contains(secret) })
    }

    @Test("a folder that is not there, or that others may write, is refused")
    func folderItself() throws {
        #expect(problems(of: folder).first?.contains("partyline keys bus --out") == true)
        _ = try folder.create([BusRole("push")], at: noon)
        try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: folder.url.path)
        #expect(problems(of: folder).first?.contains("chmod go-w") == true)
    }

    @Test("one key cannot be two roles, nor a service do without its line in the list")
    func contradictions() throws {
        let key = try folder.create([BusRole("push")], at: noon)[0]
        let text = key.publicText.replacing("role = push", with: "role = media")
        try write(text, to: "media-\(key.publicKey.fingerprint).pub", mode: 0o644)
        #expect(problems(of: folder).contains { $0.contains("are of one key and say different things") })
        try FileManager.default.removeItem(
            at: folder.url.appendingPathComponent("media-\(key.publicKey.fingerprint).pub"))
        try write("gateway = push\n", to: "allow.conf", mode: 0o644)
        let keyring = try folder.read()
        #expect(throws: KeyFolderProblems.self) { try keyring.security(of: BusRole("push"), at: noon) }
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("allow.conf"))
        #expect(problems(of: folder).contains { $0.hasSuffix("allow.conf: is missing") })
    }

    @Test("hidden files are left alone")
    func hidden() throws {
        _ = try folder.create([BusRole("push")], at: noon)
        try write("half a key", to: ".push-00000000.key.new", mode: 0o666)
        #expect(try folder.read().keys.count == 1)
    }

    @Test("names of roles are checked at their bounds")
    func roleNames() {
        for name in ["a", "inspector-full", String(repeating: "a", count: 32)] {
            #expect(BusRole(checking: name)?.rawValue == name)
        }
        for name in ["", "A", "1a", "-a", "a b", "a/b", "\u{E9}", String(repeating: "a", count: 33)] {
            #expect(BusRole(checking: name) == nil)
        }
    }
}
