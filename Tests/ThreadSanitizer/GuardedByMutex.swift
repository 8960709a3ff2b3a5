// Two threads change one array under one contended Mutex: correct, and reported by ThreadSanitizer on Linux unless
// MutexAnnotations.c is loaded.
import Foundation
import Synchronization

final class Guarded: Sendable { let values = Mutex<[Int]>([]) }

let guarded = Guarded()
let group = DispatchGroup()
for _ in 0..<2 {
    group.enter()
    Thread.detachNewThread {
        for number in 0..<50_000 {
            guarded.values.withLock { values in
                values.append(number)
                if values.count > 100 { values.removeAll() }
            }
        }
        group.leave()
    }
}
group.wait()
