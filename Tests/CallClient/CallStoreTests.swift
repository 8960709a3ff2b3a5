import Testing
import Wire

@testable import CallClient

/// A call from alice to bob as the fake server describes it.
private func snapshot(
    _ callID: String, version: UInt64, phase: Proto.CallPhase = .ringing, own: Proto.ParticipantStatus = .waiting,
    reason: Proto.EndReason = .unknown, by user: String = "", era: UInt32 = 0
) -> Proto.CallSnapshot {
    let now: Int64 = 1_700_000_000_000
    return Proto.CallSnapshot(
        callId: callID, version: version, inviterId: "alice", inviteeIds: ["bob"], mediaKind: .audio,
        userData: "hello", phase: phase,
        participants: [
            Proto.Participant(userId: "alice", status: phase == .connected ? .accept : .waiting),
            Proto.Participant(userId: "bob", status: phase == .connected ? .accept : .waiting),
        ],
        ownStatus: own, ownEndReason: reason, ownEndedBy: user, ringDeadlineMs: now + 30_000, createdAtMs: now,
        connectedAtMs: phase == .connected ? now : 0, mediaEra: era, serverTimeMs: now)
}

private func client(
    _ gateway: FakeGateway, encoding: ClientEncoding = .protobuf, media: (any CallMedia)? = nil
) -> CallClientSession {
    let session = CallClientSession(
        ClientConfiguration(encoding: encoding, deviceID: "test"), opener: gateway, makeMedia: nil)
    if let media { session.use { _ in media } }
    return session
}

extension CallClientSession {
    fileprivate func logIn(_ user: String) async throws(ErrorInfo) {
        try await login.login(sdkAppID: 1_400_000_000, userID: user, userSig: "good")
    }
}

@Suite("Call client: login", .timeLimit(.minutes(1)))
struct CallClientLoginTests {
    @Test("a good login shows in the state, with the profile; a logout empties it", arguments: [false, true])
    func login(isJSON: Bool) async throws {
        let gateway = FakeGateway(codec: isJSON ? TextCodec() : BinaryCodec())
        let session = client(gateway, encoding: isJSON ? .json : .protobuf)
        try await session.logIn("alice")
        #expect(session.login.state.value.loginStatus == .logined)
        #expect(session.login.state.value.loginUserInfo?.nickname == "Nick")
        #expect(session.calls.state.value.selfInfo.id == "alice")
        #expect(session.connection.value == .connected)
        try await session.login.logout()
        #expect(session.login.state.value == LoginState())
        #expect(session.connection.value == .disconnected)
    }

    @Test("a bad UserSig fails with its public number and leaves nobody logged in")
    func badUserSig() async {
        let session = client(FakeGateway())
        await #expect(throws: ErrorInfo.self) {
            try await session.login.login(sdkAppID: 1, userID: "alice", userSig: "bad")
        }
        do throws(ErrorInfo) {
            try await session.login.login(sdkAppID: 1, userID: "alice", userSig: "bad")
        } catch {
            #expect(error.code == 70005)
        }
        #expect(session.login.state.value.loginStatus == .unlogin)
    }

    @Test("a server that is not trusted fails the login at once, with the cause")
    func untrusted() async {
        let gateway = FakeGateway()
        gateway.refuseForever()
        let session = client(gateway)
        do throws(ErrorInfo) {
            try await session.logIn("alice")
            Issue.record("logged in")
        } catch {
            #expect(error == ErrorInfo(code: 9508, message: "not trusted"))
        }
        #expect(session.connection.value == .disconnected)
    }

    @Test("an illegal user id and a second user are refused at once")
    func refusedLogins() async throws {
        let session = client(FakeGateway())
        do throws(ErrorInfo) {
            try await session.logIn("a b")
            Issue.record("logged in")
        } catch {
            #expect(error.code == 7003)
        }
        try await session.logIn("alice")
        do throws(ErrorInfo) {
            try await session.logIn("bob")
            Issue.record("logged in twice")
        } catch {
            #expect(error.code == -1203)
        }
        try await session.logIn("alice")
    }

    @Test("a cut connection is resumed, a forgotten session is logged in again, and the login stands all the while")
    func reconnect() async throws {
        let gateway = FakeGateway()
        let session = client(gateway)
        try await session.logIn("alice")
        let connection = Diary(session.connection.subscribe())
        gateway.cut()
        try await connection.wait(for: "reconnecting") { $0 == .reconnecting }
        try await eventually("connected again") { session.connection.value == .connected }
        #expect(gateway.asked.contains("Resume"))
        gateway.forgetSessions()
        gateway.cut()
        try await eventually("a second login") { gateway.asked.filter { $0 == "Login" }.count == 2 }
        try await eventually("connected again") { session.connection.value == .connected }
        #expect(session.login.state.value.loginStatus == .logined)
    }

    @Test("a kick ends the login with its event, also when the gateway closes right behind it")
    func kicked() async throws {
        let gateway = FakeGateway()
        let session = client(gateway)
        let events = Diary(session.login.loginEventPublisher)
        try await session.logIn("alice")
        try await eventually("events are open") { gateway.asked.contains("Events") }
        try gateway.deliver(.sessionEnded(Proto.SessionEnded(cause: .kickedOffline)), to: "alice")
        gateway.cut()
        try await events.wait(for: "kickedOffline") { $0 == .kickedOffline }
        #expect(session.login.state.value.loginStatus == .unlogin)
        #expect(gateway.asked.filter { $0 == "Login" || $0 == "Resume" }.count == 1, "it must not come back by itself")
    }
}

