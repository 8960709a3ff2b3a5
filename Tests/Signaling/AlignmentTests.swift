import CallModel
import Testing

@testable import signaling

@Suite("Telling a room")
struct AlignmentTests {
    private let session = SessionID("s"), other = SessionID("t"), call = CallID("c")

    @Test(
        "what is asked for while it is told is told once more, however often it was asked for, and then by the next to ask"
    )
    func again() {
        let alignments = Alignments()
        #expect(alignments.begin(session, in: call))
        #expect(!alignments.begin(session, in: call))
        #expect(!alignments.begin(session, in: call))
        #expect(alignments.goesOn(session, in: call))
        #expect(!alignments.goesOn(session, in: call))
        #expect(alignments.begin(session, in: call))
    }

    @Test("sessions and calls do not wait for each other")
    func apart() {
        let alignments = Alignments()
        #expect(alignments.begin(session, in: call))
        #expect(alignments.begin(other, in: call))
        #expect(alignments.begin(session, in: CallID("d")))
        #expect(!alignments.goesOn(other, in: call))
        #expect(!alignments.goesOn(session, in: call))
    }
}
