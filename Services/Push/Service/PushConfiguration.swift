import Database
import ServiceKit
import ServiceStore

/// What push can be told from outside; `reference.conf` lists it with defaults.
struct PushConfiguration: ServiceConfiguration {
    static let keys =
        ConfigurationKey.common(busPort: 7104) + [
            .path("data-dir", default: "state/push", "Folder of the token and job store, and of push.log.")
        ] + ConfigurationKey.store + [
            .endpoints("signaling", default: "tcp://127.0.0.1:7103", "Where to report what became of a push.")
        ]

    static func conflicts(in values: ConfigurationValues) -> [String] { StoreConfiguration.conflicts(in: values) }

    let dataFolder: String
    var store: StoreConfiguration
    let signaling: [String]

    init(_ values: ConfigurationValues) {
        dataFolder = values.path("data-dir")
        store = StoreConfiguration(values, file: "push.sqlite")
        // A job is written only over the state that it was decided on.
        store.location.isolation = .readCommitted
        signaling = values.endpoints("signaling")
    }
}
