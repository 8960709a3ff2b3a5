import CallModel
import Crypto
import Foundation
import TestSupport
import Testing
import UserSig
import Zlib

private let secret = SecretKey("5bd2850fff3ecb11d7c805251c51ee463a25727bddc2385f3fa8bfee1bb93b5e")
private let app: UInt32 = 1_400_000_000
private let alice = UserID("alice")
private let issued = WallTime(milliseconds: 1_700_000_000_000)
private let verifier = UserSigVerifier(sdkAppID: app, keys: [secret])

/// Tokens made by the reference generator, not by us.
private let published =
    "eJyrVgrxCdYrSy1SslJQMtIzUNJRAItkpqTmlWSmZUIkEnMyk1NhUsUp2YkFBZkpQAlDEwMogMqlVhRkFqUCZSzMTOCCJZm5ICFDczTFxZnpIMPN3HOzsrxyPA2i0spSspwNCr0q3bI8svN8Cj3DUos8zYoKvPzTwyvS0g2zbZVqAQj3Msk_"
private let publishedWithBuffer =
    "eJyrVgrxCdYrSy1SslJQMtIzUNJRAItkpqTmlWSmZUIkEnMyk1NhUsUp2YkFBZkpQAlDEwMogMqlVhRkFqUCZSzMTOCCJZm5ICFDczTFpcWpRUmlaSALIsO9suDmZ6aDhApTgrIySgO8PMo8E51NA5J8jcosoiKKfIKCzNwSg8IzXEMq0n0s-YoSA3xtlWoBsRE4xw__"

/// A token around any content, as an attacker can make it.
private func token(_ json: String) throws -> String { token(packed: try zlibCompressed(Array(json.utf8))) }

private func token(packed: [UInt8]) -> String {
    base64(packed).replacing("+", with: "*").replacing("/", with: "-").replacing("=", with: "_")
}

