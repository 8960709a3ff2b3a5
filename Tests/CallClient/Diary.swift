import CallClient
import Synchronization

/// Collects what a publisher says and lets a test wait for it.
final class Diary<Entry: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])
    private let token = Mutex<AnyCancellable?>(nil)

    init(_ publisher: AnyPublisher<Entry, Never>) {
        let token = publisher.sink { [weak self] entry in self?.entries.withLock { $0.append(entry) } }
        self.token.withLock { $0 = token }
    }

    var all: [Entry] { entries.withLock { $0 } }

    struct TimedOut: Error, CustomStringConvertible {
        let description: String
    }

    /// The first entry that matches, now or within the limit.
    @discardableResult
    func wait(
        for what: String, within limit: Duration = .seconds(20), _ matches: (Entry) -> Bool
    ) async throws -> Entry {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if let entry = all.first(where: matches) { return entry }
            try await Task.sleep(for: .milliseconds(2))
        }
        throw TimedOut(description: "waited in vain for \(what); so far: \(all)")
    }
}

/// Waits until something is so.
func eventually(
    _ what: String, within limit: Duration = .seconds(20), _ condition: () -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(2))
    }
    throw Diary<Int>.TimedOut(description: "waited in vain: \(what)")
}
