// Two threads change one array, each under a Mutex of its own: a race that must be found whatever is loaded.
import Foundation
import Synchronization

final class Raced: @unchecked Sendable {
    let left = Mutex(0)
    let right = Mutex(0)
    nonisolated(unsafe) var values: [Int] = []
}

let raced = Raced()
let group = DispatchGroup()
for isLeft in [true, false] {
    group.enter()
    Thread.detachNewThread {
        for number in 0..<50_000 {
            if isLeft {
                raced.left.withLock { _ in raced.values = [number] }
            } else {
                raced.right.withLock { _ in raced.values = [number] }
            }
        }
        group.leave()
    }
}
group.wait()
