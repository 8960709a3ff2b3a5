import Database
import ServiceKit
import ServiceStore

/// What `presence` can be told.
struct PresenceConfiguration: ServiceConfiguration {
    static let keys =
        ConfigurationKey.common(busPort: 7102) + [
            .path("data-dir", default: "state", "Folder of the store (presence.db). Made if it is not there.")
        ] + ConfigurationKey.store + [
            .path(
                "keys-file", default: "state/keys.conf",
                "The app's id and signing keys, as `partyline keys` writes them."),
            .endpoints("signaling", default: "tcp://127.0.0.1:7103", "Who is told that sessions ended. Empty: nobody."),
            .duration(
                "lease", default: "12s", in: .seconds(1)...(.seconds(300)),
                "How long a session counts as connected after its gateway was last heard."),
            .duration(
                "resume-window", default: "60s", in: .seconds(1)...(.seconds(86_400)),
                "How long a session without a connection can be resumed."),
            .integer(
                "login-failures", default: 10, in: 1...1_000,
                "Failed logins of one device within a minute before it has to wait."),
            .integer(
                "login-failures-user", default: 30, in: 1...100_000,
                "Failed logins in one user's name within a minute before those that fail are told to wait. A good one is let in."
            ),
            .flag(
                "kick-same-platform", default: true,
                "Whether a login ends the user's sessions on other devices of the same platform. If not, all of them ring."
            ),
        ]

    var store: StoreConfiguration
    let keysFile: String
    let signaling: [String]
    let lease: Duration
    let resumeWindow: Duration
    let loginFailures: Int
    let loginFailuresOfUser: Int
    let kicksSamePlatform: Bool

    init(_ values: ConfigurationValues) {
        store = StoreConfiguration(values, file: "presence.db")
        // Sessions are locked before they are decided on, and a user's by the account.
        store.location.isolation = .readCommitted
        keysFile = values.text("keys-file")
        signaling = values.endpoints("signaling")
        lease = values.duration("lease")
        resumeWindow = values.duration("resume-window")
        loginFailures = values.integer("login-failures")
        loginFailuresOfUser = values.integer("login-failures-user")
        kicksSamePlatform = values.flag("kick-same-platform")
    }

    static func conflicts(in values: ConfigurationValues) -> [String] {
        var complaints = StoreConfiguration.conflicts(in: values)
        if values.text("keys-file").isEmpty { complaints.append("keys-file: must not be empty") }
        return complaints
    }
}
