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

    @Test("a key file gives the app and its keys, the current one first")
    func readsKeys() throws {
        let text =
            "# made today\n sdk-app-id = 1400000000\nsecret-key=abcdefghijklmnopq\n\nprevious-secret-key = ABCDEFGHIJKLMNOPQ\n"
        let file = try KeyFile(text: text, path: "keys.conf")
        #expect(file.sdkAppID == 1_400_000_000)
        #expect(file.keys == [SecretKey("abcdefghijklmnopq"), SecretKey("ABCDEFGHIJKLMNOPQ")])
    }

    @Test("everything that is wrong with a key file is told at once, and no key with it")
    func complains() {
        let text = "sdk-app-id = many\nsecret-key = short\nsecret-key = tiny\ncolour = red\nnonsense\n"
        do {
            _ = try KeyFile(text: text, path: "keys.conf")
            Issue.record("accepted")
        } catch {
            let lines = error.description.split(separator: "\n")
            #expect(lines.count == 5, "\(lines)")
            #expect(!error.description.contains("short") && !error.description.contains("tiny"))
        }
        #expect(throws: KeyFile.Problem.self) { _ = try KeyFile(path: "/nowhere/keys.conf") }
    }
}
