import Bus
import BusKeys
import Crypto
import Foundation
import Wire

/// Whether a service's bus is encrypted, and with which keys, as its configuration says.
enum BusProtection: Equatable {
    /// Nothing of it leaves the host, or the operator said `none` by name.
    case none
    case curve(KeyFolder, BusSecurity)

    /// Throws everything that speaks against it.
    init(_ values: ConfigurationValues, service: String, at time: Date = Date()) throws(KeyFolderProblems) {
        let exposed = values.networkEndpoints
        guard !exposed.isEmpty else {
            self = .none
            return
        }
        if values.text("bus-encryption") == "none" {
            guard values.text("mode") != "production" else {
                throw KeyFolderProblems([
                    "mode = production refuses bus-encryption = none while there is TCP: \(exposed.joined(separator: ", "))"
                ])
            }
            self = .none
            return
        }
        guard let path = values.optionalText("bus-keys") else {
            throw KeyFolderProblems([
                "bus-keys is not set, and there is TCP to encrypt: \(exposed.joined(separator: ", ")); "
                    + "`partyline keys bus --out DIR` makes a folder, bus-encryption = none does without (not in production)"
            ])
        }
        let folder = KeyFolder(path: path)
        let role = BusRole(service)
        do throws(KeyFolderProblems) {
            self = .curve(folder, try folder.read().security(of: role, at: time))
        } catch {
            throw KeyFolderProblems(error.list.map { "bus-keys = \(path): \($0)" })
        }
    }

    /// The same as complaints about the configuration.
    static func conflicts(in values: ConfigurationValues, service: String) -> [String] {
        var problems: [String] = []
        if case .endpoint(let endpoint) = TapBind(values.text("tap-bind")), !BusTarget.isBindable(endpoint) {
            problems.append("tap-bind is auto, off or an endpoint to bind, not \(endpoint)")
        }
        do throws(KeyFolderProblems) {
            _ = try BusProtection(values, service: service)
            return problems
        } catch {
            return problems + error.list
        }
    }

    /// What taps show instead of secrets. With the key of an installation equal secrets look equal at every process; without
    /// one, at this one only.
    var mask: SecretMask {
        var key = SecureRandom.bytes(32)
        if case .curve(_, let security) = self, !security.maskKey.isEmpty { key = security.maskKey }
        return SecretMask { [key] in hmacSHA256(key: key, $0) }
    }

    static func == (left: BusProtection, right: BusProtection) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.curve(let folder, let security), .curve(let other, let others)):
            folder.url == other.url && security == others
        case (.none, .curve), (.curve, .none): false
        }
    }
}

extension ConfigurationValues {
    /// The keys whose endpoints leave the host, with their values.
    var networkEndpoints: [String] {
        entries.compactMap { entry in
            switch entry.key.kind {
            case .bind, .endpoint: entry.text.hasPrefix("tcp://") ? "\(entry.key.name) = \(entry.text)" : nil
            case .endpoints:
                parseEndpoints(entry.text).contains { $0.hasPrefix("tcp://") }
                    ? "\(entry.key.name) = \(entry.text)" : nil
            case .text, .choice, .integer, .duration, .flag, .path: nil
            }
        }
    }
}

extension TapBind {
    /// As the key `tap-bind` says it.
    init(_ text: String) {
        switch text {
        case "auto": self = .automatic
        case "off", "": self = .off
        default: self = .endpoint(text)
        }
    }
}
