import Testing
import ZeroMQ

/// A CURVE server in a context with an answering `Authenticator`, all on the test's thread.
private final class Fortress {
    let context: Context
    let router: Socket
    var monitor: Monitor
    var authenticator: Authenticator
    let keys: CurveKeyPair
    let endpoint: String
    /// Of the latest listener.
    var listener: Int32 = -1
    var questions: [Authenticator.Question] = []

    init(_ keys: CurveKeyPair = CurveKeyPair(), domain: String = "bus") throws {
        let context = try Context()
        let authenticator = try Authenticator(context)
        var options = SocketOptions()
        options.security = .curveServer(keys, domain: domain)
        let router = try Socket(context, .router, options)
        var monitor = try Monitor(context, of: router)
        try router.bind("tcp://127.0.0.1:0")
        endpoint = try router.lastEndpoint()
        while let event = try monitor.next() {
            if event.kind == .listening { listener = Int32(event.value) }
        }
        self.context = context
        self.keys = keys
        self.authenticator = authenticator
        self.router = router
        self.monitor = monitor
    }

    /// Answers questions until the condition holds or the time is over.
    func guardGate(
        letting allowed: Set<CurvePublicKey>, until isDone: (borrowing Socket) throws -> Bool
    ) throws -> Bool {
        for _ in 0..<500 {
            while try authenticator.answerNext({ question in
                questions.append(question)
                return question.key.map(allowed.contains) ?? false
            }) {}
            if try isDone(router) { return true }
            var poller = Poller()
            _ = poller.watch(authenticator.socket, for: .readable)
            _ = poller.watch(router, for: .readable)
            _ = try poller.wait(.milliseconds(10))
        }
        return false
    }

    func refuses(_ client: borrowing Socket, _ watch: inout Monitor) throws -> SocketEvent? {
        var refusal: SocketEvent?
        _ = try guardGate(letting: []) { _ in
            while refusal == nil, let event = try watch.next() {
                switch event.kind {
                case .handshakeSucceeded, .handshakeFailed, .handshakeFailedProtocol, .handshakeFailedAuthentication,
                    .disconnected:
                    refusal = event
                default: break
                }
            }
            return refusal != nil
        }
        return refusal
    }
}

/// Takes nothing to send until its handshake is over, so that a test sees whether it is.
private func client(of context: Context, _ security: SocketSecurity) throws -> Socket {
    var options = connectingOptions()
    options.isImmediate = true
    options.security = security
    return try Socket(context, .dealer, options)
}

@Suite struct CurveTests {
    @Test("keys survive being written and read; anything else is no key")
    func keyText() throws {
        let pair = CurveKeyPair()
        #expect(CurvePublicKey(pair.publicKey.text) == pair.publicKey)
        #expect(CurveKeyPair(secretText: pair.secretText)?.publicKey == pair.publicKey)
        #expect(pair.publicKey.bytes.count == 32 && pair.publicKey.fingerprint.count == 8)
        // The pair of the ZeroMQ manual's own example (RFC 26): a vector from elsewhere.
        let known = try #require(CurveKeyPair(secretText: "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"))
        #expect(known.publicKey.text == "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7")
        for text in [
            "", String(pair.secretText.dropLast()), pair.secretText + "a", String(repeating: "\u{E9}", count: 20),
        ] {
            #expect(CurvePublicKey(text) == nil && CurveKeyPair(secretText: text) == nil)
        }
        #expect(CurvePublicKey(String(repeating: "#", count: 40)) == nil, "above 32 bits")
        #expect(CurvePublicKey(String(repeating: " ", count: 40)) == nil)
        #expect(CurvePublicKey(bytes: [1, 2, 3]) == nil)
    }

    @Test("no way of printing a key pair shows its secret")
    func secretStaysSecret() {
        let pair = CurveKeyPair()
        var options = SocketOptions()
        options.security = .curveServer(pair, domain: "bus")
        var dumped = ""
        dump(options, to: &dumped)
        for text in ["\(pair)", "\(options)", String(reflecting: pair), String(reflecting: options), dumped] {
            #expect(!text.contains(pair.secretText))
        }
    }

    @Test("a known key is let in, and each of its messages carries it")
    func letIn() throws {
        let fortress = try Fortress()
        let mine = CurveKeyPair()
        let dealer = try client(of: fortress.context, .curveClient(mine, server: fortress.keys.publicKey))
        try dealer.connect(fortress.endpoint)
        var scratch = Message()
        let arrived = try fortress.guardGate(letting: [mine.publicKey]) { router in
            _ = try dealer.sendMultipart([[7], [8]])
            return try isReadable(router, within: .zero)
        }
        #expect(arrived)
        let request = try #require(try fortress.router.receiveMultipart(using: &scratch))
        #expect(Array(request.frames.dropFirst()) == [[7], [8]])
        #expect(scratch.property("User-Id") == mine.publicKey.text)
        #expect(scratch.property("Peer-Address") == "127.0.0.1")
        #expect(scratch.property("Nonsense") == nil)
        #expect(fortress.questions.first?.domain == "bus" && fortress.questions.first?.address == "127.0.0.1")
    }

