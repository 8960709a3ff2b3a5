import Bus
import CallModel
import Database
import Foundation
import PostgresSupport
import ServiceKit
import ServiceStore
import Testing
import Wire

@testable import push

/// Hears what push reports.
actor FakeSignaling {
    private(set) var outcomes: [Proto.PushOutcomeRequest] = []

    func add(_ outcome: Proto.PushOutcomeRequest) { outcomes.append(outcome) }

    nonisolated var handlers: [RPCHandler] {
        [
            RPCHandler(
                Proto.SignalingMethods.pushOutcome,
                .unary { (_, bytes) async throws(RPCError) -> [UInt8] in
                    await self.add(try decodeMessage(Proto.PushOutcomeRequest.self, from: bytes))
                    return try encodeMessage(Proto.Empty())
                })
        ]
    }
}

/// Store, worker and server as `main.swift` puts them together, with a bus node on each side.
actor PushUnderTest {
    nonisolated let folder: String
    nonisolated let signaling = FakeSignaling()
    nonisolated let client: Proto.PushClient
    private let node: BusNode
    private let peer: BusNode
    private let target = Target()
    /// Instead of the one that writes to a file.
    private let provider: (any PushProvider)?
    private let place: TestPlace
    private var parts: (Database, PushWorker)?

    /// The server that is running now: a restart replaces it under the same address.
    private actor Target {
        var server: PushServer?
        func set(_ server: PushServer?) { self.server = server }
    }

    init(provider: (any PushProvider)? = nil) async throws {
        self.provider = provider
        place = try await TestPlace()
        folder = NSTemporaryDirectory() + "push-\(UUID().uuidString)"
        peer = try BusNode(BusConfiguration(service: "signaling", instance: "fake", bind: "tcp://127.0.0.1:0"))
        peer.serve(signaling.handlers)
        try peer.start()
        node = try BusNode(BusConfiguration(service: "push", instance: "test", bind: "tcp://127.0.0.1:0"))
        node.serve(
            Proto.PushMethods.all.map { [target] method in
                RPCHandler(
                    method,
                    .unary { (context, bytes) async throws(RPCError) -> [UInt8] in
                        guard let server = await target.server else { throw RPCError(.unavailable) }
                        let handler = Proto.PushMethods.handlers(for: server).first { $0.method == method }
                        guard case .unary(let answer)? = handler?.body else { throw RPCError(.unimplemented) }
                        return try await answer(context, bytes)
                    })
            })
        try node.start()
        client = Proto.PushClient(peer.channel(to: [try #require(node.boundEndpoint)]))
        try await restart()
    }

    func restart() async throws {
        let clock = SystemClock()
        var location = place.location
        location.isolation = .readCommitted
        let database = try Database(location, schema: PushStore.schema)
        let store = PushStore(database: database, isShared: false, clock: clock)
        let worker = PushWorker(
            store: store, providers: provider.map { PushProviders(log: $0) } ?? PushProviders(folder: folder),
            signaling: node.channel(to: [try #require(peer.boundEndpoint)]), clock: clock, log: .discarding,
            metrics: Metrics(service: "push"))
        try await store.start()
        try await worker.start()
        parts = (database, worker)
        await target.set(PushServer(store: store, worker: worker, clock: clock, log: .discarding))
    }

    func stop() async {
        await target.set(nil)
        await parts?.1.drain(within: .seconds(2))
        await parts?.0.close()
        parts = nil
    }

    func end() async {
        await stop()
        await node.drain(within: .seconds(1))
        await peer.drain(within: .seconds(1))
        try? FileManager.default.removeItem(atPath: folder)
    }

    nonisolated func writtenLines() throws -> [[String: Any]] {
        let text = try String(contentsOfFile: folder + "/push.log", encoding: .utf8)
        return try text.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }
}

func withPush(provider: (any PushProvider)? = nil, _ body: (PushUnderTest) async throws -> Void) async throws {
    let push = try await PushUnderTest(provider: provider)
    do {
        try await body(push)
    } catch {
        await push.end()
        throw error
    }
    await push.end()
}
