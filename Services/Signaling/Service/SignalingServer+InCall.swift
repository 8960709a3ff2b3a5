import CallModel
import SignalingCore
import Wire

// What is done in a running call, and how one is found.
extension SignalingServer {
    func sendDigits(_ request: Proto.SendDigitsRequest, _ context: RPCContext) async throws(RPCError) -> Proto.Empty {
        let device = try CallDevice(context)
        guard let digits = DialDigits(request.digits) else {
            throw .badParameter("digits must be 1 to \(DialDigits.longest) of 0-9 * # A-D")
        }
        let start = Int(request.start)
        return try await answering {
            _ = try await act(device, on: request.callId) { _, _ in .sentDigits(digits, start: start) }
            return Proto.Empty()
        }
    }

    func remove(_ request: Proto.RemoveRequest, _ context: RPCContext) async throws(RPCError) -> Proto.CallResponse {
        let device = try CallDevice(context)
        guard let user = UserID(validating: request.userId) else {
            throw RPCError(.invalidArgument, reason: .badUserId, "a user id is 1 to 32 of A-Z a-z 0-9 - _")
        }
        return try await answering {
            await response(try await act(device, on: request.callId) { _, _ in .removed(user) }, to: device)
        }
    }

    /// The running call of a chat group, for who wants to join it.
    func getGroupCall(
        _ request: Proto.GetGroupCallRequest, _ context: RPCContext
    ) async throws(RPCError) -> Proto.CallResponse {
        let device = try CallDevice(context)
        let group = request.chatGroupId
        guard !group.isEmpty, group.utf8.count <= CheckedParameters.chatGroupIDLimit.bytes else {
            throw .badParameter("chat_group_id must be 1 to \(CheckedParameters.chatGroupIDLimit.bytes) bytes")
        }
        let call = try await answering {
            try await switchboard.table.transact { store in
                try store.activeCall(ofGroup: group).flatMap { try store.load($0) }
            }
        }
        guard let call else { throw .callNotFound }
        return await response(call, to: device)
    }
}
