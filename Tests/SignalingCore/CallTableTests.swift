import CallModel
import Foundation
import SignalingCore
import Testing

/// The kinds of events, as the rows of the table name them.
private enum EventKind: String, CaseIterable {
    case placed, accepted, rejected, rejectedHere, hungUp, joined, invited, acknowledged, switchedMedia
    case held, sentDigits, removed, calledBack
    case sessionsFound, sessionGone, ringTaken, pushOutcome, stopTaken
    case roomCreated, roomLost, roomClosed, silenced, timer, operatorEnded

    init(_ event: CallEvent) {
        self =
            switch event {
            case .placed: .placed
            case .device(_, .accepted, _): .accepted
            case .device(_, .rejected, _): .rejected
            case .device(_, .rejectedHere, _): .rejectedHere
            case .device(_, .hungUp, _): .hungUp
            case .device(_, .joined, _): .joined
            case .device(_, .invited, _): .invited
            case .device(_, .acknowledged, _): .acknowledged
            case .device(_, .switchedMedia, _): .switchedMedia
            case .device(_, .held, _): .held
            case .device(_, .sentDigits, _): .sentDigits
            case .device(_, .removed, _): .removed
            case .device(_, .calledBack, _): .calledBack
            case .presence(.sessionsFound): .sessionsFound
            case .presence(.sessionGone): .sessionGone
            case .push(.ringTaken): .ringTaken
            case .push(.outcome): .pushOutcome
            case .push(.stopTaken): .stopTaken
            case .media(.roomCreated): .roomCreated
            case .media(.roomLost): .roomLost
            case .media(.roomClosed): .roomClosed
            case .media(.silenced): .silenced
            case .timer: .timer
            case .operatorEnded: .operatorEnded
            }
    }
}

@Suite("The table of the call")
struct CallTableTests {
    private static let states = ["created", "ringing", "answered", "ended"]

    /// Calls in every state, in the situations that make a difference.
    private static func samples() throws -> [CallScene] {
        var group = try CallScene.connectedGroup()
        try group.act(device(carol), .hungUp)
        try group.act(device(alice), .invited([free(dave)], .standard, userData: nil))
        var unplaced = try CallScene.ringing(free(bob))
        try unplaced.act(device(bob), .accepted)
        var endedWithRoom = try CallScene.connected()
        try endedWithRoom.act(device(bob), .hungUp)
        var endedUnplaced = unplaced
        try endedUnplaced.act(device(bob), .hungUp)
        var cancelled = try CallScene.ringing(free(bob), free(carol))
        try cancelled.act(device(alice), .hungUp)
        return [
            CallScene(), try CallScene.ringing(free(bob, device(bob), device(bob, "tablet"))),
            try CallScene.ringing(free(bob), free(carol)), unplaced, try CallScene.connected(), group, endedWithRoom,
            endedUnplaced, cancelled,
        ]
    }

    /// Events of every kind, by everybody they can come from.
    private static func events() -> [CallEvent] {
        let devices = [
            device(alice), device(alice, "tablet"), device(bob), device(bob, "tablet"), device(carol), device(dave),
            device(stranger),
        ]
        let presses: [DeviceAct] = [0, 5].compactMap { start in
            DialDigits("1").map { DeviceAct.sentDigits($0, start: start) }
        }
        let acts: [DeviceAct] =
            [
                .accepted, .rejected, .rejectedHere, .hungUp, .joined(isBusy: false), .joined(isBusy: true),
                .invited([free(dave)], .standard, userData: nil), .invited([], .standard, userData: nil),
                .invited([Invitee(userID: stranger, standing: .unknown)], .standard, userData: nil),
                .invited([Invitee(userID: stranger, standing: .blocked)], .standard, userData: nil),
                .invited([free(dave)], .standard, userData: nil, deadline: .zero),
                .switchedMedia(isMicrophoneOpened: false, isCameraOpened: true), .held(isOnHold: true),
                .held(isOnHold: false), .calledBack(CallID("call-2")),
                .removed(bob), .removed(dave),
            ] + AlertReport.allCases.map { .acknowledged($0) } + presses
        var events: [CallEvent] = [
            .placed(Placement(caller: device(alice), invitees: [free(bob)])),
            .placed(Placement(caller: device(alice), invitees: [Invitee(userID: bob, standing: .busy)])),
            .placed(Placement(caller: device(alice), invitees: [])),
            .placed(Placement(caller: device(alice), invitees: [free(bob)], isCallerBusy: true)),
            .placed(Placement(caller: device(alice), invitees: [free(bob)], isGroupBusy: true)),
            .placed(Placement(caller: device(alice), invitees: [Invitee(userID: bob, standing: .unknown)])),
            .placed(Placement(caller: device(alice), invitees: [Invitee(userID: bob, standing: .blocked)])),
            .placed(Placement(caller: device(alice), invitees: [Invitee(userID: bob, standing: .doNotDisturb)])),
            .placed(Placement(caller: device(carol), invitees: [free(bob)])), .operatorEnded,
        ]
        for device in devices {
            events += acts.map { .device(device, $0) }
            events.append(.presence(.sessionGone(device.sessionID)))
            events.append(
                .presence(.sessionsFound(device.userID, [device, SignalingCoreTests.device(device.userID, "new")])))
            events += [1, 2].map { .media(.silenced(device.sessionID, era: $0)) }
        }
        for user in [alice, bob, dave] {
            events += [1, 2].map { .timer(RingTimer(userID: user, round: $0)) }
            events.append(.timer(RingTimer(userID: user, round: 1, kind: .confirm(1))))
            events += [1, 2].map { .push(.ringTaken(RingTimer(userID: user, round: $0), deviceCount: 1)) }
            let report = PushReport(deviceID: device(user, "pushed").deviceID, cause: "gone")
            events += [true, false].flatMap { isHandedOver -> [CallEvent] in
                [nil, report].map { .push(.outcome(user, isHandedOver: isHandedOver, $0)) }
            }
            events.append(.push(.stopTaken(user)))
        }
        for era: UInt32 in [1, 2] {
            for node in [node, otherNode] {
                events += [.media(.roomCreated(node, era: era)), .media(.roomLost(node, era: era))]
            }
            events.append(.media(.roomClosed(era: era)))
        }
        return events
    }

