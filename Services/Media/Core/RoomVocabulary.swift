package import CallModel

/// The placement of a room: every time a call's room is placed anew, signaling counts it up. A command of an older era
/// comes from somebody who has not heard of the newer placement.
package struct Era: Hashable, Sendable, Comparable {
    package let rawValue: UInt32

    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package static func < (older: Era, newer: Era) -> Bool { older.rawValue < newer.rawValue }
}

/// A room as its loop knows it. Never used twice in a process, so an event about a room that is gone meets nothing.
package struct RoomNumber: Hashable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A participant as the loop knows it. Never used twice in a process.
package struct ParticipantNumber: Hashable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// Which of the node's loops owns a room.
package struct LoopIndex: Hashable, Sendable {
    package let rawValue: Int

    package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A synchronisation source: whose stream a packet belongs to.
package struct SSRC: Hashable, Sendable {
    package let rawValue: UInt32

    package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Master key and salt of one direction. Has no textual form, so that it cannot slip into a log.
package struct MasterKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var description: String { "(key)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The random part of a grant. Chance comes in with the command; a repeated join does not use it.
package struct StreamOffer: Hashable, Sendable {
    /// The client sends with it.
    package let sendSSRC: SSRC
    /// The room's stream to this client.
    package let receiveSSRC: SSRC
    package let sendKey: MasterKey
    package let receiveKey: MasterKey

    package init(sendSSRC: SSRC, receiveSSRC: SSRC, sendKey: MasterKey, receiveKey: MasterKey) {
        self.sendSSRC = sendSSRC
        self.receiveSSRC = receiveSSRC
        self.sendKey = sendKey
        self.receiveKey = receiveKey
    }
}

/// How much a node takes on. Everything is sized from these; what does not fit is refused.
package struct RoomLimits: Hashable, Sendable {
    package var rooms: Int
    package var participantsPerRoom: Int
    package var participantsPerLoop: Int
    package var loops: Int
    /// A room nobody is in for so long is closed: whoever placed it is gone.
    package var emptyRoomExpiry: Duration

    package init(
        rooms: Int = 1_000, participantsPerRoom: Int = 64, participantsPerLoop: Int = 512, loops: Int = 1,
        emptyRoomExpiry: Duration = .seconds(300)
    ) {
        precondition(rooms > 0 && participantsPerRoom > 0 && participantsPerLoop > 0 && loops > 0, "room limits")
        self.rooms = rooms
        self.participantsPerRoom = participantsPerRoom
        self.participantsPerLoop = participantsPerLoop
        self.loops = loops
        self.emptyRoomExpiry = emptyRoomExpiry
    }
}

/// Why a command was refused.
package enum RoomRefusal: Error, Hashable, Sendable {
    /// The call was placed anew since; this is the era in force.
    case staleEra(current: Era)
    /// No room of this call and era here: it was closed, expired, or the node has restarted.
    case roomNotFound
    /// Not in the room: never joined, left, or timed out.
    case participantNotFound
    /// No room for one more; another node may have some.
    case capacity
    /// The node is about to stop and takes nothing new.
    case draining
}

/// What the loops are to do. In this order, each on the loop it names.
package enum RoomEffect: Hashable, Sendable {
    case openRoom(RoomNumber, on: LoopIndex)
    /// Everybody in it has been dismissed before.
    case closeRoom(RoomNumber, on: LoopIndex)
    case admit(ParticipantNumber, to: RoomNumber, on: LoopIndex, streams: StreamOffer, isMuted: Bool)
    case dismiss(ParticipantNumber, from: RoomNumber, on: LoopIndex)
    case mute(ParticipantNumber, isMuted: Bool, in: RoomNumber, on: LoopIndex)
    /// Watchers are told that the room is no more.
    case announceClosed(CallID, Era)
}
