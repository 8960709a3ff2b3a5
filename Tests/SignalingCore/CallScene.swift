import CallModel
import SignalingCore
import Testing

let alice = UserID("alice")
let bob = UserID("bob")
let carol = UserID("carol")
let dave = UserID("dave")
let stranger = UserID("stranger")
let node = MediaNode(endpoint: "tcp://127.0.0.1:7105")
let otherNode = MediaNode(endpoint: "tcp://127.0.0.1:7115")

/// A device of a user with one open session.
func device(_ user: UserID, _ name: String = "phone", session: String = "1") -> CallDevice {
    CallDevice(
        userID: user, deviceID: DeviceID("\(user.rawValue)-\(name)"),
        sessionID: SessionID("\(user.rawValue)-\(name)-\(session)"))
}

func free(_ user: UserID, _ devices: CallDevice...) -> Invitee {
    Invitee(userID: user, standing: .free, devices: devices.isEmpty ? [device(user)] : devices)
}

/// Takes part in another call, and is rung beside it.
func waiting(_ user: UserID) -> Invitee { Invitee(userID: user, standing: .waiting, devices: [device(user)]) }

/// A call, the time, and everything that came out of it.
struct CallScene {
    var call: Call
    var now = WallTime(milliseconds: 1_000_000)
    var lastEffects: [CallEffect] = []
    var allEffects: [CallEffect] = []

    init(
        chatGroup: String? = nil, isEphemeral: Bool = false, userData: String = "hello",
        limits: CallLimits = CallLimits()
    ) {
        let terms = CallTerms(
            inviterID: alice, mediaKind: .audio, roomID: "room", userData: userData, chatGroupID: chatGroup,
            isEphemeral: isEphemeral, limits: limits)
        call = Call(id: CallID("call-1"), terms: terms)
    }

    /// Alice has called these users.
    static func ringing(_ invitees: Invitee..., isEphemeral: Bool = false, chatGroup: String? = nil) throws -> CallScene
    {
        var scene = CallScene(chatGroup: chatGroup, isEphemeral: isEphemeral)
        try scene.handle(.placed(Placement(caller: device(alice), invitees: invitees)))
        return scene
    }

    /// Alice and bob talk in a room.
    static func connected() throws -> CallScene {
        var scene = try ringing(free(bob))
        try scene.act(device(bob), .accepted)
        try scene.handle(.media(.roomCreated(node, era: 1)))
        return scene
    }

    /// Alice, bob and carol talk in a room.
    static func connectedGroup() throws -> CallScene {
        var scene = try ringing(free(bob), free(carol))
        try scene.act(device(bob), .accepted)
        try scene.act(device(carol), .accepted)
        try scene.handle(.media(.roomCreated(node, era: 1)))
        return scene
    }

    mutating func handle(_ event: CallEvent) throws(CallRefusal) {
        lastEffects = try call.handle(event, at: now)
        allEffects += lastEffects
    }

    mutating func act(_ device: CallDevice, _ act: DeviceAct) throws(CallRefusal) {
        try handle(.device(device, act))
    }

    mutating func pass(seconds: Int) { now = now + .seconds(seconds) }

    /// Lets the ring timer of a user fire when it is due.
    mutating func letRingExpire(of user: UserID) throws {
        let pending = try #require(
            call.pendingTimers.first { $0.timer == RingTimer(userID: user, round: round(of: user)) })
        now = max(now, pending.expiresAt)
        try handle(.timer(pending.timer))
    }

    /// Lets the time pass in which silent devices of a user could have spoken.
    mutating func letSilencePass(of user: UserID) throws {
        let pending = try #require(call.pendingTimers.first { $0.timer.userID == user && $0.timer.kind != nil })
        now = max(now, pending.expiresAt)
        try handle(.timer(pending.timer))
    }

    private func round(of user: UserID) -> Int { call.participants.first { $0.userID == user }?.round ?? 0 }

    func snapshot(_ device: CallDevice) -> PersonalSnapshot { call.snapshot(for: device) }

    /// `reason by user`, as the device is told; `nil` while it takes part.
    func end(_ device: CallDevice) -> LegEnd? { snapshot(device).ownEnd }

    func status(of user: UserID, seenBy device: CallDevice) -> ParticipantStatus? {
        snapshot(device).participants.first { $0.userID == user }?.status
    }

    func progress(of user: UserID) -> RingProgress? {
        snapshot(device(alice)).participants.first { $0.userID == user }?.progress
    }

    /// How far the ring has come on each device of the user, as somebody is told.
    func reach(of user: UserID, seenBy viewer: CallDevice) -> [DeviceID: RingProgress] {
        let devices = snapshot(viewer).participants.first { $0.userID == user }?.devices ?? []
        return Dictionary(uniqueKeysWithValues: devices.map { ($0.deviceID, $0.progress) })
    }

    /// What has been written down, without times: `fact user device`.
    var traced: [String] {
        (call.trace?.lines ?? []).map { line in
            ([line.fact.rawValue, line.userID?.rawValue, line.deviceID?.rawValue] as [String?])
                .compactMap { $0 }.joined(separator: " ")
        }
    }

    var published: [CallDevice] {
        lastEffects.flatMap { effect -> [CallDevice] in
            guard case .publish(let devices) = effect else { return [] }
            return devices
        }
    }

    /// The last record written for each user, as the store would hold it.
    var records: [UserID: CallRecord] {
        var held: [UserID: CallRecord] = [:]
        for case .writeRecord(let record) in allEffects { held[record.userID] = record }
        return held
    }

    var end: CallEnd? {
        guard case .ended(let end) = call.state else { return nil }
        return end
    }
}

/// `on`: the other device of the same user that caused it.
func ended(_ reason: EndReason, by user: UserID?, on device: CallDevice? = nil) -> LegEnd {
    LegEnd(reason: reason, by: user, device: device?.deviceID)
}
