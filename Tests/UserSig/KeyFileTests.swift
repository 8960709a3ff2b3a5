import Testing
import UserSig

@Suite("The key file")
struct KeyFileTests {
    @Test("a key file gives the app and its keys, the current one first")
    func readsKeys() throws {
        let text =
            "# made today\n sdk-app-id = 1400000000\nsecret-key=abcdefghijklmnopq\n\nprevious-secret-key = ABCDEFGHIJKLMNOPQ\n"
        let file = try KeyFile(text: text, path: "keys.conf")
        #expect(file.sdkAppID == 1_400_000_000)
        #expect(file.secretKey == SecretKey("abcdefghijklmnopq"))
        #expect(file.previousSecretKey == SecretKey("ABCDEFGHIJKLMNOPQ"))
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

    @Test("what is written is read back, and a rotation keeps the former key as the previous one")
    func writesKeys() throws {
        let file = KeyFile.fresh(sdkAppID: 1_400_000_000)
        #expect(try KeyFile(text: file.text, path: "keys.conf") == file)
        let rotated = file.rotated()
        #expect(rotated.previousSecretKey == file.secretKey && rotated.secretKey != file.secretKey)
        #expect(try KeyFile(text: rotated.text, path: "keys.conf") == rotated)
    }
}
