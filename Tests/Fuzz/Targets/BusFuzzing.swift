import Bus
import Wire
import ZeroMQ

/// What the quick reader accepts, protobuf-c accepts too and reads the same.
func fuzzHeader(_ bytes: [UInt8]) {
    let plain = PlainHeader(bytes.span)
    guard let whole = try? Proto.Header(decoding: bytes) else {
        precondition(plain == nil, "read by the quick reader alone")
        return
    }
    guard let plain else { return }
    precondition(plain.kind == whole.kind && plain.requestID == whole.requestId)
    precondition(plain.remainingMs == whole.remainingMs && plain.attempt == whole.attempt)
    precondition(plain.credit == whole.credit && plain.sequence == whole.sequence)
    precondition(Array(bytes[plain.method]) == Array(whole.method.utf8))
    precondition(Array(bytes[plain.shardKey]) == Array(whole.shardKey.utf8))
}

/// What is accepted is sent on as something that is accepted, and then stays as it is.
func fuzzEnvelope(_ bytes: [UInt8]) {
    guard let sent = BusIntake.header(bytes) else { return }
    precondition(BusIntake.header(sent) == sent, "not the same after another round")
}

/// A filter that was understood says the same in our own words.
func fuzzTapTopic(_ bytes: [UInt8]) {
    // Spelled in full it may be too long to be said again.
    guard let said = BusIntake.tapTopic(bytes), said.count <= TapFilter.longestTopic else { return }
    precondition(BusIntake.tapTopic(said) == said, "not the same after another round")
}

/// Whatever libzmq asks is answered, once, and nobody without a key is let in.
func fuzzAuthentication(_ bytes: [UInt8]) {
    do {
        let context = try Context()
        var authenticator = try Authenticator(context)
        let asker = try Socket(context, .dealer)
        try asker.connect("inproc://zeromq.zap.01")
        let frames = pieces(bytes, atMost: 12)
        guard !frames.isEmpty, try asker.sendMultipart(frames) == .sent else { return }
        var asked: Authenticator.Question?
        let wasAnswered = try authenticator.answerNext { question in
            asked = question
            return true
        }
        precondition(wasAnswered, "a question is left without an answer")
        var scratch = Message()
        let answer = try asker.receiveMultipart(using: &scratch)
        precondition(answer?.frames.count == 7, "an answer that is not in form ends libzmq")
        let isLetIn = answer?.frames[3] == Array("200".utf8)
        precondition(isLetIn == (asked?.key != nil) && (isLetIn || answer?.frames[3] == Array("400".utf8)))
    } catch {
        preconditionFailure("\(error)")
    }
}