    private static func name(_ state: CallState) -> String {
        switch state {
        case .created: "created"
        case .ringing: "ringing"
        case .answered: "answered"
        case .ended: "ended"
        }
    }

    /// While rings last, and after they have expired.
    private static let moments: [Duration] = [.seconds(5), .seconds(32)]

    private static func outcome(of event: CallEvent, in scene: CallScene, after time: Duration) -> String {
        var call = scene.call
        do {
            _ = try call.handle(event, at: scene.now + time)
        } catch {
            return switch error {
            case .bug(let bug): "bug \(bug)"
            case .violation(.tooManyParticipants): "violation tooManyParticipants"
            case .violation(.digitsMissing): "violation digitsMissing"
            case .violation(let violation): "violation \(violation)"
            case .race(.callOver): "race callOver"
            case .race(.partOver): "race partOver"
            case .race(let race): "race \(race)"
            }
        }
        let (before, after) = (name(scene.call.state), name(call.state))
        if before != after { return "→ \(after)" }
        return call == scene.call ? "no change" : "handled"
    }

    @Test("every event in every state is handled, or refused as exactly one of violation and race")
    func everyPair() throws {
        let events = Self.events()
        #expect(Set(events.map(EventKind.init)) == Set(EventKind.allCases), "an event kind has no sample")
        for scene in try Self.samples() {
            for event in events {
                for time in Self.moments {
                    var call = scene.call
                    do {
                        _ = try call.handle(event, at: scene.now + time)
                        if case .ended = scene.call.state { #expect(call.state == scene.call.state, "ended absorbs") }
                    } catch {
                        #expect(call == scene.call, "a refused event changed the call")
                        if case .bug = error { #expect(scene.call.state == .created) }
                    }
                }
            }
        }
    }

    @Test("the table in docs/call-machine.md is what the reducer does")
    func document() throws {
        var cells: [EventKind: [String: Set<String>]] = [:]
        let samples = try Self.samples()
        for event in Self.events() {
            for scene in samples {
                cells[EventKind(event), default: [:]][Self.name(scene.call.state), default: []]
                    .formUnion(Self.moments.map { Self.outcome(of: event, in: scene, after: $0) })
            }
        }
        var lines = ["| Event | " + Self.states.joined(separator: " | ") + " |", "|---|---|---|---|---|"]
        for kind in EventKind.allCases {
            let row = Self.states.map {
                cells[kind]?[$0, default: []].sorted(by: Self.comesFirst).joined(separator: ", ") ?? ""
            }
            lines.append("| \(kind.rawValue) | " + row.joined(separator: " | ") + " |")
        }
        let table = lines.joined(separator: "\n")
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let document = try String(contentsOf: root.appending(path: "docs/call-machine.md"), encoding: .utf8)
        #expect(document.contains(table), "the document should hold:\n\(table)")
    }

    /// Transitions, then what is handled, then refusals.
    private static func comesFirst(_ left: String, _ right: String) -> Bool {
        func rank(_ cell: String) -> Int {
            if cell.hasPrefix("→") { return 0 }
            if cell == "handled" { return 1 }
            if cell == "no change" { return 2 }
            if cell.hasPrefix("race") { return 3 }
            return 4
        }
        return (rank(left), left) < (rank(right), right)
    }
}