@Suite("Call client: calls", .timeLimit(.minutes(1)))
struct CallClientCallTests {
    @Test("a call is placed under both labels, told as started, connected and ended")
    func place() async throws {
        let gateway = FakeGateway()
        gateway.answer(Proto.SignalingMethods.call) { user, bytes throws(RPCError) in
            let request = try decodeMessage(Proto.CallRequest.self, from: bytes)
            #expect(user == "alice" && request.participantIds == ["bob"])
            #expect(request.params?.timeoutS == 30 && request.params?.userData == "hi")
            return try encodeMessage(Proto.CallResponse(call: snapshot(request.callId, version: 1)))
        }
        let session = client(gateway)
        let events = Diary(session.calls.callEventPublisher)
        let statuses = Diary(
            session.calls.state.subscribe(
                StatePublisherSelector<CallState, CallParticipantStatus>(keyPath: \.selfInfo.status)))
        try await session.logIn("alice")
        try await session.calls.calls(
            participantIds: ["bob"], callMediaType: .audio, params: CallParams(timeout: 30, userData: "hi"))
        let callID = session.calls.state.value.activeCall.callId
        #expect(events.all == [.onCallStarted(callId: callID, mediaType: .audio)])
        try gateway.deliver(.call(snapshot(callID, version: 2, phase: .connected, own: .accept)), to: "alice")
        try await statuses.wait(for: "accept") { $0 == .accept }
        #expect(session.calls.state.value.activeCall.startTime == 1_700_000_000)
        #expect(session.calls.state.value.allParticipants.count == 2)
        try gateway.deliver(
            .call(snapshot(callID, version: 3, phase: .ended, own: .none, reason: .hangup, by: "bob")), to: "alice")
        try await events.wait(for: "the end") {
            $0 == .onCallEnded(callId: callID, mediaType: .audio, reason: .hangup, userId: "bob")
        }
        #expect(statuses.all == [.none, .waiting, .accept] || statuses.all == [.none, .waiting, .accept, .none])
    }

    @Test("a ring is received and accepted; the handler of the end still sees the call")
    func receive() async throws {
        let gateway = FakeGateway()
        gateway.answer(Proto.SignalingMethods.accept) { _, bytes throws(RPCError) in
            let request = try decodeMessage(Proto.AcceptRequest.self, from: bytes)
            return try encodeMessage(
                Proto.CallResponse(call: snapshot(request.callId, version: 2, phase: .connected, own: .accept)))
        }
        let session = client(gateway)
        try await session.logIn("bob")
        let seenAtEnd = Diary(
            session.calls.callEventPublisher.compactMap { event -> [String]? in
                guard case .onCallEnded = event else { return nil }
                let state = session.calls.state.value
                return [state.selfInfo.id, state.activeCall.callId] + state.activeCall.inviteeIds
            })
        let events = Diary(session.calls.callEventPublisher)
        try await eventually("events are open") { gateway.asked.contains("Events") }
        try gateway.deliver(.call(snapshot("call-1", version: 1)), to: "bob")
        try await events.wait(for: "the ring") {
            $0 == .onCallReceived(callId: "call-1", mediaType: .audio, userData: "hello")
        }
        #expect(session.calls.state.value.selfInfo.status == .waiting)
        try await session.calls.accept()
        #expect(session.calls.state.value.selfInfo.status == .accept)
        try gateway.deliver(
            .call(snapshot("call-1", version: 3, phase: .ended, own: .none, reason: .hangup, by: "alice")), to: "bob")
        try await seenAtEnd.wait(for: "the end") { $0 == ["bob", "call-1", "bob"] }
    }

    @Test("an accept while the connection is cut is delivered after the resume")
    func acceptOffline() async throws {
        let gateway = FakeGateway()
        gateway.answer(Proto.SignalingMethods.accept) { _, bytes throws(RPCError) in
            try encodeMessage(Proto.CallResponse(call: snapshot("call-1", version: 2, phase: .connected, own: .accept)))
        }
        gateway.answer(Proto.SignalingMethods.sync) { _, _ throws(RPCError) in
            try encodeMessage(Proto.SyncResponse(calls: [snapshot("call-1", version: 1)]))
        }
        let session = client(gateway)
        let events = Diary(session.calls.callEventPublisher)
        try await session.logIn("bob")
        try await events.wait(for: "the ring, found by Sync") { _ in true }
        gateway.setReachable(false)
        gateway.cut()
        try await eventually("reconnecting") { session.connection.value == .reconnecting }
        async let answer: Void = session.calls.accept()
        gateway.setReachable(true)
        try await answer
        #expect(session.calls.state.value.selfInfo.status == .accept)
        #expect(events.all.count == 1)
    }

