public import Database
public import ServiceKit
import Foundation

extension ConfigurationKey {
    /// The keys of a service that has a store, beside `data-dir`, whose help each service words itself.
    public static let store: [ConfigurationKey] = [
        .text(
            "store",
            "PostgreSQL server that has the tables, as postgresql://user:password@host/database: for several replicas. Empty: a file in data-dir.",
            isSecret: true),
        .storeDurability,
    ]
}

/// Which store a service was told to use: a server (`store`), or else a file in the folder `data-dir`.
public struct StoreConfiguration: Sendable {
    /// Where the tables are, without the claim on a file, which `open` makes.
    public var location: DatabaseLocation
    /// The file's path, or the server's host and database: for sentences and logs. Holds no secret.
    public let place: String
    /// Made if it is not there. `nil`: nothing of the store's is on this host.
    private let folder: String?

    /// Takes values without conflicts. `file` is the store's name in the folder.
    public init(_ values: ConfigurationValues, file: String) {
        if let address = values.optionalText("store") {
            self.init(server: .server(address))
        } else {
            self.init(folder: values.path("data-dir"), file: file)
            location.durability = DatabaseLocation.Durability(name: values.text("store-durability")) ?? .power
        }
    }

    /// A file in a folder.
    public init(folder: String, file: String) {
        self.folder = folder
        place = folder + "/" + file
        location = .file(place)
    }

    /// Tables in a server.
    public init(server: DatabaseLocation) {
        location = server
        place = server.description
        folder = nil
    }

    /// What is wrong with the keys, in the operator's words. The address is not repeated: it may hold a password.
    public static func conflicts(in values: ConfigurationValues) -> [String] {
        var conflicts: [String] = []
        if let address = values.optionalText("store"), !DatabaseLocation.isServerAddress(address) {
            conflicts.append("store: is no address of a PostgreSQL server, like postgresql://user@host:5432/database")
        }
        if values.path("data-dir").isEmpty { conflicts.append("data-dir: must not be empty") }
        return conflicts
    }

    /// Opens the store and brings its tables up to date. A server that is away is no failure: transactions throw
    /// `unavailable` until it is there (`StorePart` waits for it). `holder`: who says so to a second process on a file.
    public func open(_ schema: Schema, holder: String) throws -> Database {
        if let folder {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        var location = location
        location.claim = .exclusive(holder: holder)
        location.writer = "\(holder)/\(UUID().uuidString.prefix(8).lowercased())"
        return try Database(awaiting: location, schema: schema)
    }
}

extension Boot {
    /// Opens the service's store, or ends the process with one sentence: without it there is nothing to do.
    public func openStore(_ store: StoreConfiguration, _ schema: Schema) -> Database {
        do {
            return try store.open(schema, holder: instance)
        } catch let error as DatabaseError {
            refuseToStart(error.sentence(about: store.place), isMisconfiguration: error.isMisconfiguration)
        } catch {
            refuseToStart("\(store.place) failed: \(error)", isMisconfiguration: false)
        }
    }
}
