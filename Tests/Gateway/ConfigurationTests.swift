import Foundation
import ServiceKit
import Testing

@testable import gateway

@Suite("The gateway's configuration")
struct ConfigurationTests {
    private static let reference = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Services/Gateway/Service/reference.conf")

    @Test("the reference file lists every key with its default")
    func reference() throws {
        let text = try String(contentsOf: Self.reference, encoding: .utf8)
        #expect(text == ReferenceConfiguration.text(for: GatewayConfiguration.self, service: "gateway"))
        #expect(
            ReferenceConfiguration.complaints(about: text, for: GatewayConfiguration.self, service: "gateway") == [])
    }

    @Test("TLS is needed unless plaintext is asked for by name, and silence must be longer than a heartbeat")
    func conflicts() throws {
        let text = try String(contentsOf: Self.reference, encoding: .utf8)
        func conflicts(_ changes: [(String, String)]) -> Int {
            let changed = changes.reduce(text) { $0.replacing("\n\($1.0)", with: "\n\($1.1)") }
            return ReferenceConfiguration.complaints(
                about: changed, for: GatewayConfiguration.self, service: "gateway"
            ).filter { !$0.contains("its default is") }.count
        }
        #expect(conflicts([]) == 0)
        let noCertificate = ("tls-certificate = state/tls/cert.pem", "tls-certificate =")
        #expect(conflicts([noCertificate]) == 1)
        #expect(conflicts([noCertificate, ("allow-plaintext = false", "allow-plaintext = true")]) == 0)
        #expect(
            conflicts([
                ("silence-limit = 12s", "silence-limit = 5s"), ("presence = tcp://127.0.0.1:7102", "presence ="),
            ]) == 2)
    }
}
