import InspectorCore
import Wire

/// Processes that call each other, and what their taps say of it. Time is what the scene says it is; every process has its
/// own clock.
struct TapScene {
    /// A process, or a client's device.
    struct Actor {
        let service: String
        let instance: String
        var epoch: UInt64
        /// Its wall clock minus the true time, in microseconds.
        var clockError: Int64 = 0
        /// Without a tap, nothing of it is heard.
        var isTapped = true
        var identity: Proto.ClientIdentity?
        fileprivate(set) var sequence: UInt64 = 0
    }

    /// The true time, in microseconds since 1970.
    private(set) var now: Int64 = 1_796_043_431_000_000
    private(set) var records: [TapRecord] = []
    private var actors: [String: Actor] = [:]
    private var nextRequest: UInt64 = 1
    /// The span and trace a handler runs in, and for whom.
    private var context: [(trace: [UInt8], span: [UInt8], identity: Proto.ClientIdentity?)] = []

    init() {
        for (index, service) in ["gateway", "presence", "signaling", "push", "media"].enumerated() {
            actors[service] = Actor(service: service, instance: "\(service)-1", epoch: UInt64(index + 1))
        }
    }

    mutating func add(_ name: String, _ actor: Actor) { actors[name] = actor }

    mutating func add(phone user: String, device: String) {
        actors[user] = Actor(
            service: "client", instance: device, epoch: 0, isTapped: false,
            identity: Proto.ClientIdentity(userId: user, deviceId: device, sessionId: "#\(device)", platform: .android))
    }

    mutating func setClock(of name: String, to error: Int64) { actors[name]?.clockError = error }

    mutating func wait(microseconds: Int64) { now += microseconds }

    func process(_ name: String) -> ProcessKey {
        let actor = actors[name] ?? Actor(service: name, instance: "", epoch: 0)
        return ProcessKey(service: actor.service, instance: actor.instance, epoch: actor.epoch)
    }

    /// What a call takes, in microseconds.
    struct Costs {
        var out: Int64 = 100
        var queue: Int64 = 20
        var handler: Int64 = 500
        var back: Int64 = 100
    }

    /// A call that is answered. `inner`: what its handler does.
    mutating func call(
        _ caller: String, _ called: String, _ method: String, _ request: JSONValue = [:], _ response: JSONValue = [:],
        status: Proto.Status = Proto.Status(), costs: Costs = Costs(), attempt: UInt32 = 1, deadline: UInt32 = 5_000,
        shardKey: String = "", inner: (inout TapScene) -> Void = { _ in }
    ) {
        var event = begin(caller, called, method, attempt, deadline, shardKey)
        say(.clientSend, .request, event, caller, called, body: request)
        wait(microseconds: costs.out)
        event.parentSpanId = []
        say(.serverReceive, .request, event, called, caller, body: request)
        wait(microseconds: costs.queue)
        var started = event
        (started.attempt, started.remainingMs) = (0, 0)
        say(.handlerStart, .request, started, called, caller)
        context.append((event.traceId, event.spanId, event.identity))
        inner(&self)
        context.removeLast()
        wait(microseconds: costs.handler)
        var answer = started
        answer.status = status
        say(.serverSend, .response, answer, called, caller, body: response)
        wait(microseconds: costs.back)
        say(.clientReceive, .response, answer, caller, called, body: response)
    }

    /// A request whose caller gives up. `reaches`: how far it came.
    mutating func lostCall(
        _ caller: String, _ called: String, _ method: String, _ request: JSONValue = [:], deadline: UInt32 = 500,
        reaches: Proto.TapPoint, drop: String = "", cancels: Bool = true
    ) {
        var event = begin(caller, called, method, 1, deadline, "")
        say(.clientSend, .request, event, caller, called, body: request)
        event.parentSpanId = []
        if reaches != .clientSend {
            wait(microseconds: 100)
            say(.serverReceive, .request, event, called, caller, body: request)
        }
        if reaches == .handlerStart { say(.handlerStart, .request, event, called, caller) }
        wait(microseconds: Int64(deadline) * 1_000)
        if !drop.isEmpty {
            var dropped = event
            dropped.drop = drop
            say(.drop, .request, dropped, called, caller)
        }
        if cancels { say(.clientSend, .cancel, event, caller, called) }
    }

