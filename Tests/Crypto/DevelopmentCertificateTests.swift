import Crypto
import Foundation
import Testing

/// What the openssl command says about `input`: an implementation of reading that is not ours.
private func openssl(_ arguments: [String], _ input: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    let source = Pipe()
    let result = Pipe()
    process.standardInput = source
    process.standardOutput = result
    process.standardError = result
    try process.run()
    source.fileHandleForWriting.write(Data(input.utf8))
    source.fileHandleForWriting.closeFile()
    let output = result.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
}

@Suite("Development certificate")
struct DevelopmentCertificateTests {
    @Test("the certificate names this host in every way a client may")
    func namesTheHost() throws {
        let made = try DevelopmentCertificate(days: 30)
        let text = try openssl(["x509", "-noout", "-text"], made.certificate)
        #expect(text.contains("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"))
        #expect(text.contains("CA:FALSE"))
        #expect(text.contains("TLS Web Server Authentication"))
        #expect(text.contains("Version: 3 (0x2)"))
        #expect(text.contains("NIST CURVE: P-256"))
    }

    @Test("it is valid now, for the days asked, and signed by its own key")
    func isValid() throws {
        let made = try DevelopmentCertificate(days: 30)
        let soon = try openssl(["x509", "-noout", "-checkend", "\(29 * 86_400)"], made.certificate)
        #expect(soon.contains("will not expire"))
        let late = try openssl(["x509", "-noout", "-checkend", "\(30 * 86_400)"], made.certificate)
        #expect(late.contains("will expire"))
        let fromCertificate = try openssl(["x509", "-noout", "-pubkey"], made.certificate)
        #expect(try openssl(["pkey", "-pubout"], made.key) == fromCertificate)
    }

    @Test("two certificates share neither key nor serial number")
    func differs() throws {
        let one = try DevelopmentCertificate()
        let other = try DevelopmentCertificate()
        #expect(one.key != other.key)
        #expect(
            try openssl(["x509", "-noout", "-serial"], one.certificate)
                != openssl(["x509", "-noout", "-serial"], other.certificate))
    }

    @Test("the key file is its owner's alone, also when it replaces one that was open to all")
    func protectsTheKey() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(SecureRandom.uuid())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = folder.appendingPathComponent("cert.pem").path
        let key = folder.appendingPathComponent("key.pem").path
        try Data("old".utf8).write(to: URL(fileURLWithPath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let made = try DevelopmentCertificate()
        try made.write(certificatePath: certificate, keyPath: key)
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try String(contentsOfFile: key, encoding: .utf8) == made.key)
        #expect(try String(contentsOfFile: certificate, encoding: .utf8) == made.certificate)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test("a folder that is not there is named by the system's error")
    func reportsFiles() throws {
        let made = try DevelopmentCertificate()
        #expect(throws: CryptoError.file(code: ENOENT)) {
            try made.write(certificatePath: "/nowhere/cert.pem", keyPath: "/nowhere/key.pem")
        }
    }
}
