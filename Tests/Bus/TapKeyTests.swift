import Bus
import TestSupport
import Testing
import Wire

/// Who may read the tap of an encrypted bus.
@Suite(.timeLimit(.minutes(2))) struct TapKeyTests {
    private let keys = TestKeys()

    private func tapped(_ keys: TestKeys) throws -> TappedServer {
        try TappedServer { $0.security = keys.security(of: TestKeys.server) }
    }

    private func reader(_ role: BusRole, _ keys: TestKeys?) throws -> BusNode {
        try makeClient {
            $0.service = role == .inspector || role == .inspectorFull ? "inspector" : role.rawValue
            $0.security = keys?.security(of: role)
            $0.timing.longestBackoff = .milliseconds(200)
        }
    }

    private func watch(_ node: BusNode, _ tapped: TappedServer) throws -> TapWatch {
        try TapWatch(node, at: tapped.tap, of: TestKeys.server.rawValue)
    }

    @Test("a reader in the clear, one with a stranger's key and one whose role may not look arm nothing")
    func refused() async throws {
        let tapped = try tapped(keys)
        var others = TestKeys()
        others.pairs[TestKeys.server] = keys.pairs[TestKeys.server]
        let readers = [
            try reader(TestKeys.tester, nil), try reader(.inspector, others), try reader(TestKeys.tester, keys),
            try reader(.command, keys),
        ]
        let watches = try readers.map { try watch($0, tapped) }
        func isRefused(_ watch: TapWatch) -> Bool {
            watch.all.count { if case .lost = $0 { true } else { false } } > 1
        }
        #expect(await eventually(within: .seconds(40)) { watches.allSatisfy(isRefused) })
        #expect(!tapped.server.node.isTapped)
        // Somebody who may is served meanwhile, so the tap is there.
        let inspector = try reader(.inspector, keys)
        let allowed = try watch(inspector, tapped)
        #expect(await eventually(within: .seconds(40)) { tapped.server.node.isTapped })
        #expect(await eventually(within: .seconds(40)) { allowed.all.contains(.connected) })
        #expect(watches.allSatisfy { !$0.all.contains(.connected) && $0.events.isEmpty })
        for node in readers + [inspector, tapped.server.node] { await node.close() }
    }

    @Test("a reader whose key is taken back sees nothing more; one that may stay is back by itself")
    func revoked() async throws {
        var keys = keys
        let tapped = try tapped(keys)
        let (gone, staying, caller) = (
            try reader(.inspector, keys), try reader(.inspectorFull, keys), try reader(TestKeys.tester, keys)
        )
        let channel = caller.channel(to: [tapped.server.endpoint], service: TestKeys.server.rawValue)
        let (before, after) = (try watch(gone, tapped), try watch(staying, tapped))
        #expect(await tapped.serves(2, asked: channel))
        _ = try await channel.unary(TestMethods.echo, [1], CallOptions(timeout: .seconds(60)))
        for watch in [before, after] { #expect(await watch.sees { $0.method == TestMethods.echo.path }) }

        keys.pairs[.inspector] = nil
        tapped.server.node.update(security: keys.security(of: TestKeys.server))
        #expect(
            await eventually(within: .seconds(40)) {
                before.all.contains { if case .lost = $0 { true } else { false } }
                    && after.all.count { $0 == .connected } == 2
            })
        #expect(await tapped.serves(1, asked: channel))
        let seen = before.events.count
        _ = try await channel.unary(TestMethods.lookup, [1], CallOptions(timeout: .seconds(60)))
        #expect(await after.sees { $0.method == TestMethods.lookup.path && $0.point == .serverSend })
        #expect(before.events.count == seen && before.all.count { $0 == .connected } == 1)
        for node in [gone, staying, caller, tapped.server.node] { await node.close() }
    }

    @Test("a tap has the server's latest key: who knows only the former one is refused, who is there stays")
    func newKey() async throws {
        var keys = keys
        let tapped = try tapped(keys)
        let (early, behind) = (try reader(.inspector, keys), try reader(.inspector, keys))
        let first = try watch(early, tapped)
        #expect(await eventually(within: .seconds(40)) { tapped.server.node.isTapped })
        keys.rotate(TestKeys.server)
        tapped.server.node.update(security: keys.security(of: TestKeys.server))
        let late = try reader(.inspectorFull, keys)
        let (second, third) = (try watch(late, tapped), try watch(behind, tapped))
        #expect(await eventually(within: .seconds(40)) { second.all.contains(.connected) })
        #expect(
            await eventually(within: .seconds(40)) {
                third.all.contains { if case .lost = $0 { true } else { false } }
            })
        #expect(!third.all.contains(.connected))
        #expect(first.all.contains(.connected) && !first.all.contains { if case .lost = $0 { true } else { false } })
        for node in [early, late, behind, tapped.server.node] { await node.close() }
    }
}
