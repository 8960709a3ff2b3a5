import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NameResolution

@Suite(.timeLimit(.minutes(1))) struct SystemResolverTests {
    private func answer(_ resolver: SystemResolver, _ host: String) async -> Result<[String], NameFailure> {
        await withCheckedContinuation { continuation in
            resolver.resolve(host) { continuation.resume(returning: $0) }
        }
    }

    @Test("the loopback's name has its addresses, each once and in numbers")
    func localhost() async throws {
        let addresses = try await answer(SystemResolver(), "localhost").get()
        #expect(addresses.contains("127.0.0.1") || addresses.contains("::1"))
        #expect(Set(addresses).count == addresses.count)
    }

    @Test("an address is its own answer", arguments: ["127.0.0.1", "::1", "10.20.30.40"])
    func literal(_ address: String) async throws {
        #expect(try await answer(SystemResolver(), address).get() == [address])
    }

    @Test("a name that cannot exist fails, and so does one with a NUL in it")
    func unknown() async {
        #expect(await answer(SystemResolver(), "localhost\0.example") == .failure(.notFound))
        // Reserved by RFC 2606. Without a name server the failure is another one.
        let outcome = await answer(SystemResolver(), "no-such-host.invalid")
        #expect((try? outcome.get()) == nil)
    }

    @Test("names that hang delay nobody while a thread is left, and the rest wait their turn")
    func hanging() async throws {
        let gate = DispatchSemaphore(value: 0)
        let hung = Mutex(0)
        let resolver = SystemResolver(mostThreads: 3) { host in
            guard host.hasPrefix("slow") else { return .success(["10.0.0.1"]) }
            hung.withLock { $0 += 1 }
            gate.wait()
            return .success(["10.0.0.2"])
        }
        async let first = answer(resolver, "slow-1")
        async let second = answer(resolver, "slow-2")
        #expect(await eventually { hung.withLock { $0 } == 2 })
        for _ in 0..<20 { #expect(await answer(resolver, "quick") == .success(["10.0.0.1"])) }
        async let third = answer(resolver, "slow-3")
        #expect(await eventually { hung.withLock { $0 } == 3 })
        async let late = answer(resolver, "quick")
        for _ in 0..<3 { gate.signal() }
        #expect(await [first, second, third] == Array(repeating: .success(["10.0.0.2"]), count: 3))
        #expect(await late == .success(["10.0.0.1"]))
    }
}