    /// One element of a stream, seen at its sender and, if it has a tap, at its reader.
    mutating func item(
        _ sender: String, _ reader: String, _ method: String, _ body: JSONValue, request: UInt64, number: UInt32
    ) {
        var event = Proto.TapEvent(requestId: request, method: method, itemSequence: number)
        event.identity = actors[reader]?.identity
        say(.serverSend, .item, event, sender, reader, body: body)
        wait(microseconds: 100)
        say(.clientReceive, .item, event, reader, sender, body: body)
    }

    private mutating func begin(
        _ caller: String, _ called: String, _ method: String, _ attempt: UInt32, _ deadline: UInt32, _ shardKey: String
    ) -> Proto.TapEvent {
        var event = Proto.TapEvent(requestId: nextRequest, method: method)
        event.traceId = context.last?.trace ?? bytes(nextRequest, 16)
        event.spanId = bytes(nextRequest, 8)
        event.parentSpanId = context.last?.span ?? []
        event.identity = actors[caller]?.identity ?? context.last?.identity
        event.attempt = attempt
        event.remainingMs = deadline
        event.shardKey = shardKey
        nextRequest += 1
        return event
    }

    private func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 7, count: count)
        for place in 0..<8 { bytes[place] = UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * place)) }
        return bytes
    }

    /// Publishes an event at `place`, whose other end is `peer`.
    private mutating func say(
        _ point: Proto.TapPoint, _ kind: Proto.Kind, _ event: Proto.TapEvent, _ place: String, _ peer: String,
        body: JSONValue? = nil
    ) {
        guard var actor = actors[place], actor.isTapped, let other = actors[peer] else { return }
        actor.sequence += 1
        actors[place] = actor
        var event = event
        event.sequence = actor.sequence
        (event.point, event.kind) = (point, kind)
        (event.service, event.instance, event.epoch) = (actor.service, actor.instance, actor.epoch)
        (event.peerService, event.peerInstance) = (other.service, other.instance)
        event.monotonicNs = UInt64(now - 1_796_043_000_000_000) * 1_000
        event.wallUs = UInt64(now + actor.clockError)
        event.payloadBytes = UInt32(body?.text.utf8.count ?? 0)
        records.append(
            TapRecord(event, from: "tcp://\(actor.instance):7203", arrivedAt: Moment(microseconds: now), body: body))
    }
}

extension TapScene {
    /// alice calls bob, who is on no connection; push is asked to ring him.
    static func unreachableCallee(pushDevices: Int64 = 0) -> TapScene {
        var scene = TapScene()
        scene.add(phone: "alice", device: "a1")
        let request: JSONValue = ["callId": "c1", "participantIds": ["bob"], "mediaKind": "MEDIA_KIND_AUDIO"]
        let snapshot: JSONValue = [
            "callId": "c1", "version": "1", "phase": "CALL_PHASE_RINGING", "inviterId": "alice", "inviteeIds": ["bob"],
        ]
        let answer: JSONValue = ["call": snapshot]
        scene.call("alice", "gateway", "partyline.v1.Signaling/Call", request, answer) { scene in
            scene.call("gateway", "signaling", "partyline.v1.Signaling/Call", request, answer) { scene in
                scene.call(
                    "signaling", "presence", "partyline.v1.Presence/LookupUsers", ["userIds": ["bob"]],
                    ["users": [["userId": "bob", "exists": true]]])
            }
        }
        let ring: JSONValue = ["callId": "c1", "userId": "bob", "callerId": "alice"]
        scene.call("signaling", "push", "partyline.v1.Push/Ring", ring, ["deviceCount": .integer(pushDevices)])
        return scene
    }
}
