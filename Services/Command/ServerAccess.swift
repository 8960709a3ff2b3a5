import CallClient
import CallModel
import Foundation
import UserSig

/// What phones that this command makes need to use a server: where it is, and the keys that make anybody's UserSig.
struct ServerAccess {
    /// `wss://host:port`, several separated by commas.
    let servers: String
    let keysFile: URL
    let certificate: URL

    /// A server somewhere else, with the folder that `partyline keys` filled for it.
    init(servers: String, keysFolder: URL) {
        self.servers = servers
        keysFile = keysFolder.appendingPathComponent("keys.conf")
        certificate = keysFolder.appendingPathComponent("tls/cert.pem")
    }

    /// A stack on this host.
    init(_ layout: StackLayout) { self.init(servers: layout.clientAddress, keysFolder: layout.data) }

    /// The options of `partyline phone`.
    var phoneFlags: [String] { ["--server", servers, "--keys", keysFile.path, "--ca", certificate.path] }

    /// A client in this process.
    func configuration(device: String) -> ClientConfiguration {
        let all = servers.split(separator: ",").map(String.init)
        return ClientConfiguration(
            server: all.first ?? "", alternatives: Array(all.dropFirst()), trust: .certificateFile(certificate.path),
            deviceID: device, deviceName: "partyline load", platform: .commandLine)
    }

    /// The app's id and a token for each user.
    func tokens() throws -> (sdkAppID: Int32, token: @Sendable (UserID) -> String) {
        let keys = try KeyFile(reading: keysFile)
        let now = Date()
        return (Int32(truncatingIfNeeded: keys.sdkAppID), { keys.userSig(for: $0, expire: 86_400, at: now) })
    }
}