    @Test("a stranger's key is refused, and the client is told that it is its key")
    func stranger() throws {
        let fortress = try Fortress()
        let dealer = try client(of: fortress.context, .curveClient(CurveKeyPair(), server: fortress.keys.publicKey))
        var watch = try Monitor(fortress.context, of: dealer)
        try dealer.connect(fortress.endpoint)
        let refusal = try #require(try fortress.refuses(dealer, &watch))
        #expect(refusal.kind == .handshakeFailedAuthentication && refusal.value == 400)
        #expect(try dealer.sendMultipart([[1]]) == .wouldBlock)
    }

    @Test("a client that expects another server key, or speaks in the clear, gets nowhere and asks nobody")
    func wrongKeys() throws {
        let fortress = try Fortress()
        let mine = CurveKeyPair()
        for security in [SocketSecurity.none, .curveClient(mine, server: CurveKeyPair().publicKey)] {
            let dealer = try client(of: fortress.context, security)
            var watch = try Monitor(fortress.context, of: dealer)
            try dealer.connect(fortress.endpoint)
            let refusal = try #require(try fortress.refuses(dealer, &watch))
            #expect(refusal.kind != .handshakeSucceeded)
            #expect(try dealer.sendMultipart([[1]]) == .wouldBlock)
        }
        #expect(fortress.questions.isEmpty)
    }

    @Test("an encrypted client refuses a server in the clear")
    func plainServer() throws {
        let context = try Context()
        let router = try Socket(context, .router)
        try router.bind("tcp://127.0.0.1:0")
        let dealer = try client(of: context, .curveClient(CurveKeyPair(), server: CurveKeyPair().publicKey))
        var watch = try Monitor(context, of: dealer)
        try dealer.connect(try router.lastEndpoint())
        var kinds: [SocketEvent.Kind] = []
        while !kinds.contains(.handshakeFailedProtocol), !kinds.contains(.disconnected) {
            try #require(try isReadable(watch.socket))
            while let event = try watch.next() { kinds.append(event.kind) }
        }
        #expect(!kinds.contains(.handshakeSucceeded))
        #expect(try dealer.sendMultipart([[1]]) == .wouldBlock)
    }

    @Test("without an authenticator a CURVE server does not bind; two of them in one context are one too many")
    func authenticatorMissing() throws {
        let context = try Context()
        var options = SocketOptions()
        options.security = .curveServer(CurveKeyPair(), domain: "bus")
        let early = try Socket(context, .router, options)
        #expect(throws: ZeroMQError.authenticatorMissing) { try early.bind("tcp://127.0.0.1:0") }
        do {
            let authenticator = try Authenticator(context)
            #expect(throws: ZeroMQError.addressInUse) { _ = try Authenticator(context) }
            try early.bind("tcp://127.0.0.1:0")
            withExtendedLifetime(authenticator) {}
        }
        let late = try Socket(context, .extendedPublisher, options)
        #expect(throws: ZeroMQError.authenticatorMissing) { try late.bind("tcp://127.0.0.1:0") }
    }

    @Test("two servers of one context share its authenticator, told apart by their domains")
    func twoServers() throws {
        let fortress = try Fortress()
        let other = CurveKeyPair()
        var options = SocketOptions()
        options.security = .curveServer(other, domain: "tap")
        let second = try Socket(fortress.context, .router, options)
        try second.bind("tcp://127.0.0.1:0")
        let mine = CurveKeyPair()
        let first = try client(of: fortress.context, .curveClient(mine, server: fortress.keys.publicKey))
        try first.connect(fortress.endpoint)
        let another = try client(of: fortress.context, .curveClient(mine, server: other.publicKey))
        try another.connect(try second.lastEndpoint())
        let both = try fortress.guardGate(letting: [mine.publicKey]) { router in
            _ = try first.sendMultipart([[1]])
            _ = try another.sendMultipart([[2]])
            return try isReadable(router, within: .zero) && isReadable(second, within: .zero)
        }
        #expect(both)
        #expect(Set(fortress.questions.map(\.domain)) == ["bus", "tap"])
    }

