import Bus
import Database
import Foundation
import PresenceCore
import ServiceKit
import UserSig

/// The steps of the start that can fail, with the exit codes that tell an operator whose mistake it is.
extension KeyFile {
    /// Exits 78 with every complaint if the file is not as it must be.
    static func orExit(path: String, log: Log) -> KeyFile {
        do {
            return try KeyFile(path: path)
        } catch {
            FileHandle.standardError.write(Data("presence: configuration: \(error.description)\n".utf8))
            log.error("keys refused", ["path": path])
            exit(78)  // EX_CONFIG of sysexits.h
        }
    }
}

extension PresenceStore {
    /// Opens the store in `folder`, which is made if it is not there.
    init(
        folder: String, durability: DatabaseLocation.Durability, rules: SessionRules, instance: String
    ) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var file = DatabaseLocation.file(folder + "/presence.db", claim: .exclusive(holder: instance))
        file.durability = durability
        database = try Database(file, schema: Self.schema)
        self.rules = rules
    }

    /// Ends the process with one sentence if the store cannot be opened: without it there is nothing to do.
    static func orRefuse(_ boot: Boot<PresenceConfiguration>, rules: SessionRules) -> PresenceStore {
        let folder = boot.configuration.dataFolder
        do {
            return try PresenceStore(
                folder: folder, durability: boot.configuration.durability, rules: rules, instance: boot.instance)
        } catch let error as DatabaseError {
            boot.refuseToStart(
                error.sentence(about: folder + "/presence.db"), isMisconfiguration: error.isMisconfiguration)
        } catch {
            boot.refuseToStart("\(folder) failed: \(error)", isMisconfiguration: false)
        }
    }

    /// Asks the store a question, as a real call would.
    var health: HealthState {
        get async {
            do {
                _ = try await sessionCount()
                return .serving
            } catch DatabaseError.overloaded {
                // It works, and refuses what is too much. To be left out would only move the load.
                return .serving
            } catch { return .notServing("store: \(error)") }
        }
    }
}

extension PresenceStore: Part {
    var name: String { "store" }

    func start() async throws {}

    func drain(within limit: Duration) async { await database.close() }
}
