import CommandLineKit
import Foundation
import UserSig

/// `partyline keys`: the secret that signs UserSigs, a certificate for development, and the keys of the bus.
enum KeysCommand: Verb {
    static let name = "keys"
    static let summary = "make, rotate and list the keys of UserSigs, TLS and the bus"
    static let options: [Option] =
        [.value("data"), .value("sdk-app-id"), .flag("rotate")] + BusKeysWord.options
    static let help = """
        Usage: partyline keys [--data DIR] [--sdk-app-id N] [--rotate]

        Makes what is missing in DIR (default: state): keys.conf with the secret key that signs UserSigs, and
        tls/cert.pem with tls/key.pem, a self-signed certificate for localhost. Files are readable by their owner only.

          --data DIR       where (default: state)
          --sdk-app-id N   the app's id in new keys (default 1400000000)
          --rotate         make a new secret key and keep the present one as previous: UserSigs made with either are
                           taken until the next rotation. Presence sees it within two seconds, without a restart.

        \(BusKeysWord.help)

        Examples:
          partyline keys --data /etc/partyline
          partyline keys --data /etc/partyline --rotate
          partyline keys bus --out /etc/partyline/bus
          partyline keys rotate --dir /etc/partyline/bus --in 1h
          partyline keys export --dir /etc/partyline/bus --role inspector --out ~/partyline-keys
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let word = arguments.rest.first else { return try runHere(arguments) }
        guard let busWord = BusKeysWord(rawValue: word), arguments.rest.count == 1 else {
            throw ArgumentFailure(
                message: "\(arguments.rest.joined(separator: " ")) is nothing that can be done with keys")
        }
        return try busWord.run(arguments)
    }

    private static func runHere(_ arguments: Arguments) throws -> ExitCode {
        let data = URL(fileURLWithPath: arguments["data"] ?? "state")
        let layout = StackLayout(data: data, clientPort: 8_443, busPort: 7_101, mediaPort: 40_000)
        try layout.createFolders()
        let appID = try arguments.integer("sdk-app-id", in: 1...Int(Int32.max), default: KeyFile.defaultAppID)
        var made = try DevelopmentKeys.createIfMissing(layout, sdkAppID: appID)
        if arguments.has("rotate") {
            try KeyFile(reading: layout.keysFile).rotated().write(to: layout.keysFile)
            made.append("rotated \(layout.keysFile.path): the former key stays valid as previous-secret-key")
        }
        for line in made { Terminal.write(line) }
        if made.isEmpty {
            Terminal.write("nothing to do: \(data.path) has keys and certificate (--rotate makes a new key)")
        }
        return .success
    }
}
