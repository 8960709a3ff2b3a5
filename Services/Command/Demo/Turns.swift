import Foundation

/// Who says what when: three people speak one after the other, then all at once.
///
/// While one speaks alone, anything in his own recording is his own voice coming back, and what the others hear can be laid
/// over the original; while all speak, the mixer has to add.
struct Turns {
    /// A person and the two sentences he says: alone, and together with the others.
    struct Speaker {
        let user: String
        let language: String
        let alone: [Int16]
        let together: [Int16]
    }

    static let rate = VoiceAnalysis.sampleRate
    /// Silence before the first turn and between turns: longer than any delay, shorter than patience.
    static let pause = rate * 8 / 10
    static let length = rate * 32 / 10

    let speakers: [Speaker]

    /// Where the turn of the speaker with this index begins in his own play-out, in samples.
    func start(of index: Int) -> Int { Turns.pause + index * (Turns.length + Turns.pause) }

    var startTogether: Int { start(of: speakers.count) }

    /// Length of the whole, in samples.
    var total: Int { startTogether + Turns.length + Turns.pause }

    /// What the phone of this speaker plays.
    func playOut(of index: Int) -> [Int16] {
        var samples = [Int16](repeating: 0, count: total)
        samples.replaceSubrange(start(of: index)..<(start(of: index) + Turns.length), with: speakers[index].alone)
        samples.replaceSubrange(startTogether..<(startTogether + Turns.length), with: speakers[index].together)
        return samples
    }

    /// Human voices from Debian's asterisk-core-sounds packages. Throws if they are not installed.
    static func humanVoices() throws -> Turns {
        let cast = [("alice", "en", "English"), ("bob", "es", "Spanish"), ("carol", "fr", "French")]
        return Turns(
            speakers: try cast.map { user, folder, language in
                Speaker(
                    user: user, language: language, alone: try sentence("vm-mailboxfull", folder),
                    together: try sentence("auth-incorrect", folder))
            })
    }

    /// A recording, cut or filled with silence to the length of a turn.
    private static func sentence(_ name: String, _ folder: String) throws -> [Int16] {
        let file = URL(fileURLWithPath: "/usr/share/asterisk/sounds/\(folder)/\(name).wav")
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw VerbFailure(
                "\(file.path) is missing. Install the voices: make bootstrap", code: .noInput)
        }
        let samples = try Recording(file).samples.prefix(length)
        return samples + [Int16](repeating: 0, count: length - samples.count)
    }
}
