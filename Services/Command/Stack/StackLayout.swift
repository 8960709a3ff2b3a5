import CommandLineKit
import Foundation

/// Where the five services of one host keep their state and listen.
struct StackLayout {
    /// The services in the order in which they start; they stop in reverse.
    enum Service: String, CaseIterable {
        case presence
        case push
        case media
        case signaling
        case gateway
    }

    /// Everything that is written lies below it.
    let data: URL
    /// WebSocket over TLS, for clients.
    var clientPort: Int
    /// First of five consecutive ports: gateway, presence, signaling, push, media (7101 to 7105 by default).
    var busPort: Int
    /// First UDP port of media; one more per loop.
    var mediaPort: Int
    /// Encrypted even on one host: what runs here runs the same on several.
    var isBusEncrypted = true
    /// Address of the PostgreSQL server that has the tables; `nil`: files below `data`.
    var store: String?
    /// Extra flags for every service, as `--key=value`.
    var overrides: [Service: [String]] = [:]

    var keysFile: URL { data.appendingPathComponent("keys.conf") }
    var certificate: URL { data.appendingPathComponent("tls/cert.pem") }
    var privateKey: URL { data.appendingPathComponent("tls/key.pem") }
    var busKeys: URL { data.appendingPathComponent("bus") }
    var logs: URL { data.appendingPathComponent("log") }
    var clientAddress: String { "wss://localhost:\(clientPort)" }

    func busEndpoint(_ service: Service) -> String { "tcp://127.0.0.1:\(busPort + offset(service))" }

    func log(_ service: Service) -> URL { logs.appendingPathComponent("\(service.rawValue).log") }

    /// Written while the stack runs: a line per service, its name and its bus endpoint. `zmqinspect --data` reads it.
    var endpointsFile: URL { data.appendingPathComponent("run/endpoints") }

    func pidFile(_ service: Service) -> URL { data.appendingPathComponent("run/\(service.rawValue).pid") }

    func state(_ service: Service) -> URL { data.appendingPathComponent(service.rawValue) }

    /// What the service's bus did last before it crashed, crash after crash.
    func crashFile(_ service: Service) -> URL { state(service).appendingPathComponent("crash.log") }

    /// The flags one service is started with.
    func flags(_ service: Service) -> [String] {
        var flags = [
            "--bus-bind=\(busEndpoint(service))", "--exit-with-stdin=true", "--crash-file=\(crashFile(service).path)",
        ]
        flags += isBusEncrypted ? ["--bus-keys=\(busKeys.path)"] : ["--bus-encryption=none"]
        switch service {
        case .presence:
            flags += ["--data-dir=\(state(service).path)", "--keys-file=\(keysFile.path)", peer(.signaling)]
        case .push:
            flags += ["--data-dir=\(state(service).path)", peer(.signaling)]
        case .media:
            flags += ["--udp-port=\(mediaPort)"]
        case .signaling:
            flags += ["--data-dir=\(state(service).path)", peer(.presence), peer(.push), peer(.media)]
        case .gateway:
            flags += [
                "--client-port=\(clientPort)", "--tls-certificate=\(certificate.path)", "--tls-key=\(privateKey.path)",
                peer(.presence), peer(.signaling), peer(.push),
            ]
        }
        return flags + (overrides[service] ?? [])
    }

    /// What a service is told in a way that others on this host cannot read: the address may hold a password.
    func environment(_ service: Service) -> [String: String] {
        switch service {
        case .presence, .push, .signaling: store.map { ["\(service.rawValue.uppercased())_STORE": $0] } ?? [:]
        case .media, .gateway: [:]
        }
    }

    /// Creates the folders, private to this user: they hold keys and state. A failure names the one that cannot be made.
    func createFolders() throws {
        let folders = [data, logs, data.appendingPathComponent("run"), data.appendingPathComponent("tls")]
        for folder in folders + Service.allCases.map(state) {
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw VerbFailure(
                    "cannot make the folder \(folder.path): \(error.localizedDescription)", code: .cannotCreate)
            }
        }
    }

    private func peer(_ service: Service) -> String { "--\(service.rawValue)=\(busEndpoint(service))" }

    private func offset(_ service: Service) -> Int {
        switch service {
        case .gateway: 0
        case .presence: 1
        case .signaling: 2
        case .push: 3
        case .media: 4
        }
    }
}
