import Database
import ServiceKit

/// What push can be told from outside; `reference.conf` lists it with defaults.
struct PushConfiguration: ServiceConfiguration {
    static let keys =
        ConfigurationKey.common(busPort: 7104) + [
            .path("data-dir", default: "state/push", "Folder of the token and job store, and of push.log."),
            .storeDurability,
            .endpoints("signaling", default: "tcp://127.0.0.1:7103", "Where to report what became of a push."),
        ]

    let dataFolder: String
    let durability: DatabaseLocation.Durability
    let signaling: [String]

    init(_ values: ConfigurationValues) {
        dataFolder = values.path("data-dir")
        durability = DatabaseLocation.Durability(name: values.text("store-durability")) ?? .power
        signaling = values.endpoints("signaling")
    }
}
