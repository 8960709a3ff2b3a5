import CallModel
import SignalingCore

/// What is known of the media nodes: which answer, how many rooms they have, and who is in the rooms.
actor MediaNodes {
    /// The devices that take part in an answered call, for levels and quality.
    struct Members: Sendable {
        let version: UInt64
        let era: UInt32
        let devices: [CallDevice]
    }

    /// What the configured names stand for now; the order in which they were first seen.
    private var endpoints: [String] = []
    private var down: Set<String> = []
    private var placements: [CallID: MediaNode] = [:]
    /// How many of the placements are on each node that has any.
    private var roomCounts: [String: Int] = [:]
    private var members: [CallID: Members] = [:]

    init(endpoints: [String] = []) { self.endpoints = endpoints }

    /// Takes what the names stand for now. A node that is not named any more gets no new room.
    func name(_ named: Set<String>) {
        endpoints.removeAll { !named.contains($0) }
        endpoints += named.subtracting(endpoints).sorted()
    }

    func isNamed(_ endpoint: String) -> Bool { endpoints.contains(endpoint) }

    /// Answering nodes first, the avoided one after the others, then by number of rooms.
    func candidates(avoiding avoided: MediaNode?) -> [MediaNode] {
        let weighed = endpoints.enumerated().map { offset, endpoint in
            let isDown = down.contains(endpoint) ? 1 : 0
            let isAvoided = endpoint == avoided?.endpoint ? 1 : 0
            return (weight: (isDown, isAvoided, roomCounts[endpoint] ?? 0, offset), node: MediaNode(endpoint: endpoint))
        }
        return weighed.sorted { $0.weight < $1.weight }.map(\.node)
    }

    func markUp(_ endpoint: String) { down.remove(endpoint) }
    func markDown(_ endpoint: String) { down.insert(endpoint) }

    /// Whether the node calls its last time: no name stands for it any more, and it does not answer either.
    func isGone(_ endpoint: String) -> Bool { down.contains(endpoint) && !endpoints.contains(endpoint) }

    /// Whether a call's room is placed there, as far as is known.
    func hasRooms(_ endpoint: String) -> Bool { roomCounts[endpoint] != nil }

    /// Keeps up with a call that has changed.
    func note(_ call: Call) {
        if let held = members[call.id], held.version > call.version { return }
        guard case .placed(let node, let era) = call.media else {
            place(call.id, on: nil)
            members[call.id] = nil
            return
        }
        place(call.id, on: node)
        let devices = call.participants.compactMap(\.answeredLeg?.device)
        members[call.id] = Members(version: call.version, era: era, devices: devices)
    }

    /// The calls whose rooms are placed there, as far as is known.
    func calls(on node: MediaNode) -> Set<CallID> { Set(placements.filter { $0.value == node }.keys) }

    /// These calls are not on the node any more.
    func forget(_ calls: Set<CallID>, on node: MediaNode) {
        for id in calls where placements[id] == node {
            place(id, on: nil)
            members[id] = nil
        }
    }

    private func place(_ id: CallID, on node: MediaNode?) {
        let former = placements[id]
        guard former != node else { return }
        placements[id] = node
        if let former {
            let left = (roomCounts[former.endpoint] ?? 0) - 1
            roomCounts[former.endpoint] = left > 0 ? left : nil
        }
        if let node { roomCounts[node.endpoint, default: 0] += 1 }
    }

    func members(of id: CallID) -> Members? { members[id] }
}
