import Bus
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

/// Servers in processes of their own, killed, stopped or blocked while calls are under way.
@Suite(.serialized, .timeLimit(.minutes(2))) struct KillTests {
    @Test("kill -9 under load: every call ends before its deadline, and nothing that must not is executed twice")
    func killUnderLoad() async throws {
        let victim = try await PeerProcess.start("victim")
        let survivor = try await PeerProcess.start("survivor")
        let client = try makeClient()
        let channel = client.channel(to: [victim.endpoint, survivor.endpoint])
        let overdue = Tally()
        let (asked, answered, failed) = (Tally(), Tally(), Tally())
        let lookedUp = Tally()
        let isOver = Flag()
        let limit = Duration.seconds(20)
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<64 {
                group.addTask {
                    var number = 0
                    while number < 50 || !isOver.isSet {
                        number += 1
                        asked.add()
                        let begin = ContinuousClock.now
                        let method = caller.isMultiple(of: 2) ? TestMethods.echo : TestMethods.lookup
                        if method.path == TestMethods.lookup.path { lookedUp.add() }
                        do {
                            _ = try await channel.unary(
                                method, Array("\(caller).\(number)".utf8), CallOptions(timeout: limit))
                            answered.add()
                        } catch {
                            failed.add()
                        }
                        // The status came by itself, not by running out of time.
                        if ContinuousClock.now - begin >= limit { overdue.add() }
                    }
                }
            }
            group.addTask {
                // It has its share, and some of it unanswered: it stands still while the other goes on.
                _ = await eventually { ((try? victim.executed().count) ?? 0) > 250 }
                victim.freeze()
                let before = answered.value
                _ = await eventually { answered.value > before + 500 }
                await victim.crash()
                isOver.set()
            }
        }
        #expect(overdue.value == 0)
        #expect(answered.value + failed.value == asked.value)
        let echoes = try (victim.executed() + survivor.executed()).filter { $0.hasPrefix("Echo") }
        #expect(Set(echoes).count == echoes.count)
        // What is idempotent was asked again at the survivor, as far as the service's tokens went.
        let lookups = try Set((victim.executed() + survivor.executed()).filter { $0.hasPrefix("Lookup") })
        #expect(lookups.count + failed.value >= lookedUp.value)
        #expect(failed.value <= 64)
        #expect(await client.counters().contains { $0.name == "bus_calls_retried_total" && $0.value > 0 })
        await client.close()
    }

    @Test("a stopped instance is left out before its connection is given up, and calls go on at the other")
    func stopped() async throws {
        try await outOfService { $0.freeze() }
    }

    @Test("an instance whose handlers all block is left out although it answers PING")
    func blocked() async throws {
        try await outOfService { peer in
            let hanger = try makeClient()
            _ = try? await hanger.channel(to: [peer.endpoint]).unary(
                TestMethods.hang, [], CallOptions(timeout: .seconds(20)))
            await hanger.close()
        }
    }

    /// Two instances under calls; one falls out of service and must be left out. The pure clockwork is tested for the six
    /// seconds; here it is real processes, and whatever the machine takes.
    private func outOfService(_ harm: (PeerProcess) async throws -> Void) async throws {
        let victim = try await PeerProcess.start("victim")
        let other = try await PeerProcess.start("other")
        let ejections = Ejections()
        let client = try makeClient { $0.observers = [ejections] }
        let channel = client.channel(to: [victim.endpoint, other.endpoint])
        var seen: Set<String> = []
        _ = try await eventually {
            seen.insert(String(decoding: try await channel.unary(TestMethods.echo, [], CallOptions()), as: UTF8.self))
            return seen.count == 2
        }
        try await harm(victim)
        let isOver = Flag()
        let callers = (0..<8).map { _ in
            Task {
                while !isOver.isSet {
                    _ = try? await channel.unary(TestMethods.lookup, [1], CallOptions(timeout: .seconds(20)))
                }
            }
        }
        #expect(await eventually(within: .seconds(40)) { ejections.instances == ["victim"] })
        for _ in 0..<50 {
            let answer = try await channel.unary(TestMethods.echo, [2], CallOptions(timeout: .seconds(20)))
            #expect(String(decoding: answer, as: UTF8.self) == "other")
        }
        isOver.set()
        await victim.crash()
        for caller in callers { await caller.value }
        await client.close()
    }
}

/// Remembers who was left out.
private final class Ejections: BusObserver {
    private let seen = Mutex<Set<String>>([])
    var instances: Set<String> { seen.withLock { $0 } }

    func observe(_ event: BusEvent) {
        guard case .instanceEjected(_, let instance, _, _) = event else { return }
        seen.withLock { _ = $0.insert(instance) }
    }
}
