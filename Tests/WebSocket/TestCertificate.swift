import Crypto
import Foundation
import WebSocket

/// A self-signed certificate for localhost, 127.0.0.1 and ::1, made once per run.
struct TestCertificate: Sendable {
    let certificateFile: String
    let keyFile: String

    static let shared = TestCertificate()
    /// Another one for the same names.
    static let foreign = TestCertificate()

    var tls: WebSocketServer.TLS { WebSocketServer.TLS(certificateFile: certificateFile, keyFile: keyFile) }

    private init() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ws-\(UUID().uuidString)")
        certificateFile = folder.appendingPathComponent("cert.pem").path
        keyFile = folder.appendingPathComponent("key.pem").path
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try DevelopmentCertificate().write(certificatePath: certificateFile, keyPath: keyFile)
        } catch {
            fatalError("no test certificate: \(error)")
        }
    }
}
