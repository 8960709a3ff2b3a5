import CallModel

// The row of a call, member by member. A field that is added to one of these types is added here, at its place in the
// alphabet; StoredFormTests and debug builds tell if it was forgotten.

extension Call: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("id", id)
            row.member("isGroup", isGroup)
            row.member("media", media)
            row.member("mergedIDs", mergedIDs)
            row.member("participants", participants)
            row.member("placedAt", placedAt)
            row.member("state", state)
            row.member("terms", terms)
            row.member("trace", trace)
            row.member("version", version)
        }
    }
}

extension CallTerms: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("chatGroupID", chatGroupID)
            row.member("inviterID", inviterID)
            row.member("isEphemeral", isEphemeral)
            row.member("limits", limits)
            row.member("mediaKind", mediaKind)
            row.member("roomID", roomID)
            row.member("userData", userData)
        }
    }
}

extension CallLimits: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("acceptGrace", acceptGrace)
            row.member("confirmAfter", confirmAfter)
            row.member("participants", participants)
        }
    }
}

extension CallState: RowForm {
    package func write(to row: inout RowWriter) {
        switch self {
        case .created: row.oneCase("created")
        case .ringing(let since): row.oneCase("ringing") { $0.member("since", since) }
        case .answered(let since): row.oneCase("answered") { $0.member("since", since) }
        case .ended(let end): row.oneCase("ended") { $0.member("_0", end) }
        }
    }
}

extension CallEnd: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("answeredAt", answeredAt)
            row.member("at", at)
            row.member("endedBy", endedBy)
            row.member("reason", reason)
        }
    }
}

extension MediaPlacement: RowForm {
    package func write(to row: inout RowWriter) {
        switch self {
        case .none: row.oneCase("none")
        case .owed(let era, let avoided):
            row.oneCase("owed") { row in
                row.member("avoiding", avoided)
                row.member("era", era)
            }
        case .placed(let node, let era):
            row.oneCase("placed") { row in
                row.member("era", era)
                row.member("node", node)
            }
        case .closeOwed(let node, let era):
            row.oneCase("closeOwed") { row in
                row.member("era", era)
                row.member("node", node)
            }
        case .closed(let era): row.oneCase("closed") { $0.member("era", era) }
        }
    }
}

extension CallRecord: RowForm {
    package func write(to row: inout RowWriter) {
        row.object { row in
            row.member("answeredAt", answeredAt)
            row.member("callID", callID)
            row.member("chatGroupID", chatGroupID)
            row.member("direction", direction)
            row.member("endedAt", endedAt)
            row.member("endedBy", endedBy)
            row.member("inviteeIDs", inviteeIDs)
            row.member("inviterID", inviterID)
            row.member("isGroup", isGroup)
            row.member("mediaKind", mediaKind)
            row.member("reason", reason)
            row.member("roomID", roomID)
            row.member("startedAt", startedAt)
            row.member("talkTime", talkTime)
            row.member("userID", userID)
        }
    }
}