    @Test("a hang-up that the server never answers is over within two seconds")
    func silentHangup() async throws {
        let gateway = FakeGateway()
        gateway.hold(Proto.SignalingMethods.hangup)
        gateway.answer(Proto.SignalingMethods.sync) { _, _ throws(RPCError) in
            try encodeMessage(
                Proto.SyncResponse(calls: [snapshot("call-1", version: 1, phase: .connected, own: .accept)]))
        }
        let session = client(gateway)
        let events = Diary(session.calls.callEventPublisher)
        try await session.logIn("alice")
        try await events.wait(for: "the call, found by Sync") { _ in true }
        let start = ContinuousClock.now
        try await session.calls.hangup()
        #expect(ContinuousClock.now - start < .seconds(4))
        #expect(events.all.last == .onCallEnded(callId: "call-1", mediaType: .audio, reason: .hangup, userId: "alice"))
    }

    @Test("media starts with the granted place once in the call, follows the room to a newer era, and stops at the end")
    func media() async throws {
        let gateway = FakeGateway()
        gateway.answer(Proto.SignalingMethods.joinMedia) { _, bytes throws(RPCError) in
            let request = try decodeMessage(Proto.JoinMediaRequest.self, from: bytes)
            return try encodeMessage(
                Proto.JoinMediaResponse(grant: Proto.MediaGrant(callId: request.callId, era: request.mediaEra)))
        }
        gateway.answer(Proto.SignalingMethods.sync) { _, _ throws(RPCError) in
            try encodeMessage(
                Proto.SyncResponse(calls: [snapshot("call-1", version: 1, phase: .connected, own: .accept, era: 1)]))
        }
        let media = FakeMedia()
        let session = client(gateway, media: media)
        try await session.logIn("alice")
        try await session.devices.openLocalMicrophone()
        try await eventually("the first room") { media.log.contains("start 1") }
        try gateway.deliver(
            .call(snapshot("call-1", version: 2, phase: .connected, own: .accept, era: 2)), to: "alice")
        try await eventually("the second room") { media.log.contains("start 2") }
        try gateway.deliver(
            .call(snapshot("call-1", version: 3, phase: .ended, own: .none, reason: .hangup, by: "bob")), to: "alice")
        try await eventually("the end") { media.log.last == "stop" }
        #expect(media.log.contains("microphone true"))
    }

    @Test("the history is paged into the state, and deleting removes rows from it")
    func history() async throws {
        let gateway = FakeGateway()
        gateway.answer(Proto.SignalingMethods.queryRecords) { _, bytes throws(RPCError) in
            let request = try decodeMessage(Proto.QueryRecordsRequest.self, from: bytes)
            let page = request.cursor.isEmpty ? "a" : "b"
            return try encodeMessage(
                Proto.QueryRecordsResponse(
                    records: [
                        Proto.CallRecord(callId: page, direction: .missed, startedAtMs: 5_000, durationMs: 2_000)
                    ],
                    nextCursor: request.cursor.isEmpty ? "next" : ""))
        }
        gateway.answer(Proto.SignalingMethods.deleteRecords) { _, _ in [] }
        let session = client(gateway)
        try await session.logIn("alice")
        try await session.calls.queryRecentCalls(cursor: "", count: 1)
        #expect(session.calls.state.value.cursor == "next")
        try await session.calls.queryRecentCalls(cursor: session.calls.state.value.cursor, count: 1)
        #expect(session.calls.state.value.recentCalls.map(\.callId) == ["a", "b"])
        #expect(session.calls.state.value.recentCalls.first?.result == .missed)
        #expect(session.calls.state.value.recentCalls.first?.duration == 2)
        try await session.calls.deleteRecentCalls(callIdList: ["a"])
        #expect(session.calls.state.value.recentCalls.map(\.callId) == ["b"])
    }

    @Test("without audio devices the microphone says so; a camera is never pretended")
    func devices() async throws {
        let session = client(FakeGateway())
        do throws(ErrorInfo) {
            try await session.devices.openLocalMicrophone()
            Issue.record("opened")
        } catch {
            #expect(error.code == -1302)
        }
        do throws(ErrorInfo) {
            try await session.devices.openLocalCamera(isFront: true)
            Issue.record("opened")
        } catch {
            #expect(error.code == -1301)
        }
        #expect(session.devices.state.value.cameraStatus == .off)
        #expect(session.devices.state.value.cameraLastError == .noDeviceDetected)
    }
}
