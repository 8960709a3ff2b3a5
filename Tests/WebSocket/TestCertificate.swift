import Foundation
import WebSocket

/// A self-signed certificate for localhost and 127.0.0.1, made once per run.
struct TestCertificate: Sendable {
    let certificateFile: String
    let keyFile: String

    static let shared = TestCertificate(names: "DNS:localhost,IP:127.0.0.1")
    /// For another host.
    static let foreign = TestCertificate(names: "DNS:elsewhere.example")

    var tls: WebSocketServer.TLS { WebSocketServer.TLS(certificateFile: certificateFile, keyFile: keyFile) }

    private init(names: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ws-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificateFile = folder.appendingPathComponent("cert.pem").path
        keyFile = folder.appendingPathComponent("key.pem").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", keyFile, "-out", certificateFile,
        ]
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
    }
}
