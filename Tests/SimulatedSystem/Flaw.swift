/// A mistake built into the simulated service on purpose, to see that a law catches it.
package enum Flaw: String, CaseIterable, Sendable {
    /// Transactions are stored whatever others have stored since they read.
    case conflictsIgnored
    /// Devices and services hear of a decision before it is stored.
    case effectsBeforeCommit
    /// Nobody is told that a call was called off.
    case cancelLost
    /// A user's other devices are not told that one of them has answered.
    case answeredElsewhereLost
    /// A ring's deadline is never looked at.
    case deadlineLost
    /// A user who has left a call stays busy.
    case seatLeaked
    /// Who did not answer gets no record.
    case recordLost
    /// An accept brings a call back that is over.
    case endRevived
    /// The last device to accept has the call.
    case lastAnswerWins
    /// A ring's progress is what was reported last.
    case progressForgotten
    /// Nobody closes rooms.
    case roomLeaked
    /// Sessions that are over keep their part.
    case deadSessionKept
    /// A placement that comes twice is decided twice.
    case placedTwice
    /// A device that comes back is not told what it should ring for.
    case syncSilent
    /// What a dead process still owed is nobody's.
    case dutiesForgotten
    /// A device that says nothing is not brought its ring again.
    case ringBroughtOnce
}
