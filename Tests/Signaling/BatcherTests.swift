import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Questions that are asked together")
struct BatcherTests {
    /// A peer that answers when it is told to: each question with its double.
    private final class Peer: Sendable {
        private struct Call {
            let questions: [Int]
            let waiter: CheckedContinuation<Void, Never>
        }

        private let calls = Mutex<[Call]>([])
        private let sizes = Mutex<[Int]>([])

        var callSizes: [Int] { sizes.withLock { $0 } }
        var openCount: Int { calls.withLock { $0.count } }

        func ask(_ questions: [Int]) async throws(RPCError) -> [Int] {
            sizes.withLock { $0.append(questions.count) }
            await withCheckedContinuation { waiter in
                calls.withLock { $0.append(Call(questions: questions, waiter: waiter)) }
            }
            if questions.contains(13) { throw RPCError(.unavailable, "down") }
            return questions.map { $0 * 2 }
        }

        func answerAll() {
            let open = calls.withLock { calls in
                defer { calls = [] }
                return calls
            }
            for call in open { call.waiter.resume() }
        }
    }

    @Test("a question that is alone goes at once; more than four calls at a time are put together")
    func together() async throws {
        let peer = Peer()
        let batcher = Batcher<Int, Int>(capacity: 100, weight: { _ in 1 }) { questions async throws(RPCError) in
            try await peer.ask(questions)
        }
        let early = (0..<4).map { number in Task { try await batcher.ask(number) } }
        try await become("four calls of one question") { peer.callSizes == [1, 1, 1, 1] }
        let late = (4..<10).map { number in Task { try await batcher.ask(number) } }
        try await become("six wait") { batcher.waitingCount == 6 }
        #expect(peer.openCount == 4)
        peer.answerAll()
        try await become("the six in one call") { peer.callSizes.last == 6 }
        peer.answerAll()
        for (number, task) in (early + late).enumerated() { #expect(try await task.value == number * 2) }
        #expect(peer.callSizes == [1, 1, 1, 1, 6])
        let later = Task { try await batcher.ask(20) }
        try await become("nothing is left behind") { peer.callSizes.last == 1 && peer.openCount == 1 }
        peer.answerAll()
        #expect(try await later.value == 40)
    }

    @Test("a call carries no more than it may weigh, and its failure is everybody's who went with it")
    func bounds() async throws {
        let peer = Peer()
        let batcher = Batcher<Int, Int>(capacity: 3, weight: { _ in 1 }) { questions async throws(RPCError) in
            try await peer.ask(questions)
        }
        let early = (0..<4).map { number in Task { try await batcher.ask(number) } }
        try await become("four calls") { peer.openCount == 4 }
        let late = [13, 14, 15, 16].map { number in Task { try await batcher.ask(number) } }
        try await become("four wait") { batcher.waitingCount == 4 }
        peer.answerAll()
        try await become("three and one") { peer.callSizes.suffix(2).sorted() == [1, 3] }
        peer.answerAll()
        for task in early { _ = try await task.value }
        var failures = 0
        for task in late { if case .failure = await task.result { failures += 1 } }
        #expect(failures == 3 || failures == 1, "those that went with 13")
    }
}
