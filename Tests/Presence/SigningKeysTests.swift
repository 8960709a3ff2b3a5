import CallModel
import Foundation
import ServiceKit
import TestSupport
import Testing
import UserSig

@testable import presence

@Suite("Signing keys while presence runs")
struct SigningKeysTests {
    private let now = WallTime(milliseconds: 1_700_000_000_000)
    private let alice = UserID("alice")

    private func write(_ file: KeyFile, to path: String) throws {
        try file.text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func isTaken(_ key: SecretKey, by keys: SigningKeys) -> Bool {
        let token = UserSig(userID: alice, sdkAppID: appID, issuedAt: now).token(key: key)
        return (try? keys.verifier.verify(token, user: alice, sdkAppID: appID, at: now)) != nil
    }

    @Test(
        "a rotation is seen: tokens of the new key and of the one before are taken, after the next only those of the last two"
    )
    func rotates() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("keys.conf")
        let first = KeyFile.fresh(sdkAppID: appID)
        try write(first, to: path)
        let keys = SigningKeys(first, path: path, log: .discarding)
        let second = first.rotated()
        try write(second, to: path)
        #expect(!isTaken(second.secretKey, by: keys))
        keys.look()
        #expect(isTaken(second.secretKey, by: keys) && isTaken(first.secretKey, by: keys))
        let third = second.rotated()
        try write(third, to: path)
        keys.look()
        #expect(isTaken(third.secretKey, by: keys) && isTaken(second.secretKey, by: keys))
        #expect(!isTaken(first.secretKey, by: keys))
    }

    @Test("a file with mistakes, of another app, or gone changes nothing")
    func keepsWhatItHas() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("keys.conf")
        let good = KeyFile.fresh(sdkAppID: appID)
        let keys = SigningKeys(good, path: path, log: .discarding)
        keys.look()
        #expect(isTaken(good.secretKey, by: keys))
        try "secret-key = short".write(toFile: path, atomically: true, encoding: .utf8)
        keys.look()
        #expect(isTaken(good.secretKey, by: keys))
        let foreign = KeyFile.fresh(sdkAppID: 7)
        try write(foreign, to: path)
        keys.look()
        #expect(isTaken(good.secretKey, by: keys) && !isTaken(foreign.secretKey, by: keys))
        let next = good.rotated()
        try write(next, to: path)
        keys.look()
        #expect(isTaken(next.secretKey, by: keys))
    }
}
