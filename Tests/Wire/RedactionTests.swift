import WireTestSupport
import Testing
import Wire

@Suite("Secrets")
struct RedactionTests {
    @Test("a redacted message is the message without its secret fields, and nothing else")
    func everyMessage() throws {
        func check<Message: WireMessage>(_ type: Message.Type, _ seed: UInt64) throws {
            var random = RandomMessage(seed: seed)
            var redactedRandom = RandomMessage(seed: seed, isRedacted: true)
            let redacted = try Message(decoding: random.encode(Message.fullName)).redacted()
            #expect(
                try redacted == Message(decoding: redactedRandom.encode(Message.fullName)),
                "\(Message.fullName), seed \(seed)")
            #expect(!redacted.json().text.contains(RandomMessage.secretMark), "\(Message.fullName), seed \(seed)")
            #expect(!String(decoding: try redacted.encoded(), as: UTF8.self).contains(RandomMessage.secretMark))
        }
        for type in Proto.allMessages {
            for seed in 0..<8 as Range<UInt64> { try check(type, seed) }
        }
    }

    @Test("a masked message shows no secret and keeps everything else")
    func everyMessageMasked() throws {
        func check<Message: WireMessage>(_ type: Message.Type, _ seed: UInt64) throws {
            var random = RandomMessage(seed: seed)
            let message = try Message(decoding: random.encode(Message.fullName))
            let masked = message.masked(by: .opaque)
            #expect(!masked.json().text.contains(RandomMessage.secretMark), "\(Message.fullName), seed \(seed)")
            #expect(!String(decoding: try masked.encoded(), as: UTF8.self).contains(RandomMessage.secretMark))
            #expect(masked.redacted() == message.redacted(), "\(Message.fullName), seed \(seed)")
        }
        for type in Proto.allMessages {
            for seed in 0..<8 as Range<UInt64> { try check(type, seed) }
        }
    }

    @Test("masks are short, equal for equal secrets, and stand where the secret stood, also in lists and alternatives")
    func masks() throws {
        let mask = SecretMask { bytes in [UInt8(bytes.count), 0x0A, 0, 0xFF, 1, 2, 3] }
        #expect(Proto.LoginRequest(userId: "alice", userSig: "eJx").masked(by: mask).userSig == "#030a00ff")
        #expect(Proto.LoginRequest(userId: "alice").masked(by: mask).userSig == "")
        let grant = Proto.JoinRoomResponse(grant: Proto.MediaGrant(sendKey: [1, 2], receiveKey: [1, 2]))
        let keys = try #require(grant.masked(by: mask).grant)
        #expect(keys.sendKey == Array("#020a00ff".utf8) && keys.sendKey == keys.receiveKey)
        let lookup = Proto.LookupSessionsRequest(sessionIds: ["a", "bc"])
        #expect(lookup.masked(by: mask).sessionIds == ["#010a00ff", "#020a00ff"])
        let event = Proto.ClientEvent(event: .call(Proto.CallSnapshot(callId: "c", userData: "dear")))
        #expect(event.masked(by: mask).event == .call(Proto.CallSnapshot(callId: "c", userData: "#040a00ff")))
    }

    @Test("tokens, UserSigs, keys and push tokens are marked secret")
    func marked() {
        let secrets = Contract.current.messages.values.flatMap { message in
            message.fields.filter(\.isSecret).map { message.name + "." + $0.name }
        }
        for suffix in ["user_sig", "resume_token", "send_key", "receive_key", "token", "session_id", "user_data"] {
            let fields = Contract.current.messages.values.flatMap { message in
                message.fields.filter { $0.name == suffix }.map { message.name + "." + $0.name }
            }
            #expect(!fields.isEmpty && fields.allSatisfy(secrets.contains), "\(suffix)")
        }
    }

    @Test("however a message is printed, its secrets are not")
    func printing() {
        let grant = Proto.JoinRoomResponse(grant: Proto.MediaGrant(callId: "c", sendKey: Array("Geheimnis".utf8)))
        let login = Proto.LoginRequest(userId: "alice", userSig: RandomMessage.secretMark)
        var dumped = ""
        dump([login], to: &dumped)
        dump(grant, to: &dumped)
        let printed = ["\(login)", String(reflecting: login), "\([login])", "\(Optional(grant) as Any)", dumped]
        // Also not as base64 or as the number of its first byte.
        for text in printed {
            #expect(!text.contains(RandomMessage.secretMark) && !text.contains("R2VoZWltbmlz") && !text.contains("71"))
        }
        #expect("\(login)" == #"{"userId":"alice"}"#)
    }

    @Test("transcoders show requests and responses without secrets on demand")
    func transcoders() throws {
        let login = try #require(Proto.transcoder(Proto.GatewayMethods.login.path))
        let request = try Proto.LoginRequest(userId: "alice", userSig: "eJx").encoded()
        #expect(try login.redactedRequestJSON(request).text == #"{"userId":"alice"}"#)
        let response = try Proto.LoginResponse(resumeToken: "t", serverTimeMs: 1).encoded()
        #expect(try login.redactedResponseJSON(response).text == #"{"serverTimeMs":"1"}"#)
    }
}
