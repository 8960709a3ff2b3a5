import CommandLineKit
import Foundation

/// Who says what when: three people greet each other, speak one after the other, then all at once.
///
/// While one speaks alone, anything in his own recording is his own voice coming back, and what the others hear can be laid
/// over the original; while all speak, the mixer has to add.
struct Turns {
    /// A person and what he says: a greeting as soon as he is on the call, a sentence alone, and one together with the others.
    struct Speaker {
        let user: String
        let language: String
        let greeting: [Int16]
        let alone: [Int16]
        let together: [Int16]
    }

    static let rate = VoiceAnalysis.sampleRate
    /// Silence before the first turn and between turns: longer than any delay, shorter than patience.
    static let pause = rate * 8 / 10
    static let length = rate * 32 / 10
    /// Long enough to be heard, and over before the first turn.
    static let greetingLength = rate * 8 / 10

    let speakers: [Speaker]

    /// Where the turn of the speaker with this index begins in his own play-out, in samples.
    func start(of index: Int) -> Int {
        Turns.greetingLength + Turns.pause + index * (Turns.length + Turns.pause)
    }

    var startTogether: Int { start(of: speakers.count) }

    /// Length of the whole, in samples.
    var total: Int { startTogether + Turns.length + Turns.pause }

    /// What the phone of this speaker plays.
    func playOut(of index: Int) -> [Int16] {
        var samples = [Int16](repeating: 0, count: total)
        samples.replaceSubrange(0..<Turns.greetingLength, with: speakers[index].greeting)
        samples.replaceSubrange(start(of: index)..<(start(of: index) + Turns.length), with: speakers[index].alone)
        samples.replaceSubrange(startTogether..<(startTogether + Turns.length), with: speakers[index].together)
        return samples
    }

    /// Human voices from Debian's asterisk-core-sounds packages. Throws if they are not installed.
    static func humanVoices() throws -> Turns {
        // The short names of these folders are links that other packages make.
        let cast = [
            ("alice", "en_US_f_Allison", "English"), ("bob", "es_MX_f_Allison", "Spanish"),
            ("carol", "fr_CA_f_June", "French"),
        ]
        return Turns(
            speakers: try cast.map { user, folder, language in
                Speaker(
                    user: user, language: language,
                    greeting: try sentence("vm-login", folder, length: greetingLength),
                    alone: try sentence("vm-mailboxfull", folder, length: length),
                    together: try sentence("auth-incorrect", folder, length: length))
            })
    }

    /// A recording, cut or filled with silence to `length` samples.
    private static func sentence(_ name: String, _ folder: String, length: Int) throws -> [Int16] {
        let file = URL(fileURLWithPath: "/usr/share/asterisk/sounds/\(folder)/\(name).wav")
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw VerbFailure(
                "\(file.path) is missing. Install the voices: make bootstrap", code: .noInput)
        }
        let samples = try Recording(file).samples.prefix(length)
        return samples + [Int16](repeating: 0, count: length - samples.count)
    }
}