private func content(_ token: String) throws -> [String: Any] {
    let standard = token.replacing("*", with: "+").replacing("-", with: "/").replacing("_", with: "=")
    let json = try zlibDecompressed(try #require(base64Decoded(standard)), limit: 10_000)
    return try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
}

private func refusal(
    _ token: String, user: UserID = alice, app: UInt32 = app, at now: WallTime = issued,
    by verifier: UserSigVerifier = verifier
) -> UserSigError? {
    do {
        _ = try verifier.verify(token, user: user, sdkAppID: app, at: now)
        return nil
    } catch { return error }
}

@Suite("UserSig")
struct UserSigTests {
    @Test("the reference generator's tokens are valid")
    func acceptsPublishedTokens() throws {
        let plain = try verifier.verify(published, user: alice, sdkAppID: app, at: issued)
        #expect(plain == UserSig(userID: alice, sdkAppID: app, issuedAt: issued, lifetime: .seconds(86_400)))
        let buffered = try verifier.verify(publishedWithBuffer, user: alice, sdkAppID: app, at: issued)
        #expect(buffered.userBuffer == Array("abc".utf8))
    }

    @Test("our signature is the reference generator's")
    func signsAlike() throws {
        let plain = UserSig(userID: alice, sdkAppID: app, issuedAt: issued, lifetime: .seconds(86_400))
        let buffered = UserSig(
            userID: alice, sdkAppID: app, issuedAt: issued, lifetime: .seconds(86_400), userBuffer: Array("abc".utf8))
        let one = try content(plain.token(key: secret))
        #expect(one["TLS.sig"] as? String == "6GmjjJlI0ZfvdjC0qJyFjHknLqIVerI6rpJOgWxfg1k=")
        #expect(one["TLS.ver"] as? String == "2.0")
        #expect(one["TLS.identifier"] as? String == "alice")
        #expect(one["TLS.sdkappid"] as? Int == 1_400_000_000)
        #expect(one["TLS.time"] as? Int == 1_700_000_000)
        #expect(one["TLS.expire"] as? Int == 86_400)
        #expect(one["TLS.userbuf"] == nil)
        let other = try content(buffered.token(key: secret))
        #expect(other["TLS.sig"] as? String == "qdRjhuPJHvIaC5PbM2v8ZXrLRR6FaRWhETxgL9NraPM=")
        #expect(other["TLS.userbuf"] as? String == "YWJj")
    }

    @Test("what we make we accept, and it survives a URL")
    func roundTrips() throws {
        var random = SeededGenerator(seed: 7)
        for length in 0..<100 {
            let sig = UserSig(
                userID: alice, sdkAppID: app, issuedAt: issued, lifetime: .seconds(length + 1),
                userBuffer: random.bytes(length))
            let token = sig.token(key: secret)
            #expect(token.allSatisfy { $0.isLetter || $0.isNumber || "*-_".contains($0) })
            #expect(try verifier.verify(token, user: alice, sdkAppID: app, at: issued) == sig)
        }
    }

    @Test("spacing, order and unknown members of the JSON do not matter")
    func readsByFields() throws {
        let json = """
            { "TLS.sig" : "6GmjjJlI0ZfvdjC0qJyFjHknLqIVerI6rpJOgWxfg1k=", "more": [1, {}],
              "TLS.expire": 86400, "TLS.time": 1700000000, "TLS.sdkappid": 1400000000,
              "TLS.identifier": "alice", "TLS.ver": "2.0" }
            """
        #expect(refusal(try token(json)) == nil)
    }

    @Test("it is valid to the very second of its end, by the clock that is passed in")
    func expires() {
        let end = issued + .seconds(86_400)
        #expect(refusal(published, at: end) == nil)
        #expect(refusal(published, at: end + .milliseconds(999)) == nil)
        #expect(refusal(published, at: end + .seconds(1)) == .expired)
        #expect(refusal(published, at: .zero) == nil)
    }

    @Test("another user, another app, another key and an unknown app have their own numbers")
    func namesMismatches() {
        #expect(refusal(published, user: UserID("bob")) == .wrongUser)
        #expect(refusal(published, user: UserID("Alice")) == .wrongUser)
        let other = UserSigVerifier(sdkAppID: 1_600_000_000, keys: [secret])
        #expect(refusal(published, app: 1_600_000_000, by: other) == .wrongApp)
        #expect(refusal(published, app: 1) == .appUnknown)
        #expect(refusal(published, by: UserSigVerifier(sdkAppID: app, keys: [SecretKey("other")])) == .wrongKey)
    }

    @Test("during a change of keys both are accepted, afterwards only the new one")
    func rotatesKeys() {
        let next = SecretKey("next")
        let token = UserSig(userID: alice, sdkAppID: app, issuedAt: issued).token(key: next)
        let during = UserSigVerifier(sdkAppID: app, keys: [next, secret])
        #expect(refusal(token, by: during) == nil)
        #expect(refusal(published, by: during) == nil)
        #expect(refusal(published, by: UserSigVerifier(sdkAppID: app, keys: [next])) == .wrongKey)
    }

    @Test("public numbers are the public ones")
    func numbers() {
        #expect(UserSigError.allCases.map(\.number) == [70001, 70002, 70003, 70005, 70009, 70013, 70014, 70020])
    }

    @Test("a key does not print")
    func hidesTheKey() {
        #expect(!"\(secret)".contains("5bd2"))
        #expect(!String(reflecting: secret).contains("5bd2"))
        var text = ""
        dump([secret], to: &text)
        #expect(!text.contains("5bd2") && !text.contains("53"))
    }
}

@Suite("Hostile UserSigs")
struct HostileUserSigTests {
    @Test("empty and cut-off tokens have their own numbers")
    func namesTruncation() {
        #expect(refusal("") == .empty)
        for length in 1..<published.count { #expect(refusal(String(published.prefix(length))) == .truncated) }
        #expect(refusal(published + "\n") == .truncated)
        #expect(refusal(" " + published) == .truncated)
        #expect(refusal(published.replacing("_", with: "=")) == .truncated)
        #expect(refusal("ä") == .truncated)
    }

    @Test("content that is no UserSig is refused by number")
    func refusesOtherContent() throws {
        let good: [String: Any] = try content(published)
        func altered(_ name: String, _ value: Any?) throws -> UserSigError? {
            var members = good
            members[name] = value
            let json = try JSONSerialization.data(withJSONObject: members)
            return refusal(try token(String(decoding: json, as: UTF8.self)))
        }
        for name in good.keys { #expect(try altered(name, nil) == .checkFailed, "without \(name)") }
        #expect(try altered("TLS.ver", "1.0") == .checkFailed)
        #expect(try altered("TLS.ver", 2) == .checkFailed)
        #expect(try altered("TLS.time", -1) == .checkFailed)
        #expect(try altered("TLS.time", Int64.max) == .checkFailed)
        #expect(try altered("TLS.time", "1700000000") == .checkFailed)
        #expect(try altered("TLS.expire", Int64.max) == .checkFailed)
        #expect(try altered("TLS.expire", -5) == .checkFailed)
        #expect(try altered("TLS.expire", 86_401) == .wrongKey)
        #expect(try altered("TLS.time", 1_700_000_001) == .wrongKey)
        #expect(try altered("TLS.sdkappid", 1_400_000_001) == .wrongApp)
        #expect(try altered("TLS.sdkappid", -1) == .wrongApp)
        #expect(try altered("TLS.identifier", "alice\nTLS.sdkappid:1") == .wrongUser)
        #expect(try altered("TLS.sig", "") == .wrongKey)
        #expect(try altered("TLS.sig", "no base64!") == .checkFailed)
        #expect(try altered("TLS.sig", base64([UInt8](repeating: 0, count: 32))) == .wrongKey)
        #expect(try altered("TLS.userbuf", "YWJj") == .wrongKey)
        #expect(try altered("TLS.userbuf", "not base64") == .checkFailed)
    }

    @Test("what is no JSON object is refused")
    func refusesOtherJSON() throws {
        #expect(refusal(try token("")) == .truncated)
        #expect(refusal(try token("{")) == .truncated)
        #expect(refusal(try token("\u{0}")) == .truncated)
        #expect(refusal(try token("[]")) == .checkFailed)
        #expect(refusal(try token("{}")) == .checkFailed)
        #expect(refusal(token(packed: try zlibCompressed([0xFF, 0xFE, 0x00]))) == .truncated)
        let deep = String(repeating: "[", count: 8_000)
        #expect(refusal(try token(deep)) != nil)
        let deepObject = String(repeating: "{\"a\":", count: 3_000) + "1" + String(repeating: "}", count: 3_000)
        #expect(refusal(try token(deepObject)) != nil)
    }

    @Test("a token that unpacks to megabytes is refused at the limit")
    func refusesABomb() throws {
        let bomb = try token(String(repeating: " ", count: 5_000_000) + "{}")
        #expect(bomb.count < UserSigVerifier.longestToken)
        #expect(refusal(bomb) == .truncated)
        #expect(refusal(String(repeating: "A", count: UserSigVerifier.longestToken + 4)) == .truncated)
    }

    @Test("no change of a token makes another valid one", arguments: 0..<8)
    func survivesMutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-_".utf8)
        let json = try JSONSerialization.data(withJSONObject: content(published))
        for _ in 0..<100 {
            var text = Array(published.utf8)
            for _ in 0..<random.next(in: 1...3) {
                text[random.next(in: 0...(text.count - 1))] = alphabet[random.next(in: 0...(alphabet.count - 1))]
            }
            let changed = String(decoding: text, as: UTF8.self)
            if changed != published { #expect(refusal(changed) != nil, "seed \(seed): \(changed)") }

            var inner = Array(json)
            inner[random.next(in: 0...(inner.count - 1))] = random.bytes(1)[0]
            let mutated = token(packed: try zlibCompressed(inner))
            if let accepted = try? verifier.verify(mutated, user: alice, sdkAppID: app, at: issued) {
                // Only what says the same may pass: an unknown member's name, a blank.
                #expect(accepted.expiresAt == issued + .seconds(86_400), "seed \(seed)")
            }
        }
    }
}
