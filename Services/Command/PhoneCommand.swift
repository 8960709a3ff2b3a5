import CommandLineKit
import CallClient
import Foundation

/// `partyline phone`: a telephone on this terminal, or in a script.
enum PhoneCommand: Verb {
    static let name = "phone"
    static let summary = "a telephone driven by lines, for people and scripts"
    static let options = PhoneOptions.options
    static let help = """
        usage: partyline phone --user NAME (--usersig TOKEN | --keys FILE) [options]

          --server URL[,...] wss://localhost:8443; of several gateways each connection takes the next
          --user NAME        who logs in
          --usersig TOKEN    the user's token, from `partyline usersig` or your backend
          --keys FILE        make the token here from the server's keys (development)
          --app-id N         1400000000, or what the key file says
          --play FILE        a WAV file as microphone; without it a gentle tone
          --loop             play it over and over
          --record FILE      write what is heard to a WAV file
          --json             one JSON object a line, for programs
          --device ID        which installation this is; phone-NAME
          --platform NAME    ios, android, web, desktop or command-line: a user has one session per platform
          --encoding NAME    protobuf or json, on the connection
          --ca FILE          trust only the certificates in this PEM file
          --insecure         trust any certificate (development)
          --muted            start with the microphone closed
          --strict           stop with exit code 1 at the first line that is answered by an error

        Lines on standard input drive it; `help` lists them, docs/phone.md explains them.
        Exit codes: 0 quit or end of input, 1 a line failed under --strict, 64 usage, 66 a file cannot be read, 69 login
        failed, 73 a file cannot be written, 78 the key file is wrong.
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let options = try PhoneOptions(arguments)
        let session = CallClientSession(
            options.configuration, source: try PhoneAudio.source(options), sink: try PhoneAudio.sink(options))
        let phone = Phone(options, session)
        let ending = await untilStopped { await phone.run(LineReader.lines()) }
        await phone.stop(ending)
        switch ending {
        case .quit, .endOfInput, .interrupted: return .success
        case .failed: return .failure
        case .loginFailed: return .unavailable
        }
    }

    /// What the work ends with, or a signal first, whatever line the phone waits in. The work is then left to itself.
    private static func untilStopped(_ work: @escaping @Sendable () async -> Phone.Ending) async -> Phone.Ending {
        let (endings, continuation) = AsyncStream<Phone.Ending>.makeStream(bufferingPolicy: .bufferingOldest(1))
        Task { continuation.yield(await work()) }
        Task {
            await StopSignals().wait()
            continuation.yield(.interrupted)
        }
        for await ending in endings { return ending }
        return .endOfInput
    }
}
