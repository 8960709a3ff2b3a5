import Testing

@testable import partyline

@Suite("Phone lines")
struct PhoneLineTests {
    private func parse(_ text: String) -> PhoneLine? {
        do { return try PhoneLine(text) } catch { return nil }
    }

    private func complaint(_ text: String) -> String? {
        do throws(PhoneLineError) {
            _ = try PhoneLine(text)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("the words of the issue mean what it says")
    func words() {
        var words = PhoneLine.CallWords()
        words.timeout = 30
        #expect(parse("call bob carol timeout=30 media=audio") == .call(["bob", "carol"], words))
        #expect(parse("accept") == .accept)
        #expect(parse("reject") == .reject)
        #expect(parse("hangup") == .hangup)
        #expect(parse("join 6f0c-1") == .join("6f0c-1"))
        #expect(parse("invite dave") == .invite(["dave"], PhoneLine.CallWords()))
        #expect(parse("mute on") == .mute(true))
        #expect(parse("mute off") == .mute(false))
        #expect(parse("wait 2s") == .wait(.seconds(2)))
        #expect(parse("wait-for onCallReceived 10s") == .waitFor(PhoneCondition(name: "onCallReceived"), .seconds(10)))
        #expect(parse("quit") == .quit)
    }

    @Test("every form in the dictionary is a line, and every word of a line is in the dictionary")
    func dictionary() {
        for (form, _) in PhoneLine.dictionary {
            let word = String(form.split(separator: " ")[0])
            #expect(complaint(word)?.contains("no such word") != true, "\(word)")
        }
        let known = Set(PhoneLine.dictionary.map { $0.form.split(separator: " ")[0].description })
        let lines = [
            "call bob", "accept", "reject", "hangup", "join x", "invite bob", "mute on", "volume output 3",
            "profile nickname=x", "login", "logout", "reconnect", "wait 1s", "wait-for x 1s", "state", "stats",
            "records", "forget x", "help", "quit",
        ]
        #expect(Set(lines.compactMap { parse($0)?.word }) == known)
    }

    @Test("quotes keep words together, a backslash keeps a character, comments and empty lines are nothing")
    func quoting() {
        var words = PhoneLine.CallWords()
        words.data = "a \"b\" c"
        #expect(parse(#"call bob data="a \"b\" c""#) == .call(["bob"], words))
        #expect(parse("") == nil && complaint("") == nil)
        #expect(parse("   # a comment") == nil && complaint("# x") == nil)
        #expect(complaint("call \"bob")?.contains("quoted") == true)
    }

    @Test(
        "durations have units",
        arguments: [("500ms", 500), ("2s", 2_000), ("1.5s", 1_500), ("1m", 60_000), ("3", 3_000)])
    func durations(text: String, milliseconds: Int) {
        #expect(parse("wait \(text)") == .wait(.milliseconds(milliseconds)))
    }

    @Test(
        "what cannot be meant is refused with a hint",
        arguments: [
            ("acept", "perhaps accept"), ("waitfor x 1s", "perhaps wait-for"), ("call", "somebody"),
            ("mute loud", "on or off"),
            ("call bob media=smell", "audio or video"), ("call bob timeout=900", "0 to 600"), ("join", "CALLID"),
            ("wait -1s", "duration"), ("wait 2h", "duration"), ("accept now", "alone"),
            ("invite bob media=audio", "media"),
            ("wait-for onCallReceived", "how long"), ("records 0", "1 to 100"), ("volume loud 3", "capture or output"),
        ])
    func refused(text: String, hint: String) {
        #expect(complaint(text)?.contains(hint) == true, "\(complaint(text) ?? "taken")")
    }
}

@Suite("Phone output")
struct PhoneReportTests {
    @Test("an event's line begins with the event and has the payload's public keys")
    func event() {
        let report = PhoneReport.event("onCallEnded", [("callId", .text("c")), ("reason", .text("hangup"))])
        #expect(report.json(at: 7) == #"{"event":"onCallEnded","callId":"c","reason":"hangup","at":7}"#)
        #expect(report.readable == "* onCallEnded callId=c reason=hangup")
    }

    @Test("states, answers and errors have their forms")
    func forms() {
        #expect(
            PhoneReport.state("selfStatus", .text("accept")).json(at: 1)
                == #"{"state":"selfStatus","value":"accept","at":1}"#)
        #expect(PhoneReport.ok("call", [("callId", .text("c"))]).json(at: 1) == #"{"ok":"call","callId":"c","at":1}"#)
        #expect(
            PhoneReport.error("accept", -1203, "no \"ring\"\n").json(at: 1)
                == #"{"error":-1203,"message":"no \"ring\"\n","command":"accept","at":1}"#)
        #expect(PhoneReport.error("", -1202, "x").json(at: 1) == #"{"error":-1202,"message":"x","at":1}"#)
        #expect(PhoneReport.state("duration", .number(3)).readable == nil)
    }

    @Test("control characters are escaped and other scripts are kept")
    func escaping() {
        #expect(PhoneValue.text("a\u{1}\u{7f}ä\\").json == #""a\u0001\u007fä\\""#)
    }
}

@Suite("Phone waits", .timeLimit(.minutes(1)))
struct OccurrencesTests {
    private let ring = PhoneReport.event("onCallReceived", [("callId", .text("1"))])
    private let condition = PhoneCondition(name: "onCallReceived")

    @Test("what happened before the wait meets it, once")
    func past() async {
        let log = Occurrences()
        log.note(ring)
        #expect(await log.wait(for: condition, within: .zero) == ring)
        #expect(await log.wait(for: condition, within: .milliseconds(1)) == nil)
        log.note(ring)
        #expect(await log.wait(for: condition, within: .zero) == ring)
    }

    @Test("what comes meets it")
    func future() async {
        let log = Occurrences()
        async let met = log.wait(for: condition, within: .seconds(30))
        log.note(.event("onCallStarted"))
        log.note(ring)
        #expect(await met == ring)
    }

    @Test("a met wait puts everything before it behind later waits; a failed one changes nothing")
    func mark() async {
        let log = Occurrences()
        log.note(.event("first"))
        log.note(.event("second"))
        #expect(await log.wait(for: PhoneCondition(name: "third"), within: .milliseconds(1)) == nil)
        #expect(await log.wait(for: PhoneCondition(name: "second"), within: .zero) != nil)
        #expect(await log.wait(for: PhoneCondition(name: "first"), within: .milliseconds(1)) == nil)
    }

    @Test("a state is met by the value it has, and members narrow an event")
    func values() async {
        let log = Occurrences()
        log.note(.state("selfStatus", .text("accept")))
        let accept = PhoneCondition(name: "selfStatus", value: "accept")
        for _ in 0..<2 { #expect(await log.wait(for: accept, within: .zero) != nil) }
        log.note(.event("onCallEnded", [("reason", .text("reject"))]))
        let hangup = PhoneCondition(name: "onCallEnded", members: ["reason": "hangup"])
        #expect(await log.wait(for: hangup, within: .milliseconds(1)) == nil)
        let reject = PhoneCondition(name: "onCallEnded", members: ["reason": "reject"])
        #expect(await log.wait(for: reject, within: .zero) != nil)
    }

    @Test("participants are counted by how many are in the call")
    func participants() async {
        let log = Occurrences()
        func member(_ status: String) -> PhoneValue { .object([("id", .text("x")), ("status", .text(status))]) }
        log.note(.state("participants", .list([member("accept"), member("waiting"), member("accept")])))
        #expect(await log.wait(for: PhoneCondition(name: "participants", value: "2"), within: .zero) != nil)
    }
}
