import Dispatch
import Synchronization
import Testing

@testable import CallClient

@Suite("Publishers")
struct PublisherTests {
    @Test("a subscriber gets the present state first, then each different one, until it cancels")
    func state() {
        let state = StatePublisher(1)
        let seen = Mutex<[Int]>([])
        var bag = Set<AnyCancellable>()
        state.subscribe().sink { value in seen.withLock { $0.append(value) } }.store(in: &bag)
        state.update { $0 = 2 }
        state.update { $0 = 2 }
        state.update { $0 = 3 }
        bag.removeAll()
        state.update { $0 = 4 }
        #expect(seen.withLock { $0 } == [1, 2, 3])
        #expect(state.value == 4)
    }

    @Test("a selector publishes one part and leaves out repetitions")
    func selector() {
        let state = StatePublisher(CallState())
        let seen = Mutex<[CallParticipantStatus]>([])
        let token = state.subscribe(StatePublisherSelector(keyPath: \.selfInfo.status))
            .sink { value in seen.withLock { $0.append(value) } }
        state.update { $0.activeCall.callId = "x" }
        state.update { $0.selfInfo.status = .waiting }
        #expect(seen.withLock { $0 } == [.none, .waiting])
        token.cancel()
    }

    @Test("operators compose, a dropped token ends the subscription, and a queue receives in order")
    func operators() {
        let source = Broadcast<Int>()
        let seen = Mutex<[String]>([])
        let queue = DispatchQueue(label: "test")
        var token: AnyCancellable? = source.publisher().filter { $0 > 1 }.compactMap { $0 == 3 ? nil : $0 }
            .dropFirst().map { "\($0)" }.removeDuplicates().receive(on: queue).eraseToAnyPublisher()
            .sink { value in seen.withLock { $0.append(value) } }
        for value in [1, 2, 3, 4, 4, 5] { source.send(value) }
        #expect(token != nil)
        token = nil
        source.send(6)
        queue.sync {}
        #expect(seen.withLock { $0 } == ["4", "5"])
    }

    @Test("a state is an asynchronous sequence too, beginning with the present value")
    func sequence() async {
        let state = StatePublisher(1)
        var iterator = state.values.makeAsyncIterator()
        state.update { $0 = 2 }
        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == 2)
    }

    @Test("nobody misses the newest state, however subscriptions and changes interleave")
    func race() {
        for _ in 0..<200 {
            let state = StatePublisher(0)
            let last = Mutex(-1)
            let tokens = Mutex<[AnyCancellable]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 {
                    for _ in 0..<20 { state.update { $0 += 1 } }
                } else {
                    let token = state.subscribe().sink { value in last.withLock { $0 = value } }
                    tokens.withLock { $0.append(token) }
                }
            }
            #expect(last.withLock { $0 } == 20)
        }
    }
}