    @Test("malformed questions are answered too: 400, in form, with what id they had")
    func malformedQuestions() throws {
        let context = try Context()
        var authenticator = try Authenticator(context)
        let asker = try Socket(context, .dealer)
        try asker.connect("inproc://zeromq.zap.01")
        let key = CurveKeyPair().publicKey.bytes
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        let whole = [[], bytes("1.0"), bytes("id"), bytes("bus"), bytes("::1"), [0], bytes("CURVE"), key]
        var questions: [[[UInt8]]] = (1...7).map { Array(whole.prefix($0)) }
        questions.append(whole + [[1]])
        questions.append(whole + Array(repeating: [1, 2, 3], count: 300))
        for (index, replacement) in [
            (1, bytes("2.0")), (6, bytes("NULL")), (6, bytes("PLAIN")), (6, []), (7, []), (7, Array(key.dropLast())),
            (7, key + [0]), (7, [UInt8](repeating: 255, count: 70_000)), (0, [1]), (1, [0xFF, 0xFE]),
        ] {
            var question = whole
            question[index] = replacement
            questions.append(question)
        }
        for question in questions {
            #expect(try sendEventually(question, on: asker))
            #expect(try isReadable(authenticator.socket))
            #expect(try authenticator.answerNext { _ in true })
            #expect(try isReadable(asker))
            let answer = try #require(try next(of: asker)).frames
            let id = question.count > 2 ? question[2] : []
            #expect(answer == [[], bytes("1.0"), id, bytes("400"), [], [], []])
        }
        #expect(try sendEventually(whole, on: asker))
        #expect(try isReadable(authenticator.socket))
        #expect(try authenticator.answerNext { _ in true })
        #expect(try isReadable(asker))
        let answer = try #require(try next(of: asker)).frames
        #expect(answer[3] == bytes("200") && answer[5].count == 40)
        #expect(try authenticator.answerNext { _ in true } == false)
    }

    @Test("a server changes its key: who is connected stays, who comes meets the new key, the port stays its own")
    func changeOfKey() throws {
        let fortress = try Fortress()
        let mine = CurveKeyPair()
        var dealers = FIFOOfSockets()
        var keys = fortress.keys
        for generation in 0..<4 {
            if generation > 0 {
                keys = CurveKeyPair()
                var options = SocketOptions()
                options.security = .curveServer(keys, domain: "bus \(generation)")
                fortress.listener = try fortress.router.bindAgain(
                    besides: fortress.listener, count: generation, options)
            }
            for member in 0..<5 {
                // What one that came before sent twice proves nothing about this one.
                let own = [UInt8(generation * 5 + member)]
                let dealer = try client(of: fortress.context, .curveClient(mine, server: keys.publicKey))
                try dealer.connect(fortress.endpoint)
                let arrived = try fortress.guardGate(letting: [mine.publicKey]) { router in
                    _ = try dealer.sendMultipart([own])
                    while let request = try next(of: router) {
                        if request.frames.last == own { return true }
                    }
                    return false
                }
                #expect(arrived)
                dealers.append(dealer)
            }
        }
        #expect(Set(fortress.questions.map(\.domain)) == ["bus", "bus 1", "bus 2", "bus 3"])
        #expect(try dealers.sendAll([[99]]) == 20)
        var count = 0
        while count < 20, try isReadable(fortress.router) {
            while let request = try next(of: fortress.router) { count += request.frames.last == [99] ? 1 : 0 }
        }
        #expect(count == 20)
        let intruder = try Socket(fortress.context, .router)
        #expect(throws: ZeroMQError.addressInUse) { try intruder.bind(fortress.endpoint) }
    }

    @Test("a descriptor that does not listen cannot be shared")
    func notAListener() throws {
        let fortress = try Fortress()
        var options = SocketOptions()
        options.security = .curveServer(CurveKeyPair(), domain: "bus")
        #expect(throws: ZeroMQError.self) { _ = try fortress.router.bindAgain(besides: 0, count: 1, options) }
        #expect(throws: ZeroMQError.self) { _ = try fortress.router.bindAgain(besides: -1, count: 1, options) }
    }
}

/// Sockets cannot be kept in an array.
private struct FIFOOfSockets: ~Copyable {
    private final class Box {
        let socket: Socket
        init(_ socket: consuming Socket) { self.socket = socket }
    }

    private var boxes: [Box] = []

    mutating func append(_ socket: consuming Socket) { boxes.append(Box(socket)) }

    /// How many took it.
    func sendAll(_ frames: [[UInt8]]) throws -> Int {
        try boxes.reduce(0) { try $1.socket.sendMultipart(frames) == .sent ? $0 + 1 : $0 }
    }
}
