import CommandLineKit
import CallClient

/// A phone's microphone and speaker: files, or a tone and nothing.
enum PhoneAudio {
    static func source(_ options: PhoneOptions) throws -> any AudioSource {
        guard let path = options.play else { return ToneSource(userID: options.userID) }
        do throws(WAVError) {
            return try WAVFileSource(path: path, isLooping: options.isLooping)
        } catch {
            throw VerbFailure("cannot play \(path): \(error)", code: .noInput)
        }
    }

    static func sink(_ options: PhoneOptions) throws -> any AudioSink {
        guard let path = options.record else { return SilentSink() }
        do throws(WAVError) {
            return try WAVFileSink(path: path)
        } catch {
            throw VerbFailure("cannot record to \(path): \(error)", code: .cannotCreate)
        }
    }
}
