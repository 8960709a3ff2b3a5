/// Runs works that waited at the same time as one transaction, so that they share what a commit costs: most of it is
/// waiting for the disk. Each runs in a savepoint, and sees what those before it did. Nobody hears what came of his work
/// before the commit of all that it was decided on, refusals included.
struct GroupCommit {
    let connection: any Connection
    var writer = ""

    /// On the store's thread. Every caller has been told when it returns.
    func run(_ group: [any Work]) {
        guard group.count > 1 else {
            runAlone(group)
            return
        }
        let (ended, unsettled) = runTogether(group)
        for work in ended { work.tellCaller() }
        runAlone(unsettled)
    }

    /// Each in a transaction of its own. A store that does not even begin is asked once, not once for each of them.
    private func runAlone(_ works: [any Work]) {
        var outage: DatabaseError?
        for work in works {
            do throws(DatabaseError) {
                if let outage { throw outage }
                do throws(DatabaseError) { try connection.begin() } catch {
                    outage = error
                    throw error
                }
                if work.run(Transaction(connection, writer: writer)) == nil {
                    try connection.commit()
                } else {
                    connection.rollBack()
                }
            } catch {
                if outage == nil { connection.rollBack() }
                work.fail(error)
            }
            work.tellCaller()
        }
    }

    /// `unsettled` are to be run again alone: nothing of them is stored.
    private func runTogether(_ group: [any Work]) -> (ended: [any Work], unsettled: [any Work]) {
        do throws(DatabaseError) { try connection.begin() } catch {
            for work in group { work.fail(error) }
            return (group, [])
        }
        var ended: [any Work] = []
        var unsettled: [any Work] = []
        for work in group {
            switch runInSavepoint(work) {
            case .kept: ended.append(work)
            case .conflict: unsettled.append(work)
            case .transactionLost:
                // It ends with its own error; what the others did, or concluded from each other, is undone.
                connection.rollBack()
                return ([work], group.filter { $0 !== work })
            case .inDoubt:
                connection.rollBack()
                return ([], group)
            }
        }
        do throws(DatabaseError) {
            try connection.commit()
            return (ended, unsettled)
        } catch {
            let isInDoubt = connection.isInDoubt
            connection.rollBack()
            if error.isConflict || isInDoubt { return ([], group) }
            for work in group { work.fail(error) }
            return (group, [])
        }
    }

    private enum Passing {
        /// It returned, or it threw and is undone.
        case kept
        /// Others were in its way; it is undone.
        case conflict
        /// The library gave up the whole transaction, as SQLite does on a full disk, or cannot be reached.
        case transactionLost
        /// A change of this work or of one before it went wrong.
        case inDoubt
    }

    private func runInSavepoint(_ work: any Work) -> Passing {
        var thrown: (any Error)?
        do throws(DatabaseError) {
            try connection.savepoint()
            thrown = work.run(Transaction(connection, writer: writer))
            if thrown != nil { try connection.rollBackToSavepoint() }
            try connection.release()
        } catch {
            if connection.isInDoubt { return .inDoubt }
            if thrown == nil { work.fail(error) }
            return .transactionLost
        }
        return (thrown as? DatabaseError)?.isConflict == true ? .conflict : .kept
    }
}
