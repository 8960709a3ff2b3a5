public import Bus
public import Foundation
import ZeroMQ

/// What a key folder holds.
public struct BusKeyring: Sendable, Hashable {
    /// Public keys of everybody, and secret ones of those that this folder is for. One entry for each key.
    public var keys: [BusKey]
    /// Who may call whom.
    public var callers: CallerList
    /// For hashes of secrets in taps: the same in all processes, so that they are comparable. Empty if the folder has none.
    public var maskKey: [UInt8]

    public init(keys: [BusKey], callers: CallerList, maskKey: [UInt8]) {
        self.keys = keys
        self.callers = callers
        self.maskKey = maskKey
    }

    /// A role's keys in the order in which they are used at that time: active ones, the newest first, then those that will
    /// be, the soonest first.
    public func keys(of role: BusRole, at time: Date) -> [BusKey] {
        keys.filter { $0.role == role }.sorted { left, right in
            let (isLeft, isRight) = (left.activeFrom <= time, right.activeFrom <= time)
            if isLeft != isRight { return isLeft }
            if left.activeFrom != right.activeFrom {
                return isLeft ? left.activeFrom > right.activeFrom : left.activeFrom < right.activeFrom
            }
            return left.publicKey.text < right.publicKey.text
        }
    }

    /// What a process of a role is told of the bus.
    public func security(of role: BusRole, at time: Date) throws(KeyFolderProblems) -> BusSecurity {
        let own = keys(of: role, at: time).compactMap(\.pair)
        guard !own.isEmpty else {
            let held = Set(keys.filter { $0.pair != nil }.map(\.role.rawValue)).sorted()
            throw KeyFolderProblems([
                "no secret key of \(role)"
                    + (held.isEmpty ? "" : ", only of \(held.joined(separator: ", "))")
                    + "; `partyline keys export --role \(role)` makes a folder for it"
            ])
        }
        let roles = Set(keys.map(\.role))
        let isService = CallerList.standard.callers[role] != nil
        guard !isService || callers.callers[role] != nil else {
            throw KeyFolderProblems(["\(CallerList.file): has no line for \(role), so nobody could call it"])
        }
        return BusSecurity(
            role: role, keys: own,
            peers: Dictionary(keys.map { ($0.publicKey, $0.role) }) { first, _ in first },
            serverKeys: Dictionary(
                uniqueKeysWithValues: roles.map { role in (role, keys(of: role, at: time).map(\.publicKey)) }),
            callers: callers.callers[role] ?? [], maskKey: maskKey)
    }
}
