import Bus
import BusKeys
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

@testable import ServiceKit

private let push = BusRole("push")

/// What a service named push is configured with.
private func values(_ settings: [String: String]) -> ConfigurationValues {
    var values = ConfigurationValues(
        defaultsOf: ConfigurationKey.common(busPort: 7_199) + [.endpoints("peers", default: "", "Others.")])
    for (key, text) in settings { values.set(key, to: text, from: .flag) }
    return values
}

private func conflicts(_ settings: [String: String]) -> [String] {
    BusProtection.conflicts(in: values(settings), service: "push")
}

@Suite struct BusProtectionTests {
    private let place: TemporaryFolder
    private let folder: KeyFolder

    init() throws {
        place = try TemporaryFolder()
        folder = KeyFolder(path: place.path("bus"))
        _ = try folder.create(CallerList.standardRoles, at: Date())
    }

    @Test("TCP is encrypted with the service's own key unless the configuration says otherwise")
    func standard() throws {
        let protection = try BusProtection(values(["bus-keys": folder.url.path]), service: "push")
        guard case .curve(_, let security) = protection else {
            Issue.record("not encrypted")
            return
        }
        #expect(security.role == push)
    }

    @Test("what stays on the host needs no keys, not even in production")
    func ipc() throws {
        let settings = ["bus-bind": "ipc:///run/push", "peers": "ipc:///run/a,ipc:///run/b", "bus-keys": "/nowhere"]
        #expect(try BusProtection(values(settings), service: "push") == .none)
        #expect(conflicts(settings.merging(["mode": "production", "bus-encryption": "none"]) { $1 }).isEmpty)
        // One peer over TCP is enough.
        #expect(conflicts(settings.merging(["peers": "ipc:///run/a,tcp://10.0.0.1:1"]) { $1 }).count == 1)
    }

    @Test("without encryption only by name, and never in production")
    func none() throws {
        #expect(try BusProtection(values(["bus-encryption": "none"]), service: "push") == .none)
        let refusal = conflicts(["bus-encryption": "none", "mode": "production", "peers": "tcp://10.0.0.1:1"])
        #expect(refusal.count == 1)
        #expect(refusal.first?.contains("bus-bind = tcp://127.0.0.1:7199, peers = tcp://10.0.0.1:1") == true)
    }

    @Test("missing keys, a folder of somebody else and every mistake in it are complaints about bus-keys")
    func badKeys() throws {
        #expect(conflicts(["bus-keys": ""]).first?.contains("partyline keys bus --out DIR") == true)
        #expect(
            conflicts(["bus-keys": place.path("nowhere")]).first?.contains("partyline keys bus --out") == true)
        let other = KeyFolder(path: place.path("media"))
        try folder.export(BusRole("media"), to: other)
        #expect(
            conflicts(["bus-keys": other.url.path]).first?.contains("no secret key of push, only of media") == true)
        try "x".write(toFile: folder.url.path + "/one", atomically: true, encoding: .utf8)
        try "x".write(toFile: folder.url.path + "/two", atomically: true, encoding: .utf8)
        #expect(conflicts(["bus-keys": folder.url.path]).count == 2)
    }

    @Test("a watch tells each change once, goes on with what it has when the folder is broken, and says so once")
    func watch() throws {
        let begin = Date()
        let told = Mutex<[BusSecurity]>([])
        _ = FileManager.default.createFile(atPath: place.path("log"), contents: nil)
        let file = try #require(FileHandle(forWritingAtPath: place.path("log")))
        let log = Log(service: "push", sink: LogSink(descriptor: file.fileDescriptor, level: .notice))
        let security = try folder.read().security(of: push, at: begin)
        let watch = KeyWatch(
            folder, beginningWith: security, log: log
        ) { new in told.withLock { $0.append(new) } }
        watch.look(at: begin)
        #expect(told.withLock { $0.isEmpty })

        _ = try folder.rotate([push], at: begin, delay: 60)
        watch.look(at: begin + 1)
        watch.look(at: begin + 2)
        watch.look(at: begin + 100)
        let keys = told.withLock { $0.map(\.ownFingerprints) }
        #expect(keys.count == 2 && keys[0].count == 2 && keys[1] == keys[0].reversed())

        try "x".write(toFile: folder.url.path + "/stray", atomically: true, encoding: .utf8)
        watch.look(at: begin + 101)
        watch.look(at: begin + 102)
        #expect(told.withLock { $0.count } == 2)
        log.flush()
        let lines = try String(contentsOfFile: place.path("log"), encoding: .utf8).split(separator: "\n")
        #expect(lines.filter { $0.contains("bus keys unreadable") }.count == 1)
        #expect(lines.filter { $0.contains("bus keys changed") }.count == 2)
        try FileManager.default.removeItem(atPath: folder.url.path + "/stray")
        _ = try folder.retire([push], at: begin + 103)
        watch.look(at: begin + 103)
        #expect(told.withLock { $0.last?.keys.count } == 1)
    }

    @Test("a running watch sees a change by itself")
    func running() async throws {
        let told = Mutex(0)
        let watch = KeyWatch(
            folder, beginningWith: try folder.read().security(of: push, at: Date()), log: .discarding,
            interval: .milliseconds(20)
        ) { _ in told.withLock { $0 += 1 } }
        try await watch.start()
        _ = try folder.rotate([BusRole("media")], at: Date(), delay: 3_600)
        #expect(await eventually { told.withLock { $0 } == 1 })
        await watch.drain(within: .zero)
    }
}
