import CallModel
import Synchronization
import Wire

/// Presence, signaling and push behind a gateway under test: they note what they are asked and answer from a table.
final class FakeServices: Sendable {
    struct Seen: Sendable {
        let method: String
        let identity: Proto.ClientIdentity?
        let deadline: MonotonicInstant?
        let traceID: [UInt8]
        let request: [UInt8]
    }

    private struct State {
        var seen: [Seen] = []
        var openedSessions = 0
        var endedSessions: [String] = []
        var failure: [String: RPCError] = [:]
        var cancelled: [String] = []
    }

    private let state = Mutex(State())

    var seen: [Seen] { state.withLock { $0.seen } }
    func seen(_ method: MethodDescriptor) -> [Seen] { seen.filter { $0.method == method.path } }
    var cancelled: [String] { state.withLock { $0.cancelled } }

    /// Sessions that the next renewal declares gone.
    func end(_ session: String) { state.withLock { $0.endedSessions.append(session) } }

    func fail(_ method: MethodDescriptor, with error: RPCError?) {
        state.withLock { $0.failure[method.path] = error }
    }

    var handlers: [RPCHandler] {
        let served =
            Proto.PresenceMethods.all + Proto.ContactsMethods.all + Proto.StatusesMethods.all + Proto.GroupsMethods.all
            + Proto.SignalingMethods.all + Proto.PushMethods.all
        return served.map { method in
            RPCHandler(
                method,
                .unary { (context, bytes) async throws(RPCError) in
                    try await self.answer(method, context, bytes)
                })
        }
    }

    private func answer(
        _ method: MethodDescriptor, _ context: RPCContext, _ bytes: [UInt8]
    ) async throws(RPCError) -> [UInt8] {
        let seen = Seen(
            method: method.path, identity: context.identity, deadline: context.deadline, traceID: context.traceID,
            request: bytes)
        let failure = state.withLock { state in
            state.seen.append(seen)
            return state.failure[method.path]
        }
        if let failure { throw failure }
        switch method {
        case Proto.PresenceMethods.openSession: return try encodeMessage(try open(bytes))
        case Proto.PresenceMethods.resumeSession: return try encodeMessage(try resume(bytes))
        case Proto.PresenceMethods.renewLeases:
            let ended = state.withLock { $0.endedSessions }
            return try encodeMessage(Proto.RenewLeasesResponse(endedSessionIds: ended, leaseMs: 15_000))
        case Proto.SignalingMethods.accept: return try encodeMessage(try accept(bytes))
        case Proto.SignalingMethods.hangup:
            // Answers never: for cancellation and deadlines.
            do { try await Task.sleep(for: .seconds(60)) } catch { state.withLock { $0.cancelled.append(method.path) } }
            throw RPCError(.cancelled)
        default: return []
        }
    }

    private func open(_ bytes: [UInt8]) throws(RPCError) -> Proto.OpenSessionResponse {
        let request = try decodeMessage(Proto.OpenSessionRequest.self, from: bytes)
        guard request.userSig == "good" else { throw RPCError(.unauthenticated, reason: .usersigWrongKey, "secret") }
        let number = state.withLock { state in
            state.openedSessions += 1
            return state.openedSessions
        }
        return Proto.OpenSessionResponse(
            sessionId: "session-\(request.userId)-\(number)", resumeToken: "token", userSigExpiresAtMs: 1_000,
            resumeWindowMs: 30_000, profile: Proto.UserProfile(userId: request.userId, nickname: "Nick"))
    }

    private func resume(_ bytes: [UInt8]) throws(RPCError) -> Proto.ResumeSessionResponse {
        let request = try decodeMessage(Proto.ResumeSessionRequest.self, from: bytes)
        let parts = request.sessionId.split(separator: "-")
        guard request.resumeToken == "token", parts.count == 3 else {
            throw RPCError(.notFound, reason: .unknownSession)
        }
        return Proto.ResumeSessionResponse(
            identity: Proto.ClientIdentity(
                userId: String(parts[1]), deviceId: "device", sessionId: request.sessionId, platform: .ios),
            userSigExpiresAtMs: 1_000, resumeWindowMs: 30_000)
    }

    private func accept(_ bytes: [UInt8]) throws(RPCError) -> Proto.CallResponse {
        let request = try decodeMessage(Proto.AcceptRequest.self, from: bytes)
        guard request.callId != "gone" else {
            throw RPCError(.notFound, reason: .callNotFound, "private detail", retryAfter: .milliseconds(250))
        }
        return Proto.CallResponse(call: Proto.CallSnapshot(callId: request.callId, version: 7))
    }
}
