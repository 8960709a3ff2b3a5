import Bus
import Foundation
import ProcessLimits
import Synchronization
import Testing
import Wire

@testable import ServiceKit

/// Notes what happens to its parts, in order.
private final class Journal: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
}

private struct NotedPart: Part {
    let name: String
    let journal: Journal
    var fails = false
    var whenStarted: @Sendable () -> Void = {}

    struct Refusal: Error {}

    func start() async throws {
        journal.note("start \(name)")
        if fails { throw Refusal() }
        whenStarted()
    }

    func drain(within limit: Duration) async { journal.note("drain \(name)") }
}

@Suite(.serialized, .timeLimit(.minutes(1))) struct RunnerTests {
    private func runner(_ shutdown: Shutdown) throws -> Runner {
        let bus = try BusNode(BusConfiguration(service: "s", instance: "i", bind: "tcp://127.0.0.1:0"))
        return Runner(
            service: "s", instance: "i", log: .discarding, bus: bus, shutdown: shutdown, drainTimeout: .seconds(5))
    }

    @Test("parts start in order and drain in reverse")
    func order() async throws {
        let (journal, shutdown) = (Journal(), Shutdown())
        let parts = [
            NotedPart(name: "a", journal: journal),
            NotedPart(name: "b", journal: journal) { shutdown.request(.signal("SIGTERM")) },
        ]
        let code = await (try runner(shutdown)).run(parts)
        #expect(code == 0)
        #expect(journal.all == ["start a", "start b", "drain b", "drain a"])
    }

    @Test("a part that cannot start ends the process with 1, and those before it are drained")
    func failingStart() async throws {
        let journal = Journal()
        let parts = [
            NotedPart(name: "a", journal: journal), NotedPart(name: "b", journal: journal, fails: true),
            NotedPart(name: "c", journal: journal),
        ]
        #expect(await (try runner(Shutdown())).run(parts) == 1)
        #expect(journal.all == ["start a", "start b", "drain a"])
    }

    @Test("a process that is to end while a part waits to start ends with 0, and those before it are drained")
    func endedWhileStarting() async throws {
        struct Waiting: Part {
            let name = "waiting"
            let shutdown: Shutdown
            func start() async throws {
                shutdown.request(.signal("SIGTERM"))
                try await Task.sleep(for: .seconds(3_600))
            }
            func drain(within limit: Duration) async { Issue.record("it had not started") }
        }
        let (journal, shutdown) = (Journal(), Shutdown())
        let parts: [any Part] = [
            NotedPart(name: "a", journal: journal), Waiting(shutdown: shutdown), NotedPart(name: "c", journal: journal),
        ]
        #expect(await (try runner(shutdown)).run(parts) == 0)
        #expect(journal.all == ["start a", "drain a"])
    }

    @Test("a part that fails later ends the process with 1 after an orderly drain")
    func laterFailure() async throws {
        let (journal, shutdown) = (Journal(), Shutdown())
        let part = NotedPart(name: "a", journal: journal) { shutdown.request(.failure("store lost")) }
        #expect(await (try runner(shutdown)).run([part]) == 1)
        #expect(journal.all == ["start a", "drain a"])
    }

    @Test("SIGTERM ends a service in order with exit code 0")
    func signal() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let boot = Boot<SampleConfiguration>(
                service: "sample",
                arguments: ["--bus-bind", "tcp://127.0.0.1:0", "--bus-encryption", "none", "--log-level", "error"],
                environment: [:])
            Thread.detachNewThread {
                // Until the handler is installed the signal is ignored or fatal; Health tells when all is up.
                while boot.bus.boundEndpoint == nil { usleep(1_000) }
                kill(getpid(), SIGTERM)
            }
            await boot.run([])
        }
    }

    @Test("a second signal ends a service that does not drain")
    func secondSignal() async {
        await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
            struct Stuck: Part {
                let name = "stuck"
                func start() async throws {}
                func drain(within limit: Duration) async {
                    kill(getpid(), SIGTERM)
                    try? await Task.sleep(for: .seconds(30))
                }
            }
            let boot = Boot<SampleConfiguration>(
                service: "sample",
                arguments: ["--bus-bind", "tcp://127.0.0.1:0", "--bus-encryption", "none", "--log-level", "error"],
                environment: [:])
            Thread.detachNewThread {
                while boot.bus.boundEndpoint == nil { usleep(1_000) }
                kill(getpid(), SIGTERM)
            }
            await boot.run([Stuck()])
        }
    }

    @Test("a part that does not come back from draining is abandoned after the limit")
    func abandoned() async {
        await #expect(processExitsWith: .exitCode(1)) {
            struct Stuck: Part {
                let name = "stuck"
                func start() async throws {}
                func drain(within limit: Duration) async { try? await Task.sleep(for: .seconds(60)) }
            }
            let boot = Boot<SampleConfiguration>(
                service: "sample",
                arguments: [
                    "--bus-bind", "tcp://127.0.0.1:0", "--bus-encryption", "none", "--log-level", "error",
                    "--drain-timeout", "100ms",
                ],
                environment: [:])
            boot.shutdown.request(.signal("test"))
            await boot.run([Stuck()])
        }
    }

    @Test("a bad configuration exits with 78 and lists every problem")
    func badConfiguration() async {
        let result = await #expect(processExitsWith: .exitCode(78), observing: [\.standardErrorContent]) {
            _ = Boot<SampleConfiguration>(
                service: "sample", arguments: ["--workers=0", "--mode=odd", "--nope=1"], environment: [:])
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("sample: configuration: workers"))
        #expect(text.contains("sample: configuration: mode"))
        #expect(text.contains("sample: configuration: nope"))
    }

    @Test("a service raises its limit of descriptors at the start, and says what to do if that is not enough")
    func descriptors() async {
        let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardErrorContent]) {
            func boot(hardLimit: Int) throws -> Boot<SampleConfiguration> {
                var limit = rlimit(rlim_cur: 256, rlim_max: rlim_t(hardLimit))
                guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(3) }
                let boot = Boot<SampleConfiguration>(
                    service: "sample",
                    arguments: ["--bus-bind", "tcp://127.0.0.1:0", "--bus-encryption", "none"], environment: [:])
                guard try DescriptorLimit.current().soft == hardLimit else { exit(4) }
                return boot
            }
            let first = try boot(hardLimit: 4_096)
            let second = try boot(hardLimit: 4_095)
            first.log.flush()
            second.shutdown.request(.signal("test"))
            await second.run([])
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("descriptors allowed limit=4096 hard_limit=4096"))
        #expect(text.contains("descriptors few limit=4095 hard_limit=4095 advised=4096 advice="))
    }

    @Test("an address in use is a failed start with exit code 1")
    func addressInUse() async throws {
        let first = try BusNode(BusConfiguration(service: "s", instance: "i", bind: "tcp://127.0.0.1:0"))
        try first.start()
        let bind = try #require(first.boundEndpoint)
        let second = try BusNode(BusConfiguration(service: "s", instance: "j", bind: bind))
        let runner = Runner(
            service: "s", instance: "j", log: .discarding, bus: second, shutdown: Shutdown(), drainTimeout: .seconds(1))
        #expect(await runner.run([]) == 1)
        await first.close()
    }
}
