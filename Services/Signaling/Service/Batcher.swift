import Synchronization
import Wire

/// Asks a peer many small things in few calls. While little is going on each question is a call of its own, at once and with
/// its asker's trace. Beyond so many calls at the same time questions wait until one of these has been answered, and go
/// together then: the more there are, the less each costs, and nobody waits for more of them to come.
final class Batcher<Question: Sendable, Answer: Sendable>: Sendable {
    /// The answers to all of them, in their order.
    typealias Ask = @Sendable ([Question]) async throws(RPCError) -> [Answer]
    private typealias Waiter = CheckedContinuation<Result<Answer, RPCError>, Never>

    private struct State {
        var running = 0
        var waiting: [(question: Question, waiter: Waiter)] = []
    }

    /// Enough that a slow answer holds up nobody much, few enough that a burst comes together.
    private static var window: Int { 4 }

    /// What all questions of one call may weigh; a heavier one goes alone.
    private let capacity: Int
    private let weight: @Sendable (Question) -> Int
    private let send: Ask
    private let state = Mutex(State())

    init(capacity: Int, weight: @escaping @Sendable (Question) -> Int, _ send: @escaping Ask) {
        self.capacity = capacity
        self.weight = weight
        self.send = send
    }

    /// Questions that have not been sent.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Throws what the call failed with that the question went with. Does not end early if the task is cancelled.
    func ask(_ question: Question) async throws(RPCError) -> Answer {
        let isFirst = state.withLock { state in
            guard state.running < Self.window else { return false }
            state.running += 1
            return true
        }
        guard isFirst else {
            let answer = await withCheckedContinuation { waiter in
                let isLate = state.withLock { state in
                    // Everything may have been answered just now, and nobody would come for it.
                    guard state.running > 0 else {
                        state.running += 1
                        state.waiting.append((question, waiter))
                        return true
                    }
                    state.waiting.append((question, waiter))
                    return false
                }
                if isLate { goOn() }
            }
            return try answer.get()
        }
        defer { goOn() }
        return try await Self.answers(to: [question], send)[0]
    }

    /// One call has ended: what waits goes next.
    private func goOn() {
        let batch = state.withLock { state in
            if state.waiting.isEmpty { state.running -= 1 }
            return takeBatch(&state)
        }
        guard !batch.isEmpty else { return }
        // Of no asker's trace or deadline: it is everybody's.
        Task.detached { await self.settle(batch) }
    }

    private func settle(_ batch: [(question: Question, waiter: Waiter)]) async {
        do {
            let answers = try await Self.answers(to: batch.map(\.question), send)
            for (asked, answer) in zip(batch, answers) { asked.waiter.resume(returning: .success(answer)) }
        } catch {
            for asked in batch { asked.waiter.resume(returning: .failure(error)) }
        }
        goOn()
    }

    private static func answers(to questions: [Question], _ send: Ask) async throws(RPCError) -> [Answer] {
        let answers = try await send(questions)
        guard answers.count == questions.count else {
            throw RPCError(.internal, "\(answers.count) answers to \(questions.count) questions")
        }
        return answers
    }

    private func takeBatch(_ state: inout State) -> [(question: Question, waiter: Waiter)] {
        var (count, sum) = (0, 0)
        while count < state.waiting.count {
            sum += weight(state.waiting[count].question)
            guard sum <= capacity || count == 0 else { break }
            count += 1
        }
        let batch = Array(state.waiting.prefix(count))
        state.waiting.removeFirst(count)
        return batch
    }
}
