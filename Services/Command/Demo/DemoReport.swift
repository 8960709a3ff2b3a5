import CommandLineKit
import Foundation

/// What the demo found out, and how it is shown.
struct DemoReport {
    /// One voice at one listener.
    struct Hearing {
        let listener: String
        let speaker: String
        let correlation: Double
        /// dB relative to what was played.
        let level: Double
        /// How much of the listener's recording, while all spoke at once, is this voice.
        let correlationTogether: Double
    }

    /// One phone. Times count from the moment alice calls.
    struct Phone {
        let user: String
        let timeToRinging: Duration?
        let timeToFirstAudio: Duration?
        /// Own voice in the own recording while nobody else spoke, dB relative to what was played.
        let ownVoiceLeak: Double
        let packetsSent: Int
        let packetsReceived: Int
        let packetsLost: Int
        let recording: URL
    }

    /// A voice counts as heard from this correlation on, alone: the same sentence through a lossy codec.
    static let leastCorrelation = 0.8
    /// Among other voices a single one explains less of the whole.
    static let leastCorrelationTogether = 0.25
    static let leastLevel = -6.0
    static let greatestLeak = -40.0

    var hearings: [Hearing] = []
    var phones: [Phone] = []

    func isHeard(_ hearing: Hearing) -> Bool {
        hearing.correlation >= DemoReport.leastCorrelation && hearing.level >= DemoReport.leastLevel
            && hearing.correlationTogether >= DemoReport.leastCorrelationTogether
    }

    func isClean(_ phone: Phone) -> Bool { phone.ownVoiceLeak < DemoReport.greatestLeak }

    /// Everybody heard everybody else and nobody himself.
    var isGood: Bool {
        !hearings.isEmpty && hearings.count == phones.count * (phones.count - 1) && hearings.allSatisfy(isHeard)
            && phones.allSatisfy(isClean)
    }

    /// The tables, line by line.
    func lines() -> [String] {
        var lines = [
            Terminal.paint("Who heard whom", .bold),
            "  listener  speaker   level    correlation   together   ",
        ]
        for hearing in hearings {
            lines.append(
                "  \(hearing.listener.padded(to: 10))\(hearing.speaker.padded(to: 8))"
                    + "\(decimal(hearing.level, 1)) dB".aligned(to: 9) + decimal(hearing.correlation, 3).aligned(to: 11)
                    + decimal(hearing.correlationTogether, 3).aligned(to: 13) + "   "
                    + verdict(isHeard(hearing), "heard", "NOT HEARD"))
        }
        lines += [
            "", Terminal.paint("The phones", .bold),
            "  user     own-voice leak   ringing after   first audio after   sent   received   lost",
        ]
        for phone in phones {
            lines.append(
                "  \(phone.user.padded(to: 9))" + "\(decimal(phone.ownVoiceLeak, 1)) dB".aligned(to: 10) + "  "
                    + verdict(isClean(phone), "ok  ", "LEAK") + milliseconds(phone.timeToRinging).aligned(to: 15)
                    + milliseconds(phone.timeToFirstAudio).aligned(to: 20) + "\(phone.packetsSent)".aligned(to: 7)
                    + "\(phone.packetsReceived)".aligned(to: 11) + "\(phone.packetsLost)".aligned(to: 7))
        }
        return lines
    }

    private func verdict(_ isGood: Bool, _ yes: String, _ no: String) -> String {
        isGood ? Terminal.paint(yes, .green) : Terminal.paint(no, .red)
    }

    private func milliseconds(_ duration: Duration?) -> String {
        duration.map { "\(Int($0 / .milliseconds(1))) ms" } ?? "-"
    }

    private func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
