import Bus
import FaultSupport
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

/// Real processes that are killed and stopped under load.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PeerProcessTests {
    /// How every call of a load ended.
    private final class Ledger: Sendable {
        struct Entry: Sendable {
            let wasAnswered: Bool
            let code: Proto.StatusCode
            let reason: Proto.Reason
            let lateness: Duration
        }

        let entries = Mutex<[String: Entry]>([:])
        var count: Int { entries.withLock { $0.count } }
    }

    private static let timeout = Duration.seconds(10)

    /// One call, its end written down.
    private func call(
        _ method: MethodDescriptor, _ name: String, on channel: BusChannel, _ ledger: Ledger
    ) async {
        let deadline = ContinuousClock.now + Self.timeout
        var failure: RPCError?
        do throws(RPCError) {
            _ = try await channel.unary(method, Array(name.utf8), CallOptions(timeout: Self.timeout))
        } catch {
            failure = error
        }
        let entry = Ledger.Entry(
            wasAnswered: failure == nil, code: failure?.code ?? .ok, reason: failure?.reason ?? .none,
            lateness: .now - deadline)
        ledger.entries.withLock { $0[name] = entry }
    }

    /// Callers that go on until they are cancelled.
    private func load(_ channel: BusChannel, _ ledger: Ledger, callers: Int = 16) -> Task<Void, Never> {
        Task {
            await withTaskGroup { group in
                for caller in 0..<callers {
                    group.addTask {
                        for number in 0... where !Task.isCancelled {
                            await self.call(FaultMethods.book, "\(caller)-\(number)", on: channel, ledger)
                            if Task.isCancelled { return }
                        }
                    }
                }
            }
        }
    }

    @Test("a peer that ends by itself is counted once, and one that was killed is not")
    func endsByItself() async throws {
        let folder = try TemporaryFolder()
        let peer = try PeerProcess("peer", on: rebindableEndpoint(), folder: folder.path)
        peer.kill()
        peer.kill()
        #expect(peer.endsByItself == 0)
        try peer.start()
        // SIGABRT from outside would wait: the threads that spawn processes here block it, and it is inherited.
        kill(peer.identifier, SIGILL)
        #expect(await eventually { !peer.isRunning })
        peer.kill()
        peer.kill()
        #expect(peer.endsByItself == 1)
    }

    /// What must hold whatever happened: nobody was kept waiting, nothing was done twice, nothing answered was not done.
    private func check(_ ledger: Ledger, _ peers: [PeerProcess]) throws {
        let entries = ledger.entries.withLock { $0 }
        let bookings = try peers.flatMap { try $0.bookings() }
        #expect(Set(bookings).count == bookings.count, "something was booked twice")
        let done = Set(bookings)
        for (name, entry) in entries {
            // The deadline's own timer may be a turn of the loop late on a busy machine.
            #expect(entry.lateness < .seconds(2), "\(name) ended \(entry.lateness) late")
            if entry.wasAnswered { #expect(done.contains(name), "\(name) was answered and not done") }
            if entry.reason == .neverSent { #expect(!done.contains(name), "\(name) never left and was done") }
        }
    }

    private func client() throws -> BusNode {
        var configuration = BusConfiguration(service: "tester", instance: "tester")
        configuration.timing.pingInterval = .milliseconds(200)
        return try BusNode(configuration)
    }

    @Test("kill -9 under load, five times: every call ends with an answer or a status, and nothing is booked twice")
    func killed() async throws {
        let folder = try TemporaryFolder()
        let peer = try PeerProcess("killed", on: rebindableEndpoint(), folder: folder.path)
        let node = try client()
        let ledger = Ledger()
        let callers = load(node.channel(to: [peer.endpoint]), ledger)
        for _ in 0..<5 {
            let before = ledger.entries.withLock { $0.values.count { $0.wasAnswered } }
            #expect(
                await eventually(within: .seconds(30)) {
                    ledger.entries.withLock { $0.values.count { $0.wasAnswered } } > before + 200
                })
            peer.kill()
            try peer.start()
        }
        callers.cancel()
        await callers.value
        try check(ledger, [peer])
        await node.close()
        peer.kill()
    }

    @Test("a stopped process costs the calls it holds a status, and answers again when it goes on")
    func stopped() async throws {
        let folder = try TemporaryFolder()
        let peer = try PeerProcess("stopped", on: rebindableEndpoint(), folder: folder.path)
        let node = try client()
        let channel = node.channel(to: [peer.endpoint])
        let ledger = Ledger()
        let callers = load(channel, ledger)
        #expect(await eventually(within: .seconds(30)) { ledger.count > 200 })
        peer.stop()
        // Pings are not answered: what is under way fails, long before its deadline.
        #expect(
            await eventually(within: .seconds(30)) {
                ledger.entries.withLock { $0.values.contains { $0.reason == .peerLost } }
            })
        peer.resume()
        let before = ledger.entries.withLock { $0.values.count { $0.wasAnswered } }
        #expect(
            await eventually(within: .seconds(30)) {
                ledger.entries.withLock { $0.values.count { $0.wasAnswered } } > before + 200
            })
        callers.cancel()
        await callers.value
        try check(ledger, [peer])
        #expect(peer.isRunning, "no abort on either side")
        await node.close()
        peer.kill()
    }

    @Test("section 8, 1: a receiver that stands still for a while under a flood loses nothing but what was refused")
    func stalledReceiver() async throws {
        let folder = try TemporaryFolder()
        let peer = try PeerProcess("stalled", on: rebindableEndpoint(), folder: folder.path)
        // The shipped options: the stall is shorter than three pings.
        let node = try BusNode(BusConfiguration(service: "tester", instance: "tester"))
        let channel = node.channel(to: [peer.endpoint])
        let ledger = Ledger()
        await call(FaultMethods.book, "first", on: channel, ledger)
        peer.stop()
        let flood = (0..<2_000).map { number in
            Task { await call(FaultMethods.book, "flood-\(number)", on: channel, ledger) }
        }
        // Behind the flood, so what fits has left by now for a process that reads nothing.
        do throws(RPCError) {
            _ = try await channel.unary(FaultMethods.look, [1], CallOptions(timeout: .milliseconds(500)))
            Issue.record("a stopped process answered")
        } catch {
            #expect(error.code == .deadlineExceeded)
        }
        peer.resume()
        for one in flood { await one.value }
        try check(ledger, [peer])
        let entries = ledger.entries.withLock { $0 }
        #expect(entries.count == 2_001)
        #expect(
            entries.values.allSatisfy { $0.wasAnswered }, "\(entries.values.filter { !$0.wasAnswered }.map(\.reason))")
        await node.close()
        peer.kill()
    }

    @Test("handlers that never return cost their callers the deadline and no more")
    func blocked() async throws {
        let folder = try TemporaryFolder()
        let peer = try PeerProcess("blocked", on: rebindableEndpoint(), folder: folder.path)
        let node = try client()
        let channel = node.channel(to: [peer.endpoint])
        let options = CallOptions(timeout: .seconds(30))
        #expect(try await channel.unary(FaultMethods.look, [], options) == Array("blocked".utf8))
        _ = try await channel.unary(FaultMethods.block, [], options)
        // Blocking takes one thread after the other.
        let isBlocked = await eventually {
            (try? await channel.unary(FaultMethods.look, [], CallOptions(timeout: .milliseconds(500)))) == nil
        }
        #expect(isBlocked)
        let calls = (0..<16).map { _ in
            Task { () async -> RPCError? in
                do throws(RPCError) {
                    _ = try await channel.unary(FaultMethods.book, [1], CallOptions(timeout: .milliseconds(500)))
                    return nil
                } catch {
                    return error
                }
            }
        }
        for call in calls { #expect(await call.value?.code == .deadlineExceeded) }
        peer.kill()
        try peer.start()
        #expect(try await channel.unary(FaultMethods.look, [], options) == Array("blocked".utf8))
        await node.close()
        peer.kill()
    }
}
