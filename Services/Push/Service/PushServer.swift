import CallModel
import Crypto
import Database
import PushCore
import ServiceKit
import Wire

/// Answers `partyline.v1.Push`.
struct PushServer: Proto.PushService {
    let store: PushStore
    let worker: PushWorker
    let clock: any ServiceClock
    let log: Log

    private static let longestTopic = ByteCount(256)

    /// A token belongs to whoever registers it last: its former owner's calls no longer ring there.
    func registerToken(_ request: Proto.RegisterTokenRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.Empty
    {
        let identity = try client(context)
        guard worker.providers.isKnown(request.provider), [.voip, .alert].contains(request.kind) else {
            throw RPCError(.invalidArgument, reason: .badParameter, "provider or kind is not known")
        }
        guard (1...RegisteredToken.longest).contains(request.token.count),
            TextRule.line.allows(request.topic, atMost: Self.longestTopic)
        else {
            throw RPCError(.invalidArgument, reason: .badParameter, "token or topic is not possible")
        }
        let now = clock.wallTime.milliseconds
        try await store.transaction { transaction in
            let (provider, kind) = (Int64(request.provider.rawValue), Int64(request.kind.rawValue))
            try transaction.execute(
                """
                DELETE FROM tokens WHERE (provider = $1 AND kind = $2 AND token = $3)
                    OR (provider = $1 AND kind = $2 AND user_id = $4 AND device_id = $5)
                """, provider, kind, request.token, identity.userId, identity.deviceId)
            try transaction.execute(
                """
                INSERT INTO tokens (provider, kind, token, user_id, device_id, topic, certificate_id, registered_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """, provider, kind, request.token, identity.userId, identity.deviceId, request.topic,
                Int64(request.certificateId), now)
        }
        log.notice(
            "token registered",
            [
                "user": UserID(identity.userId).logged, "device": DeviceID(identity.deviceId).logged,
                "provider": request.provider.name,
            ])
        return Proto.Empty()
    }

    func unregisterToken(
        _ request: Proto.UnregisterTokenRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.Empty {
        let identity = try client(context)
        try await store.transaction { transaction in
            _ = try transaction.execute(
                "DELETE FROM tokens WHERE provider = $1 AND kind = $2 AND user_id = $3 AND device_id = $4",
                Int64(request.provider.rawValue), Int64(request.kind.rawValue), identity.userId, identity.deviceId)
        }
        return Proto.Empty()
    }

    /// Queues one job per device; a repeated order changes nothing, a new ring of the same call (a later deadline) queues anew.
    func ring(_ request: Proto.RingRequest, _ context: RPCContext) async throws(RPCError) -> Proto.RingResponse {
        guard let call = CallID(validating: request.callId), let user = UserID(validating: request.userId),
            UserID(validating: request.callerId) != nil
        else { throw RPCError(.invalidArgument, reason: .badParameter, "call or user id is not legal") }
        let now = clock.wallTime
        let payload = PushPayload(
            callID: call, callerID: UserID(request.callerId), callerName: request.callerName,
            mediaKind: MediaKind(rawValue: request.mediaKind.rawValue) ?? .unknown,
            ringDeadline: WallTime(milliseconds: request.ringDeadlineMs), madeAt: now, userData: request.userData)
        let connected = Set(request.exceptDeviceIds)
        let (devices, queued) = try await store.transaction { transaction in
            let rows = try transaction.query(
                "SELECT \(StoredToken.columns) FROM tokens WHERE user_id = $1 ORDER BY kind, device_id", user.rawValue)
            let tokens = best(try rows.map { try StoredToken($0) }.filter { !connected.contains($0.deviceID.rawValue) })
            var queued = 0
            for token in tokens {
                guard let bytes = payload.encoded(token.kind == .voip ? .voip : .alert) else {
                    throw RPCError(
                        .invalidArgument, reason: .tooLarge, "the payload is too long without the app's data")
                }
                let job = StoredJob(
                    id: SecureRandom.uuid(), callID: call, userID: user, token: token, payload: bytes, queuedAt: now,
                    job: PushJob(deadline: payload.ringDeadline, at: now))
                if try job.insert(transaction) { queued += 1 }
            }
            return (tokens.map(\.deviceID), queued)
        }
        if queued > 0 {
            log.notice("push queued", ["call_id": call.logged, "user": user.logged, "devices": queued])
            await worker.wake()
        }
        return Proto.RingResponse(deviceCount: UInt32(devices.count), deviceIds: devices.map(\.rawValue))
    }

    /// One token for each device: the VoIP one, without it the alert one. Tokens come with VoIP first.
    private func best(_ tokens: [StoredToken]) -> [StoredToken] {
        var seen: Set<DeviceID> = []
        return tokens.filter { seen.insert($0.deviceID).inserted }
    }

    func stopRing(_ request: Proto.StopRingRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        guard let call = CallID(validating: request.callId),
            request.userId.isEmpty || UserID(validating: request.userId) != nil
        else { throw RPCError(.invalidArgument, reason: .badParameter, "call or user id is not legal") }
        try await worker.stop(call: call, user: request.userId.isEmpty ? nil : UserID(request.userId))
        return Proto.Empty()
    }

    func traceCall(_ request: Proto.TraceCallRequest, _ context: RPCContext) async throws(RPCError)
        -> Proto.TraceCallResponse
    {
        let jobs = try await store.transaction { transaction in
            try transaction.query(
                "SELECT \(StoredJob.columns) FROM jobs WHERE call_id = $1 ORDER BY queued_at, id", request.callId
            ).map { try StoredJob($0) }
        }
        return Proto.TraceCallResponse(traces: jobs.map(\.trace))
    }

    private func client(_ context: RPCContext) throws(RPCError) -> Proto.ClientIdentity {
        guard let identity = context.identity, UserID(validating: identity.userId) != nil,
            DeviceID(validating: identity.deviceId) != nil
        else {
            throw RPCError(.unauthenticated, reason: .notLoggedIn, "no client identity")
        }
        return identity
    }
}

extension StoredJob {
    /// What became of the job, for whoever asks why a phone did not ring.
    var trace: Proto.PushTrace {
        var trace = Proto.PushTrace(
            callId: callID.rawValue, userId: userID.rawValue, deviceId: deviceID.rawValue, provider: provider,
            attempts: UInt32(job.attempts), queuedAtMs: queuedAt.milliseconds)
        switch job.state {
        case .queued, .sending: trace.state = .queued
        case .sent(let at): (trace.state, trace.finishedAtMs) = (.sent, at.milliseconds)
        case .dropped(let at):
            (trace.state, trace.finishedAtMs, trace.cause) = (.dropped, at.milliseconds, "ring ended first")
        case .expired(let at):
            (trace.state, trace.finishedAtMs, trace.cause) = (.expired, at.milliseconds, "ring deadline passed")
        case .failed(let at, let cause):
            (trace.state, trace.finishedAtMs, trace.cause) = (.failed, at.milliseconds, cause.rawValue)
        }
        return trace
    }
}
