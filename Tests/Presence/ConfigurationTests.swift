import Foundation
import ServiceKit
import Testing
import UserSig

@testable import presence

@Suite("Presence configuration")
struct ConfigurationTests {
    @Test("the reference file is the defaults")
    func reference() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Services/Presence/Service/reference.conf")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text == ReferenceConfiguration.text(for: PresenceConfiguration.self, service: "presence"))
        #expect(
            ReferenceConfiguration.complaints(about: text, for: PresenceConfiguration.self, service: "presence") == [])
    }
}
