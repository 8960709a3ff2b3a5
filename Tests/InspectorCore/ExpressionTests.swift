import InspectorCore
import Testing
import Wire

@Suite("expressions")
struct ExpressionTests {
    private let record: TapRecord = {
        var record = TapRecord(Samples.full, from: "t", arrivedAt: .zero)
        record.event.drop = ""
        record.body = [
            "call": ["callId": "c-1", "version": "12", "isGroup": false, "phase": "CALL_PHASE_RINGING"],
            "participants": [["userId": "bob", "volume": 3], ["userId": "carol", "volume": 70]],
        ]
        return record
    }()

    private func holds(_ text: String) throws -> Bool { try Expression(parsing: text).matches(record) }

    @Test(
        "every field compares by its nature",
        arguments: [
            ("method == partyline.v1.Signaling/Call", true), ("method ~ Call", true), ("method ~ call", true),
            ("method ~ Signaling/*", false), ("method ~ *Signaling/*", true), ("method !~ Join", true),
            ("service == gateway", true), ("instance == gateway-1", true), ("peer == signaling", true),
            ("peer == signaling-1", true), ("user == \"alice\"", true), ("user == 'bob'", false),
            ("device == d1", true), ("key == c1", true), ("trace ~ 0102030405", true), ("status == NOT_FOUND", true),
            ("status == not_found", true), ("status == STATUS_CODE_NOT_FOUND", true), ("status != ok", true),
            ("status ~ *found", true), ("status == 5", true), ("reason == USER_NEVER_LOGGED_IN", true),
            ("reason == 20003", true), ("message ~ nobody", true), ("kind == response", true),
            ("kind != request", true), ("point == client_receive", true), ("point ~ client*", true),
            ("bytes == 3", true), ("bytes > 3", false), ("bytes >= 3", true), ("attempt == 2", true),
            ("attempt < 2", false), ("drop", false), ("drop == x", false), ("drop != x", true), ("user", true),
            ("latency > 1ms", false), ("not (latency > 1ms)", true),
        ])
    func fields(_ text: String, _ expected: Bool) throws { #expect(try holds(text) == expected) }

    @Test(
        "a payload is asked by the way to a member, in either spelling, any element of a list",
        arguments: [
            ("payload.call.callId == c-1", true), (".call.callId == c-1", true), ("payload.call.call_id == c-1", true),
            ("payload.call.version > 11", true), ("payload.call.version == 12", true),
            ("payload.call.version == \"12\"", true), ("payload.call.isGroup == false", true),
            ("payload.call.isGroup == true", false), ("payload.participants.userId == carol", true),
            ("payload.participants.volume >= 70", true), ("payload.participants.volume < 3", false),
            ("payload.participants.userId != carol", false), ("payload.participants.userId != dave", true),
            ("payload.*.phase ~ RINGING", true), ("payload ~ carol", true), ("payload ~ dave", false),
            ("payload.nothing", false), ("payload.call", true), (".call.callId == c-1", true),
            (".participants.userId == carol and .participants.volume > 60", true), (".nothing", false),
        ])
    func payloads(_ text: String, _ expected: Bool) throws { #expect(try holds(text) == expected) }

    @Test(
        "not binds before and, and before or; parentheses and C's signs are taken too",
        arguments: [
            ("user == bob and user == alice or user == alice", true),
            ("user == alice or user == alice and user == bob", true),
            ("(user == alice or user == alice) and user == bob", false), ("not user == bob and user == alice", true),
            ("!(user == bob) && user == alice || user == x", true), ("not not user == alice", true),
        ])
    func precedence(_ text: String, _ expected: Bool) throws { #expect(try holds(text) == expected) }

    @Test("an exchange has times, and both its payloads")
    func exchange() throws {
        var scene = TapScene()
        scene.call(
            "signaling", "push", "partyline.v1.Push/Ring", ["userId": "bob"], ["deviceCount": 2],
            costs: TapScene.Costs(out: 100, queue: 20_000, handler: 60_000, back: 100))
        var table = ExchangeTable()
        for record in scene.records { table.take(record) }
        let exchange = try #require(table.takeFinished().first)
        for text in [
            "latency > 80ms", "latency < 0.081s", "queue >= 20000us", "handler == 60ms", "network <= 200us",
            "payload.userId == bob and payload.deviceCount == 2", "service == push and peer == signaling",
            "method ~ Ring and not drop",
        ] { #expect(try Expression(parsing: text).matches(exchange), "\(text)") }
        #expect(try Expression(parsing: "latency > 50ms").needsExchanges)
        #expect(try !Expression(parsing: "status != ok").needsExchanges)
        #expect(try Expression(parsing: "user == bob or payload.x == 1").needsContents)
    }

    @Test(
        "a mistake is shown at its place, with what was probably meant",
        arguments: [
            ("methd ~ Join", "methd ~ Join\n^ no field methd: did you mean method?"),
            ("status == NOT_FUND", "status == NOT_FUND\n          ^ no status NOT_FUND: did you mean not_found?"),
            (
                "latency > 50",
                "latency > 50\n          ^ latency is a time: write it with a unit, such as 50ms, 1.5s or 200us"
            ),
            ("user = bob", "user = bob\n     ^ equality is written =="),
            ("(user == bob", "(user == bob\n            ^ expected )"),
            ("user == bob)", "user == bob)\n           ^ no parenthesis is open here"),
            ("user == ", "user == \n        ^ expected a value to compare with"),
            ("user == \"bob", "user == \"bob\n        ^ this text has no closing \""),
            ("user bob", "user bob\n     ^ expected one of == != < <= > >= ~ !~"),
            ("status < ok", "status < ok\n         ^ status is a word: compare it with == or ~"),
            ("bytes ~ 3", "bytes ~ 3\n        ^ bytes is a quantity: compare it with == or <"),
            ("user.name == x", "user.name == x\n^ only payload has members"),
            ("payload..x == 1", "payload..x == 1\n^ a member's name is missing between two points"),
            ("", "\n^ an expression is missing, for example: status != ok"),
            ("a ; b", "a ; b\n  ^ this character has no meaning here"),
        ])
    func mistakes(_ text: String, _ shown: String) {
        let error = #expect(throws: ExpressionError.self) { try Expression(parsing: text) }
        #expect(error?.description == shown)
    }

    @Test("an unknown field that resembles none lists them all")
    func unknownField() {
        let error = #expect(throws: ExpressionError.self) { try Expression(parsing: "zzzzzz == 1") }
        #expect(error?.message.hasPrefix("no field zzzzzz: fields are method, service, instance") == true)
    }

    @Test("length, depth and size are limited, at the limit everything is fine")
    func limits() throws {
        let filler = "user == " + String(repeating: "x", count: Expression.longest - 8)
        #expect(throws: Never.self) { try Expression(parsing: filler) }
        #expect(throws: ExpressionError.self) { try Expression(parsing: filler + "x") }
        let deep = String(repeating: "(", count: Expression.deepest - 1)
        let closing = String(repeating: ")", count: Expression.deepest - 1)
        #expect(throws: Never.self) { try Expression(parsing: deep + "user" + closing) }
        #expect(throws: ExpressionError.self) { try Expression(parsing: "(" + deep + "user" + closing + ")") }
        #expect(throws: ExpressionError.self) {
            try Expression(parsing: String(repeating: "not ", count: Expression.deepest) + "user")
        }
        let many = Array(repeating: "user", count: Expression.largest).joined(separator: " or ")
        #expect(throws: Never.self) { try Expression(parsing: many) }
        #expect(throws: ExpressionError.self) { try Expression(parsing: many + " or user") }
    }

    @Test(
        "a pattern is a part of the value, or with * and ? the whole of it",
        arguments: [
            ("ring", "Signaling/Call", false), ("call", "Signaling/Call", true), ("*", "", true), ("?", "", false),
            ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXbYY", false), ("a?c", "aéc", true), ("*.v1.*", "x.v1.y", true),
            ("", "anything", true), ("abc", "ab", false), ("**a", "bba", true),
        ])
    func patterns(_ pattern: String, _ value: String, _ expected: Bool) {
        #expect(Pattern(pattern).matches(value) == expected)
    }

    @Test("a pattern made of stars takes no longer than the product of the lengths")
    func manyStars() {
        let pattern = Pattern(String(repeating: "a*", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 4_000)))
    }
}
