import CallModel
import Foundation
import SignalingCore
import TestSupport
import Testing

private func seconds(_ count: Int64) -> WallTime { WallTime(milliseconds: 1_000_000 + count * 1_000) }

private func invitation(
    to invitees: UserID..., timeout: Duration? = .seconds(30), isOnlineOnly: Bool = false
) -> Invitation {
    Invitation(
        id: InvitationID("i1"),
        terms: InvitationTerms(
            inviterID: alice, isOnlineOnly: isOnlineOnly, sentAt: seconds(0), timeout: timeout),
        data: "hello", invitees: invitees)
}

private func answers(_ invitation: Invitation) -> [String] {
    invitation.invitees.map { invitee in
        switch invitee.answer {
        case .waiting: "waiting"
        case .accepted(let reply): "accepted \(reply.data)"
        case .rejected(let reply): "rejected \(reply.data)"
        case .timedOut: "timedOut"
        case .cancelled: "cancelled"
        }
    }
}

@Suite("Invitation")
struct InvitationTests {
    @Test("it is over when the last invitee has answered, and not before")
    func answering() throws {
        var invitation = invitation(to: bob, carol)
        try invitation.handle(.accepted("yes"), of: device(bob), at: seconds(1))
        #expect(!invitation.isOver && invitation.version == 2 && invitation.deadline == seconds(30))
        try invitation.handle(.rejected("busy"), of: device(carol), at: seconds(2))
        #expect(answers(invitation) == ["accepted yes", "rejected busy"])
        #expect(invitation.end == Invitation.End(at: seconds(2), cancelData: nil) && invitation.deadline == nil)
    }

