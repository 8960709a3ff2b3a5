/// Waits until something is so, looking every few milliseconds. `false` if it is not within `limit`: for `#expect`.
/// For tests of sockets, threads and processes; a core is tested with time as an argument.
public func eventually(
    within limit: Duration = .seconds(10), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return try await condition()
}
