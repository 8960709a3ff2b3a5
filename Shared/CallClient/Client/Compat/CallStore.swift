#if canImport(Combine)
    public import Combine
#endif
internal import CallClientCore
internal import CallModel
internal import Foundation
internal import Wire

/// Placing, answering and ending calls, and what becomes of them.
public final class CallStore: Sendable {
    /// The app's own.
    public static var shared: CallStore { CallClientSession.shared.calls }

    private let face: PublicFace
    private let shell: ClientShell

    init(_ face: PublicFace, _ shell: ClientShell) {
        self.face = face
        self.shell = shell
    }

    /// The calls of the logged-in user as one value.
    public var state: StatePublisher<CallState> { face.calls }

    /// What happens to calls. Nothing is repeated for who subscribes later; the state tells what is.
    public var callEventPublisher: AnyPublisher<CallEvent, Never> { face.callEvents.publisher() }

    // MARK: Placing

    /// Calls one user, or several at once. Succeeds when the server has taken the call; then it rings.
    public func calls(
        participantIds: [String], mediaType: CallMediaType, params: CallParams?, completion: CompletionClosure?
    ) {
        let callID = CallID(UUID().uuidString.lowercased())
        let kind: MediaKind = mediaType == .video ? .video : .audio
        send(
            .call(callID, participants: participantIds.map { UserID($0) }, kind, CallParameters(params)), completion)
    }

    /// The same under the label that other guides use.
    public func calls(
        participantIds: [String], callMediaType: CallMediaType, params: CallParams?, completion: CompletionClosure?
    ) {
        calls(participantIds: participantIds, mediaType: callMediaType, params: params, completion: completion)
    }

    /// Calls; returns when the server has taken the call.
    public func calls(
        participantIds: [String], mediaType: CallMediaType, params: CallParams? = nil
    ) async throws(ErrorInfo) {
        try await completing {
            calls(participantIds: participantIds, mediaType: mediaType, params: params, completion: $0)
        }
    }

    /// The same under the label that other guides use.
    public func calls(
        participantIds: [String], callMediaType: CallMediaType, params: CallParams? = nil
    ) async throws(ErrorInfo) {
        try await calls(participantIds: participantIds, mediaType: callMediaType, params: params)
    }

    /// Enters a running call.
    public func join(callId: String, completion: CompletionClosure?) { send(.join(CallID(callId)), completion) }

    /// Enters a running call; returns when that is done.
    public func join(callId: String) async throws(ErrorInfo) {
        try await completing { join(callId: callId, completion: $0) }
    }

    /// Rings more people for the call in front. Of `params`, `timeout` and `userData` count.
    public func invite(participantIds: [String], params: CallParams?, completion: CompletionClosure?) {
        send(.invite(participantIds.map { UserID($0) }, CallParameters(params)), completion)
    }

    /// Rings more people; returns when the server has taken it.
    public func invite(participantIds: [String], params: CallParams? = nil) async throws(ErrorInfo) {
        try await completing { invite(participantIds: participantIds, params: params, completion: $0) }
    }

    // MARK: Answering and ending

    /// Answers the ringing call. Without a connection the answer is kept and delivered as long as the ring lasts.
    public func accept(completion: CompletionClosure?) { send(.accept, completion) }

    /// Answers the ringing call; returns when the server has decided.
    public func accept() async throws(ErrorInfo) { try await completing { accept(completion: $0) } }

    /// Refuses the ringing call.
    public func reject(completion: CompletionClosure?) { send(.reject, completion) }

    /// Refuses the ringing call; returns when that is done.
    public func reject() async throws(ErrorInfo) { try await completing { reject(completion: $0) } }

    /// Leaves the call, calls it off while it rings, or refuses it when it rings here. Valid in every state of a call:
    /// it is over for this device within two seconds, also without a connection.
    public func hangup(completion: CompletionClosure?) { send(.hangup, completion) }

    /// Ends the call for this device; returns when that is done.
    public func hangup() async throws(ErrorInfo) { try await completing { hangup(completion: $0) } }

    private func send(_ command: CallCommand, _ completion: CompletionClosure?) {
        let completion = completion ?? { _ in }
        shell.post { $0.command(command, completion) }
    }

    // MARK: History

    /// Reads a page of the history into `state.recentCalls`: with an empty cursor the newest calls, with `state.cursor`
    /// the next ones, which are added.
    public func queryRecentCalls(cursor: String, count: UInt, completion: CompletionClosure?) {
        let completion = completion ?? { _ in }
        let (face, shell) = (face, shell)
        Task {
            let page = PageBox()
            let result = await asking { () async throws(RPCError) in
                let client = Proto.SignalingClient(SessionChannel(shell: shell))
                page.fill(
                    try await client.queryRecords(
                        Proto.QueryRecordsRequest(cursor: cursor, count: UInt32(clamping: count))))
            }
            face.deliver {
                if let page = page.content { face.show(page, after: cursor) }
                completion(result)
            }
        }
    }

    /// Reads a page of the history; returns when it is in the state.
    public func queryRecentCalls(cursor: String, count: UInt) async throws(ErrorInfo) {
        try await completing { queryRecentCalls(cursor: cursor, count: count, completion: $0) }
    }

    /// Deletes calls from one's own history; other participants keep theirs.
    public func deleteRecentCalls(callIdList: [String], completion: CompletionClosure?) {
        let completion = completion ?? { _ in }
        let (face, shell) = (face, shell)
        Task {
            let result = await asking { () async throws(RPCError) in
                let client = Proto.SignalingClient(SessionChannel(shell: shell))
                _ = try await client.deleteRecords(Proto.DeleteRecordsRequest(callIds: callIdList))
            }
            face.deliver {
                if case .success = result {
                    face.calls.update { $0.recentCalls.removeAll { callIdList.contains($0.callId) } }
                }
                completion(result)
            }
        }
    }

    /// Deletes calls from one's own history; returns when that is done.
    public func deleteRecentCalls(callIdList: [String]) async throws(ErrorInfo) {
        try await completing { deleteRecentCalls(callIdList: callIdList, completion: $0) }
    }
}

extension CallParameters {
    fileprivate init(_ params: CallParams?) {
        let params = params ?? CallParams()
        self.init(
            roomID: params.roomId, ringTime: .seconds(params.timeout), userData: params.userData,
            chatGroupID: params.chatGroupId, isEphemeral: params.isEphemeralCall)
    }
}

extension PublicFace {
    /// On the delivery queue.
    fileprivate func show(_ page: Proto.QueryRecordsResponse, after cursor: String) {
        calls.update { state in
            let rows = page.records.map { CallInfo($0) }
            state.recentCalls = cursor.isEmpty ? rows : state.recentCalls + rows
            state.cursor = page.nextCursor
        }
    }
}
