import FaultSupport
import Foundation

/// What the callers were told, against what the peers did.
struct Audit {
    private(set) var bookings = 0
    /// Done more than once.
    private(set) var twice = 0
    /// Answered, and not done.
    private(set) var lost = 0
    /// Said to have never left, and done.
    private(set) var denied = 0

    init(_ ledger: URL, _ peers: [PeerProcess]) throws {
        var done: [String: Int] = [:]
        for peer in peers {
            for name in try peer.bookings() { done[name, default: 0] += 1 }
        }
        bookings = done.count
        twice = done.values.count { $0 > 1 }
        for line in try String(contentsOf: ledger, encoding: .utf8).split(separator: "\n") {
            let name = String(line.dropFirst(2))
            guard name.hasPrefix("book") else { continue }
            if line.hasPrefix("+"), done[name] == nil { lost += 1 }
            if line.hasPrefix("0"), done[name] != nil { denied += 1 }
        }
    }
}
