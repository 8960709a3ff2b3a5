import Bus
import Foundation
import Wire

/// Two processes that talk all the time: signaling asks presence, on behalf of alice, about bob; every fifth question is one
/// that presence refuses.
final class Traffic: Sendable {
    let presence: ServedProcess
    let signaling: ServedProcess
    private let work: Task<Void, Never>

    init() throws {
        let presence = try ServedProcess()
        let signaling = try ServedProcess(service: "signaling", instance: "signaling-test")
        self.presence = presence
        self.signaling = signaling
        work = Task {
            let client = Proto.PresenceClient(signaling.node.channel(to: [presence.endpoint], service: "presence"))
            let alice = Proto.ClientIdentity(userId: "alice", deviceId: "a1")
            var count = 0
            while !Task.isCancelled {
                count += 1
                let users = count.isMultiple(of: 5) ? [] : ["bob"]
                let options = CallOptions(timeout: .seconds(5), shardKey: "bob", identity: alice)
                _ = try? await client.lookupUsers(Proto.LookupUsersRequest(userIds: users), options)
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    /// Asks for what presence is slow at and does not wait for it: its answer is dropped.
    func provokeDrop() async {
        let client = Proto.PresenceClient(signaling.node.channel(to: [presence.endpoint], service: "presence"))
        _ = try? await client.lookupSessions(
            Proto.LookupSessionsRequest(sessionIds: ["s1"]), CallOptions(timeout: .milliseconds(50)))
        try? await Task.sleep(for: .milliseconds(100))
    }

    var targets: [String] { ["--target", presence.endpoint, "--target", signaling.endpoint, "--patience", "20s"] }

    func run(_ words: String...) async throws -> InspectorRun { try await InspectorRun(words + targets) }

    func stop() async {
        work.cancel()
        await work.value
        await signaling.stop()
        await presence.stop()
    }
}

/// Runs `body` beside traffic that is stopped afterwards, whatever happens.
func withTraffic(_ body: (Traffic) async throws -> Void) async throws {
    let traffic = try Traffic()
    do { try await body(traffic) } catch {
        await traffic.stop()
        throw error
    }
    await traffic.stop()
}

/// A file name that nobody has, removed afterwards.
func withTemporaryFile(_ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("inspect-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
}
