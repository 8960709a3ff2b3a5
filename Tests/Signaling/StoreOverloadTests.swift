import Database
import Testing
import Wire

@testable import signaling

@Suite struct StoreOverloadTests {
    @Test("when too much waits for the store, a call is refused with a pause; when it fails, with that reason")
    func refusesWhatIsTooMuch() async {
        func refusal(_ failure: DatabaseError) async -> RPCError? {
            do throws(RPCError) {
                try await answering { throw failure }
                return nil
            } catch { return error }
        }
        let overloaded = await refusal(.overloaded)
        #expect(overloaded?.code == .resourceExhausted && overloaded?.reason == .queueFull)
        #expect(overloaded?.retryAfter == .milliseconds(200))
        let full = await refusal(.full)
        #expect(full?.code == .unavailable && full?.reason == .storeUnavailable)
    }
}