    @Test("the first device of a user to answer speaks for the user; the same words again change nothing")
    func firstDevice() throws {
        var invitation = invitation(to: bob, carol)
        try invitation.handle(.accepted("yes"), of: device(bob), at: seconds(1))
        let before = invitation
        try invitation.handle(.accepted("yes"), of: device(bob), at: seconds(2))
        #expect(invitation == before)
        #expect(throws: InvitationRefusal.handledAlready) {
            try invitation.handle(.accepted("yes"), of: device(bob, "tablet"), at: seconds(2))
        }
        #expect(throws: InvitationRefusal.handledAlready) {
            try invitation.handle(.rejected(""), of: device(bob), at: seconds(2))
        }
        #expect(invitation == before)
    }

    @Test("only the inviter cancels, while somebody is waited for, and once")
    func cancelling() throws {
        var invitation = invitation(to: bob, carol)
        #expect(throws: InvitationRefusal.notPermitted) {
            try invitation.handle(.cancelled(""), of: device(bob), at: seconds(1))
        }
        try invitation.handle(.accepted("yes"), of: device(bob), at: seconds(1))
        try invitation.handle(.cancelled("never mind"), of: device(alice, "tablet"), at: seconds(2))
        #expect(answers(invitation) == ["accepted yes", "cancelled"])
        #expect(invitation.end?.cancelData == "never mind")
        let before = invitation
        try invitation.handle(.cancelled("never mind"), of: device(alice), at: seconds(3))
        #expect(invitation == before)
        #expect(throws: InvitationRefusal.handledAlready) {
            try invitation.handle(.accepted("late"), of: device(carol), at: seconds(3))
        }
    }

    @Test("there is nothing to cancel once all have answered or timed out")
    func cancellingTooLate() throws {
        var answered = invitation(to: bob)
        try answered.handle(.accepted("yes"), of: device(bob), at: seconds(1))
        #expect(throws: InvitationRefusal.handledAlready) {
            try answered.handle(.cancelled(""), of: device(alice), at: seconds(2))
        }
        var expired = invitation(to: bob)
        expired.expire(at: seconds(30))
        #expect(throws: InvitationRefusal.handledAlready) {
            try expired.handle(.cancelled(""), of: device(alice), at: seconds(31))
        }
    }

    @Test("at its deadline whoever has said nothing has timed out, and an answer from then on is late, timer or not")
    func timeout() throws {
        var invitation = invitation(to: bob, carol)
        try invitation.handle(.rejected("no"), of: device(bob), at: seconds(1))
        invitation.expire(at: WallTime(milliseconds: seconds(30).milliseconds - 1))
        #expect(!invitation.isOver)
        #expect(throws: InvitationRefusal.handledAlready) {
            try invitation.handle(.accepted(""), of: device(carol), at: seconds(30))
        }
        invitation.expire(at: seconds(30))
        #expect(answers(invitation) == ["rejected no", "timedOut"] && invitation.isOver)
        let before = invitation
        invitation.expire(at: seconds(60))
        #expect(invitation == before)
    }

    @Test("without a timeout it waits for ever")
    func waitsForEver() {
        var invitation = invitation(to: bob, timeout: nil)
        invitation.expire(at: seconds(1_000_000))
        #expect(!invitation.isOver && invitation.deadline == nil)
    }

    @Test("everybody who takes part can modify it until it is over, but not one for those online only")
    func modifying() throws {
        var invitation = invitation(to: bob)
        try invitation.handle(.modified("hello again"), of: device(bob), at: seconds(1))
        #expect(invitation.data == "hello again" && invitation.dataVersion == 1)
        try invitation.handle(.modified("hello again"), of: device(bob), at: seconds(1))
        #expect(invitation.dataVersion == 1 && invitation.version == 2)
        try invitation.handle(.accepted("yes"), of: device(bob), at: seconds(2))
        #expect(throws: InvitationRefusal.handledAlready) {
            try invitation.handle(.modified("late"), of: device(alice), at: seconds(3))
        }
        var online = self.online
        #expect(throws: InvitationRefusal.notPermitted) {
            try online.handle(.modified("x"), of: device(alice), at: seconds(1))
        }
    }

    private var online: Invitation { invitation(to: bob, isOnlineOnly: true) }

    @Test("who takes no part learns nothing, and the inviter cannot answer")
    func strangers() {
        var invitation = invitation(to: bob)
        for act in [InvitationAct.accepted(""), .rejected(""), .cancelled(""), .modified("")] {
            #expect(throws: InvitationRefusal.notTakingPart) {
                try invitation.handle(act, of: device(carol), at: seconds(1))
            }
        }
        #expect(throws: InvitationRefusal.notPermitted) {
            try invitation.handle(.accepted(""), of: device(alice), at: seconds(1))
        }
    }

    @Test("laws hold on 2,000 random walks: answers are given once, the end absorbs, versions count changes")
    func walks() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for walk in 0..<2_000 {
            var current = invitation(to: bob, carol, timeout: Bool.random(using: &random) ? .seconds(5) : nil)
            for step in 0..<12 {
                let now = seconds(Int64(step))
                let before = current
                let words = ["a", "b"].randomElement(using: &random) ?? "a"
                let act = [InvitationAct.accepted(words), .rejected(words), .cancelled(words), .modified(words)]
                    .randomElement(using: &random)
                let who = device(
                    [alice, bob, carol, UserID("dave")].randomElement(using: &random) ?? alice,
                    ["phone", "tablet"].randomElement(using: &random) ?? "phone")
                if Bool.random(using: &random), let act {
                    try? current.handle(act, of: who, at: now)
                } else {
                    current.expire(at: now)
                }
                let comment: Comment = "seed \(seed), walk \(walk), step \(step)"
                try #require((current == before) == (current.version == before.version), comment)
                try #require(current.version - before.version <= 1, comment)
                try #require(!before.isOver || current == before, comment)
                try #require(current.isOver == !current.invitees.contains(where: \.answer.isWaiting), comment)
                for (old, new) in zip(before.invitees, current.invitees) {
                    try #require(old.answer.isWaiting || old == new, comment)
                }
            }
        }
    }

    @Test("a row of today is read tomorrow")
    func storedForm() throws {
        var answered = invitation(to: bob, carol)
        try answered.handle(.accepted("yes"), of: device(bob), at: seconds(1))
        try answered.handle(.cancelled("no"), of: device(alice), at: seconds(2))
        let row = """
            {"data":"hello","dataVersion":0,"end":{"at":1002000,"cancelData":"no"},"id":"i1","invitees":[{"answer":\
            {"accepted":{"_0":{"at":1001000,"data":"yes","device":{"deviceID":"bob-phone","sessionID":"bob-phone-1",\
            "userID":"bob"}}}},"userID":"bob"},{"answer":{"cancelled":{}},"userID":"carol"}],"terms":{"expiresAt":1030000,\
            "inviterID":"alice","isOnlineOnly":false,"sentAt":1000000},"version":3}
            """
        #expect(try JSONDecoder().decode(Invitation.self, from: Data(row.utf8)) == answered)
    }
}
