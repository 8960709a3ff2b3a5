import CallClient
import CallModel
import Foundation
import Synchronization

/// A phone of the load: a whole client of the SDK in this process that hums a tone and listens.
final class LoadPhone: Sendable {
    let user: String
    let ear = LoadEar()
    let session: CallClientSession
    private let diary: Diary
    private let subscription: AnyCancellable

    init(user: String, pitch: Double, _ access: ServerAccess) {
        self.user = user
        session = CallClientSession(
            access.configuration(device: user), source: SampleSource(Self.tone(pitch), isLooping: true), sink: ear)
        let diary = Diary()
        self.diary = diary
        subscription = session.calls.callEventPublisher.sink { diary.note($0) }
    }

    func logIn(_ sdkAppID: Int32, _ token: String) async throws {
        try await session.login.login(sdkAppID: sdkAppID, userID: user, userSig: token)
        try await session.devices.openLocalMicrophone()
    }

    /// The call this phone is in or rings for; empty if none.
    var callID: String { session.calls.state.value.activeCall.callId }
    var status: CallParticipantStatus { session.calls.state.value.selfInfo.status }

    func hasReceived(_ call: String) -> Bool { diary.rings(of: call) > 0 }
    func end(of call: String) -> CallEndReason? { diary.ends(of: call).last }

    /// The whole of what the server has of this phone's calls.
    func history() async throws -> [CallInfo] {
        try await session.calls.queryRecentCalls(cursor: "", count: 100)
        while !session.calls.state.value.cursor.isEmpty {
            try await session.calls.queryRecentCalls(cursor: session.calls.state.value.cursor, count: 100)
        }
        return session.calls.state.value.recentCalls
    }

    /// What this phone went through in one of its calls.
    func view(of call: LoadCall, in history: [CallInfo]) -> LoadAudit.View {
        LoadAudit.View(
            user: user, isCaller: user == call.caller, rings: diary.rings(of: call.id), ends: diary.ends(of: call.id),
            wasConnected: call.isAnswered, records: history.filter { $0.callId == call.id })
    }

    /// A second of an even tone with whole periods, so that it has no seam.
    private static func tone(_ pitch: Double) -> [Int16] {
        (0..<48_000).map { Int16(6_000 * sin(2 * .pi * pitch.rounded() * Double($0) / 48_000)) }
    }
}

/// What happened to a phone's calls. Apart from the phone, which its own subscription must not hold.
private final class Diary: Sendable {
    private struct State {
        var rings: [String: Int] = [:]
        var ends: [String: [CallEndReason]] = [:]
    }

    private let state = Mutex(State())

    func note(_ event: CallEvent) {
        state.withLock { state in
            switch event {
            case .onCallReceived(let call, _, _): state.rings[call, default: 0] += 1
            case .onCallEnded(let call, _, let reason, _): state.ends[call, default: []].append(reason)
            case .onCallStarted: break
            }
        }
    }

    func rings(of call: String) -> Int { state.withLock { $0.rings[call] ?? 0 } }
    func ends(of call: String) -> [CallEndReason] { state.withLock { $0.ends[call] ?? [] } }
}
