import Database
import Foundation
import PostgresSupport
import Testing

@testable import partyline

/// Two signalings and two presences on one PostgreSQL server: processes of their own, of which each is killed while
/// people call each other.
private final class ReplicatedStack: Sendable {
    /// One process of a service.
    struct Member: Hashable, Sendable {
        let service: StackLayout.Service
        let number: Int
        var name: String { "\(service.rawValue)-\(number)" }
    }

    private static let programs = RunningStack.programs
    /// In the order in which `partyline up` starts them.
    private static let members =
        [(.presence, 2), (.push, 2), (.media, 1), (.signaling, 2), (.gateway, 1)].flatMap {
            (service: StackLayout.Service, count: Int) in (0..<count).map { Member(service: service, number: $0) }
        }

    let layout: StackLayout
    private let running = Running()

    private actor Running {
        private var processes: [Member: ChildProcess] = [:]
        func set(_ member: Member, _ process: ChildProcess?) { processes[member] = process }
        func get(_ member: Member) -> ChildProcess? { processes[member] }
    }

    init(store: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("partyline-\(UUID().uuidString.prefix(8))")
        let base = Int.random(in: 100...154) * 200 + Int.random(in: 0..<4) * 20
        layout = StackLayout(
            data: folder, clientPort: base, busPort: base + 1, mediaPort: base + 12_000, store: store)
        try layout.createFolders()
        _ = try DevelopmentKeys.createIfMissing(layout)
    }

    func start() async throws {
        for member in Self.members { try await launch(member) }
    }

    func launch(_ member: Member) async throws {
        let peers = [StackLayout.Service.presence, .push, .signaling].map { service in
            "--\(service.rawValue)="
                + Self.members.filter { $0.service == service }.map(endpoint).joined(separator: ",")
        }
        var arguments =
            layout.flags(member.service) + [
                "--instance=\(member.name)", "--bus-bind=\(endpoint(member))",
                "--crash-file=\(layout.data.appendingPathComponent(member.name + ".crash").path)",
            ]
        switch member.service {
        case .presence, .push: arguments += [peers[2]]
        case .signaling: arguments += peers[0...1]
        case .gateway: arguments += peers
        case .media: break
        }
        let process = try ChildProcess(
            name: member.name, executable: Self.programs.appendingPathComponent(member.service.rawValue),
            arguments: arguments, environment: layout.environment(member.service), log: log(member))
        await running.set(member, process)
    }

    /// As a crash: nothing is finished. Started again after `pause`.
    func crash(_ member: Member, pause: Duration) async throws {
        let process = try #require(await running.get(member))
        kill(process.processID, SIGKILL)
        _ = await process.waitForExit()
        try await Task.sleep(for: pause)
        try await launch(member)
    }

    func stop(keep: Bool) async {
        for member in Self.members.reversed() { await running.get(member)?.stop(grace: .seconds(10)) }
        if keep {
            print("state and logs of the failed stack: \(layout.data.path)")
        } else {
            try? FileManager.default.removeItem(at: layout.data)
        }
    }

    /// What a member has said that somebody must see to.
    func errors(_ member: Member) -> [Substring] {
        let text = (try? String(contentsOf: log(member), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.contains("bug found") || $0.contains("Fatal error") }
    }

    var allErrors: [Substring] { Self.members.flatMap(errors) }

    private func log(_ member: Member) -> URL { layout.logs.appendingPathComponent("\(member.name).log") }

    private func endpoint(_ member: Member) -> String {
        // The first of a service where `partyline up` has it, the second ten ports on.
        let first = layout.busEndpoint(member.service)
        guard member.number > 0, let colon = first.lastIndex(of: ":"),
            let port = Int(first[first.index(after: colon)...])
        else { return first }
        return "tcp://127.0.0.1:\(port + 10 * member.number)"
    }
}

@Suite("Replicas on PostgreSQL, end to end", .serialized)
struct ReplicaTests {
    @Test("each of two signalings and two presences is killed while people call: no call is lost, none is told twice")
    func killsEach() async throws {
        let server = try await PrivatePostgres.start()
        let stack = try ReplicatedStack(store: server.address)
        do {
            try await stack.start()
            let report = try await load(on: stack)
            for line in report.lines() + report.figures() { print(line) }
            #expect(report.calls.count >= 40)
            #expect(report.lost.isEmpty)
            // What the two of a call tell of it, and their histories, agree.
            #expect(report.audit?.findings.isEmpty == true)
            try await checkRows(of: server)
            #expect(stack.allErrors == [])
        } catch {
            await stack.stop(keep: true)
            throw error
        }
        await stack.stop(keep: false)
    }

    /// Calls for 40 s, with a kill every 8 s.
    private func load(on stack: ReplicatedStack) async throws -> LoadReport {
        let run = LoadRun(
            plan: LoadRun.Plan(
                callsPerSecond: 2, length: .seconds(40), hold: .seconds(2), longCalls: 2, silenceLimit: .seconds(3)),
            access: ServerAccess(servers: stack.layout.clientAddress, keysFolder: stack.layout.data),
            isStopped: { false }, say: { line in if let line { print(line) } })
        async let report = run.run()
        for (service, number) in [(StackLayout.Service.signaling, 0), (.presence, 0), (.signaling, 1), (.presence, 1)] {
            try await Task.sleep(for: .seconds(7))
            try await stack.crash(.init(service: service, number: number), pause: .seconds(1))
        }
        return try await report
    }

    /// Everybody is free again, and each call has one line of history for each of its two.
    private func checkRows(of server: PrivatePostgres) async throws {
        // One with nothing in it, to look at theirs from.
        let store = try Database(.server(server.address), schema: Schema(name: "onlooker", steps: []))
        let theirs = "partyline_signaling."
        func count(_ question: String) async throws -> Int {
            try await store.transaction { try $0.queryOne(question)?.int(0) ?? -1 }
        }
        for table in ["active_seats", "active_legs"] {
            try await eventually("\(table) is empty", within: .seconds(15)) {
                try await count("SELECT COUNT(*) FROM \(theirs)\(table)") == 0
            }
        }
        #expect(try await count("SELECT COUNT(*) FROM \(theirs)calls WHERE is_over = 0 OR owes = 1") == 0)
        #expect(
            try await count(
                """
                SELECT COUNT(*) FROM (SELECT calls.call_id FROM \(theirs)calls AS calls
                    LEFT JOIN \(theirs)records AS records ON records.call_id = calls.call_id
                    GROUP BY calls.call_id HAVING COUNT(records.user_id) <> 2) AS wrong
                """) == 0)
    }
}
