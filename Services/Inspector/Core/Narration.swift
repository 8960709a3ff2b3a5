import Wire

/// What a message says, in a few words: the facts a person looks for when a phone did not ring. Only what the payload
/// holds is told; at level metadata it is silent.
enum Narration {
    /// What is asked.
    static func request(_ method: String, _ body: JSONValue?, by identity: Proto.ClientIdentity?) -> String {
        guard let body else { return "" }
        let user = identity?.userId ?? ""
        switch method {
        case "Signaling/Call": return asked(user, "calls", body)
        case "Signaling/Invite": return asked(user, "invites", body)
        case "Signaling/Acknowledge": return word(body, "alert", prefix: "ALERT_STATE_")
        case "Signaling/PushOutcome":
            let isTaken = body["handedOver"]?.boolValue == true
            return "\(text(body, "userId")) on \(text(body, "deviceId")): \(isTaken ? "handed over" : "given up")"
        case "Presence/LookupUsers": return list(body, "userIds")
        case "Presence/LookupSessions": return counted(body, "sessionIds", "session")
        case "Presence/RenewLeases": return counted(body, "sessionIds", "session")
        case "Presence/OpenSession", "Gateway/Login": return "\(text(body, "userId")) on \(text(body, "deviceId"))"
        case "Push/Ring": return "rings \(text(body, "userId"))\(except(body))"
        case "Push/StopRing": return text(body, "userId")
        case "Gateway/Deliver": return deliveries(body)
        case "Gateway/Disconnect": return word(body, "cause", prefix: "SESSION_END_CAUSE_")
        case "Media/CreateRoom", "Media/CloseRoom", "Media/LeaveRoom": return "era \(number(body, "era"))"
        case "Media/JoinRoom": return "\(text(body, "userId")) era \(number(body, "era"))"
        case "Media/MuteParticipant": return body["isMuted"]?.boolValue == true ? "muted" : "open"
        default: return ""
        }
    }

    /// What is answered.
    static func answer(_ method: String, _ body: JSONValue?) -> String {
        guard let body else { return "" }
        switch method {
        case "Presence/LookupUsers":
            return (body["users"]?.arrayValue ?? []).map(presence).joined(separator: "; ")
        case "Presence/LookupSessions":
            let sessions = body["sessions"]?.arrayValue ?? []
            return "\(sessions.filter(isConnected).count) of \(sessions.count) open connected"
        case "Push/Ring": return counted(number(body, "deviceCount"), "device")
        case "Gateway/Deliver":
            let unknown = body["unknownSessionIds"]?.arrayValue?.count ?? 0
            return unknown == 0 ? "" : "\(counted(unknown, "session")) not connected here"
        case "Push/TraceCall":
            return (body["traces"]?.arrayValue ?? []).map(pushJob).joined(separator: "; ")
        case "Signaling/Call", "Signaling/Accept", "Signaling/Reject", "Signaling/Hangup", "Signaling/Join",
            "Signaling/Invite":
            return body["call"].map(snapshot) ?? ""
        case "Signaling/Sync": return counted(body, "calls", "call")
        default: return ""
        }
    }

    /// What one element of a stream says.
    static func item(_ method: String, _ body: JSONValue?) -> String {
        guard let body else { return "" }
        if let call = body["call"] { return snapshot(call) }
        if body["activity"] != nil { return "levels" }
        if let changes = body["statuses"] { return counted(changes, "statuses", "status") }
        if let end = body["sessionEnded"] {
            return "session ended: " + word(end, "cause", prefix: "SESSION_END_CAUSE_")
        }
        if let sessions = body["timedOutSessionIds"]?.arrayValue, !sessions.isEmpty {
            return "\(counted(sessions.count, "session")) sent no audio"
        }
        return method == "Media/WatchRooms" ? "levels" : ""
    }

    /// `v3 RINGING, own WAITING`: a call as one session sees it.
    static func snapshot(_ call: JSONValue) -> String {
        var parts = ["v\(number(call, "version"))", word(call, "phase", prefix: "CALL_PHASE_")]
        let end = word(call, "ownEndReason", prefix: "END_REASON_")
        if !end.isEmpty, end != "UNKNOWN" { parts.append("ended: \(end)") }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `alice calls bob, carol`, as far as both are known.
    private static func asked(_ user: String, _ verb: String, _ body: JSONValue) -> String {
        let others = list(body, "participantIds")
        return others.isEmpty ? "" : user.isEmpty ? "\(verb) \(others)" : "\(user) \(verb) \(others)"
    }

    private static func deliveries(_ body: JSONValue) -> String {
        let deliveries = body["deliveries"]?.arrayValue ?? []
        let told = deliveries.compactMap { $0["event"]?["call"] }.map(snapshot)
        guard let first = told.first else {
            if deliveries.contains(where: { $0["event"]?["statuses"] != nil }) { return "statuses" }
            return deliveries.contains { $0["event"]?["activity"] != nil } ? "levels" : ""
        }
        let same = told.allSatisfy { $0 == first }
        return "\(same ? first : told.joined(separator: ", ")) to \(counted(deliveries.count, "session"))"
    }

    private static func presence(_ user: JSONValue) -> String {
        let name = text(user, "userId")
        guard user["exists"]?.boolValue == true else { return "\(name): never logged in" }
        let sessions = user["sessions"]?.arrayValue ?? []
        let wishes =
            (user["isBlocked"]?.boolValue == true ? ", blocked" : "")
            + (user["isDoNotDisturb"]?.boolValue == true ? ", not to be disturbed" : "")
        guard !sessions.isEmpty else { return "\(name): no session\(wishes)" }
        let connected = sessions.filter(isConnected).count
        return "\(name): \(connected) of \(counted(sessions.count, "session")) connected\(wishes)"
    }

    private static func pushJob(_ trace: JSONValue) -> String {
        let cause = text(trace, "cause")
        return "\(text(trace, "userId")) on \(text(trace, "deviceId")): "
            + word(trace, "state", prefix: "PUSH_JOB_STATE_") + (cause.isEmpty ? "" : " (\(cause))")
    }

    private static func except(_ body: JSONValue) -> String {
        let count = body["exceptDeviceIds"]?.arrayValue?.count ?? 0
        return count == 0 ? "" : " except \(counted(count, "connected device"))"
    }

    static func isConnected(_ session: JSONValue) -> Bool { session["isConnected"]?.boolValue == true }

    // MARK: Members

    static func text(_ body: JSONValue, _ name: String) -> String { body[name]?.stringValue ?? "" }

    static func word(_ body: JSONValue, _ name: String, prefix: String) -> String {
        let word = text(body, name)
        return word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : word
    }

    /// 64-bit numbers are text in JSON.
    static func number(_ body: JSONValue, _ name: String) -> Int {
        switch body[name] {
        case .integer(let number)?: Int(clamping: number)
        case .string(let text)?: Int(text) ?? 0
        default: 0
        }
    }

    static func list(_ body: JSONValue, _ name: String) -> String {
        let names = body[name]?.arrayValue?.compactMap(\.stringValue) ?? []
        return names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and \(names.count - 4) more" : "")
    }

    private static func counted(_ body: JSONValue, _ name: String, _ noun: String) -> String {
        counted(body[name]?.arrayValue?.count ?? 0, noun)
    }

    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
