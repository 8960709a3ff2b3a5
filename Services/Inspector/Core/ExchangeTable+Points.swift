import Wire

// What one event adds to an exchange, and whether it is the exchange's at all.

extension TapRecord {
    /// A request under way, at any of its points.
    var isRequest: Bool { event.kind == .request || event.point == .handlerStart }

    /// The last envelope of an exchange.
    var isAnswer: Bool { event.kind == .response || event.kind == .end }

    /// The process that calls.
    var caller: ProcessKey { isCallerSide == false ? peer : process }

    /// The process that is called.
    var called: ProcessKey { isCallerSide == false ? process : peer }
}

extension ProcessKey {
    /// Nothing that is known speaks against their being one process. A client's device is known only once it has logged in,
    /// so until then the same one has another name.
    func mayBe(_ other: ProcessKey) -> Bool {
        if service == "client", other.service == "client" { return true }
        return (instance == other.instance || instance.isEmpty || other.instance.isEmpty)
            && (epoch == other.epoch || epoch == 0 || other.epoch == 0)
    }

    /// With what the other knows in addition.
    mutating func learn(_ other: ProcessKey) {
        guard self != other else { return }
        self = ProcessKey(
            service: service.isEmpty ? other.service : service, instance: instance.isEmpty ? other.instance : instance,
            epoch: epoch == 0 ? other.epoch : epoch)
    }
}

extension Exchange {
    /// Nothing more is expected of the callers' side.
    var hasEnded: Bool {
        clientReceive != nil || cancelled != nil || givenUp != nil || (clientSend == nil && serverSend != nil)
    }

    /// What it is when no more is waited for.
    var finalState: State {
        if clientSend == nil, serverReceive == nil, handlerStart == nil, givenUp == nil { return .orphanReply }
        return hasEnded ? .ended : .orphanRequest
    }

    /// The exchange lacks this point of a request, and its other end may be this one.
    func takesRequest(_ record: TapRecord) -> Bool {
        guard record.event.attempt == attempt || record.event.attempt == 0 || attempt == 0,
            client.mayBe(record.caller), server.mayBe(record.called)
        else { return false }
        switch record.event.point {
        case .clientSend: return clientSend == nil
        case .serverReceive: return serverReceive == nil
        case .handlerStart: return handlerStart == nil
        default: return false
        }
    }

    /// An answer, item, credit or cancel that may be of this exchange.
    func takesOther(_ record: TapRecord) -> Bool {
        guard client.mayBe(record.caller), server.mayBe(record.called) else { return false }
        guard record.isAnswer else { return true }
        return record.event.point == .serverSend ? serverSend == nil : clientReceive == nil
    }

    /// The record is the same call, sent again: a process numbers its calls, not its attempts.
    func isEarlierAttempt(of record: TapRecord) -> Bool {
        method == record.event.method && client.mayBe(record.caller)
    }

    /// Adds what the event tells.
    mutating func note(_ record: TapRecord) {
        client.learn(record.caller)
        server.learn(record.called)
        noteNames(record)
        switch record.event.kind {
        case .request: noteRequest(record)
        case .response, .end: noteAnswer(record)
        case .item: noteItem(record)
        case .credit:
            isStream = true
            if record.isCallerSide != false || clientSend == nil { creditBytes &+= UInt64(record.event.credit) }
        case .cancel: cancelled = cancelled ?? record.sighting
        default:
            if record.event.point == .handlerStart { handlerStart = record.sighting }
        }
    }

    /// Adds that a side dropped it. What the caller's side gives up is the end of it, whatever the other side still does.
    mutating func note(drop record: TapRecord) {
        drops.append(
            Drop(
                cause: record.event.drop, detail: record.event.detail, process: record.process,
                sighting: record.sighting))
        guard let outcome = DropCause.outcome(of: record.event.drop) else { return }
        client.learn(record.process)
        server.learn(record.peer)
        noteNames(record)
        givenUp = givenUp ?? record.sighting
        if status == nil { status = outcome }
    }

    private mutating func noteNames(_ record: TapRecord) {
        let event = record.event
        if method.isEmpty { method = event.method }
        if traceID.isEmpty { traceID = event.traceId }
        if spanID.isEmpty { spanID = event.spanId }
        if parentSpanID.isEmpty { parentSpanID = event.parentSpanId }
        if shardKey.isEmpty { shardKey = event.shardKey }
        if attempt == 0, record.isRequest { attempt = max(1, event.attempt) }
        if identity == nil, let identity = event.identity { self.identity = identity }
    }

    private mutating func noteRequest(_ record: TapRecord) {
        let event = record.event
        switch event.point {
        case .clientSend: clientSend = clientSend ?? record.sighting
        case .serverReceive: serverReceive = serverReceive ?? record.sighting
        default: handlerStart = handlerStart ?? record.sighting
        }
        requestBytes = max(requestBytes, Int(event.payloadBytes))
        if remainingMilliseconds == 0 { remainingMilliseconds = event.remainingMs }
        if event.credit > 0, event.point != .handlerStart {
            isStream = true
            if creditBytes == 0 { creditBytes = UInt64(event.credit) }
        }
        if request == nil { request = record.body }
    }

    private mutating func noteAnswer(_ record: TapRecord) {
        let event = record.event
        if event.point == .serverSend {
            serverSend = serverSend ?? record.sighting
        } else {
            clientReceive = clientReceive ?? record.sighting
        }
        if event.kind == .end { isStream = true }
        responseBytes = max(responseBytes, Int(event.payloadBytes))
        // The caller's word wins: it is what the caller acted on.
        if status == nil || event.point == .clientReceive { status = event.status ?? status ?? Proto.Status() }
        if response == nil { response = record.body }
    }

    private mutating func noteItem(_ record: TapRecord) {
        isStream = true
        // Both ends may be heard; the one that was heard first keeps the count.
        let side: ItemSide = record.event.point == .serverSend ? .server : .client
        if itemSide == nil { itemSide = side }
        guard itemSide == side else { return }
        itemCount += 1
        itemBytes += Int(record.event.payloadBytes)
    }
}
