import CallModel
import SignalingCore
import Wire

// What clients send about invitations, checked once at the door.

/// The app's own words.
enum InvitationData {
    static let limit = ByteCount.kibibytes(12)

    static func checked(_ text: String) throws(RPCError) -> String {
        guard text.utf8.count <= limit.bytes else {
            throw RPCError(.invalidArgument, reason: .invitationTooLarge, "data is longer than 12 KiB")
        }
        guard TextRule.data.allows(text, atMost: limit) else {
            throw .badParameter("data has control characters other than white space")
        }
        return text
    }
}

extension InvitationID {
    init(checking text: String) throws(RPCError) {
        guard let id = InvitationID(validating: text) else {
            throw .badParameter("invitation_id must be 1 to 64 of A-Z a-z 0-9 - _")
        }
        self = id
    }
}

/// A request to invite.
struct InvitationSending: Sendable {
    static let longestTimeout: UInt32 = 86_400

    let invitees: [UserID]
    private let id: InvitationID
    private let inviter: UserID
    private let groupID: String?
    private let data: String
    private let timeout: Duration?
    private let isOnlineOnly: Bool

    init(_ request: Proto.InviteUsersRequest, by inviter: UserID) throws(RPCError) {
        id = try InvitationID(checking: request.invitationId)
        invitees = try WantedUsers(request.inviteeIds, askedBy: inviter).userIDs
        guard TextRule.line.allows(request.groupId, atMost: CheckedParameters.chatGroupIDLimit) else {
            throw .badParameter("group_id is too long, or has control characters")
        }
        guard request.timeoutS <= Self.longestTimeout else {
            throw .badParameter("timeout must be at most \(Self.longestTimeout) seconds; 0 means never")
        }
        self.inviter = inviter
        groupID = request.groupId.isEmpty ? nil : request.groupId
        data = try InvitationData.checked(request.data)
        timeout = request.timeoutS == 0 ? nil : .seconds(request.timeoutS)
        isOnlineOnly = request.isOnlineOnly
    }

    func invitation(to invitees: [UserID], at now: WallTime) -> Invitation {
        Invitation(
            id: id,
            terms: InvitationTerms(
                inviterID: inviter, groupID: groupID, isOnlineOnly: isOnlineOnly, sentAt: now, timeout: timeout),
            data: data, invitees: invitees)
    }
}

extension RPCError {
    /// The status and public number of a refusal.
    init(_ refusal: InvitationRefusal) {
        switch refusal {
        case .notTakingPart: self.init(.notFound, reason: .invitationInvalid, "no such invitation")
        case .notPermitted:
            self.init(
                .permissionDenied, reason: .invitationNoPermission,
                "only the inviter cancels, only invitees answer, and what is for those online only is not modified")
        case .handledAlready:
            self.init(.failedPrecondition, reason: .invitationInvalid, "answered, cancelled or past its time")
        case .foreignID: self.init(.alreadyExists, reason: .invitationExists, "the invitation id is taken")
        case .tooManyOpen(let limit):
            self.init(.resourceExhausted, reason: .tooFrequent, "more than \(limit) open invitations")
        }
    }
}
