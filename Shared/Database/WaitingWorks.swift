/// The transactions that wait for a store's thread, in the order they came.
struct WaitingWorks: Sendable {
    /// Works that share a commit at most: enough to make the disk's part of each small, and few enough that the first of
    /// them does not wait long for the last.
    static let largestGroup = 32

    /// Refuses everything from now on.
    var isClosed = false
    private var works: [any Work] = []
    /// Somebody takes groups until there is none.
    private var isBeingWorkedOff = false

    var count: Int { works.count }

    /// Whether somebody must begin to take groups.
    mutating func add(_ work: any Work) throws(DatabaseError) -> Bool {
        if isClosed { throw .closed }
        works.append(work)
        defer { isBeingWorkedOff = true }
        return !isBeingWorkedOff
    }

    /// What is there, without waiting for more. `nil`: nothing; whoever adds the next begins anew.
    mutating func takeGroup() -> [any Work]? {
        guard !works.isEmpty else {
            isBeingWorkedOff = false
            return nil
        }
        let group = Array(works.prefix(Self.largestGroup))
        works.removeFirst(group.count)
        return group
    }
}
