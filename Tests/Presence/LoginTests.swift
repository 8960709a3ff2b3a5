import CallModel
import Testing
import UserSig
import Wire

@testable import presence

@Suite("Presence logins and profiles")
struct LoginTests {
    private func refused(_ presence: PresenceHarness, _ change: (inout Proto.OpenSessionRequest) -> Void) async
        -> RPCError?
    {
        var request = presence.request()
        change(&request)
        return await refusal { () throws(RPCError) in try await presence.client.openSession(request) }
    }

    @Test("every bad UserSig has its public number")
    func numbersBadTokens() async throws {
        let presence = try await PresenceHarness(loginFailures: 100)
        let foreign = UserSig(userID: UserID("alice"), sdkAppID: appID, issuedAt: presence.clock.wallTime)
        let old = UserSig(
            userID: UserID("alice"), sdkAppID: appID, issuedAt: WallTime(milliseconds: 1_700_000_000_000),
            lifetime: .seconds(60))
        let otherApp = UserSig(userID: UserID("alice"), sdkAppID: 7, issuedAt: presence.clock.wallTime)
        let cases: [(String, Proto.Reason)] = [
            (old.token(key: secret), .usersigExpired), ("", .usersigEmpty),
            (String(presence.token("alice").dropLast(8)), .usersigTruncated),
            (foreign.token(key: SecretKey("another key that is long enough")), .usersigWrongKey),
            (presence.token("bob"), .usersigWrongUser), (otherApp.token(key: secret), .usersigWrongApp),
        ]
        for (token, reason) in cases {
            let error = await refused(presence) { $0.userSig = token }
            #expect(error?.code == .unauthenticated && error?.reason == reason, "\(reason.name)")
        }
        #expect(await refused(presence) { $0.sdkAppId = 7 }?.reason == .appUnknown)
        #expect(try await presence.presence(of: "alice") == nil)
        await presence.stop()
    }

    @Test("what a client says about itself is checked")
    func checksInput() async throws {
        let presence = try await PresenceHarness()
        #expect(await refused(presence) { $0.userId = "no spaces" }?.reason == .badUserId)
        #expect(await refused(presence) { $0.deviceId = "" }?.reason == .badParameter)
        #expect(await refused(presence) { $0.platform = .unspecified }?.reason == .badParameter)
        #expect(await refused(presence) { $0.deviceName = String(repeating: "n", count: 129) }?.reason == .badParameter)
        #expect(await refused(presence) { $0.gatewayEndpoint = "" }?.reason == .badParameter)
        #expect(
            await refusal { () throws(RPCError) in
                try await presence.client.lookupUsers(
                    Proto.LookupUsersRequest(userIds: [String](repeating: "a", count: 101)))
            }?.reason == .badParameter)
        await presence.stop()
    }

    @Test(
        "a device that keeps failing has to wait about a minute; others do not; an expired token is not held against it"
    )
    func throttles() async throws {
        let presence = try await PresenceHarness(loginFailures: 3)
        let expired = UserSig(
            userID: UserID("alice"), sdkAppID: appID, issuedAt: WallTime(milliseconds: 0), lifetime: .seconds(1)
        ).token(key: secret)
        for _ in 0..<5 { #expect(await refused(presence) { $0.userSig = expired }?.reason == .usersigExpired) }
        for _ in 0..<3 { #expect(await refused(presence) { $0.userSig = "x" }?.reason == .usersigTruncated) }
        let error = await refused(presence) { _ in }
        #expect(error?.code == .resourceExhausted && error?.reason == .tooManyFailures)
        #expect((error?.retryAfter ?? .zero) > .seconds(50))
        _ = try await presence.client.openSession(presence.request(device: "other"))
        presence.clock.move(.seconds(61))
        _ = try await presence.client.openSession(presence.request())
        await presence.stop()
    }

    @Test("when too many logins have failed in a user's name, what fails is told to wait, and the user himself gets in")
    func throttlesUsers() async throws {
        let presence = try await PresenceHarness(loginFailuresOfUser: 3)
        for number in 0..<3 {
            let error = await refused(presence) { ($0.deviceId, $0.userSig) = ("d\(number)", "x") }
            #expect(error?.reason == .usersigTruncated)
        }
        let error = await refused(presence) { ($0.deviceId, $0.userSig) = ("d9", "x") }
        #expect(error?.code == .resourceExhausted && error?.reason == .tooManyFailures)
        _ = try await presence.client.openSession(presence.request())
        #expect(await refused(presence) { ($0.userId, $0.userSig) = ("bob", "x") }?.reason == .usersigTruncated)
        presence.clock.move(.seconds(61))
        #expect(await refused(presence) { ($0.deviceId, $0.userSig) = ("d9", "x") }?.reason == .usersigTruncated)
        await presence.stop()
    }

    @Test("a UserSig may carry a userbuf, which is signed along")
    func takesUserBuffers() async throws {
        let presence = try await PresenceHarness()
        let sig = UserSig(
            userID: UserID("alice"), sdkAppID: appID, issuedAt: presence.clock.wallTime, userBuffer: [1, 2, 3])
        let opened = try await presence.client.openSession(presence.request(sig: sig.token(key: secret)))
        #expect(opened.userSigExpiresAtMs == sig.expiresAt.milliseconds)
        await presence.stop()
    }

    @Test("a profile is its owner's to set and everybody's to read")
    func keepsProfiles() async throws {
        let presence = try await PresenceHarness()
        _ = try await presence.client.openSession(presence.request())
        let alice = CallOptions(identity: Proto.ClientIdentity(userId: "alice", deviceId: "phone"))
        let nobody = CallOptions(identity: Proto.ClientIdentity(userId: "nobody"))
        let profile = Proto.UserProfile(userId: "bob", nickname: "Alice \"A\" ☎", avatarUrl: "https://x/a.png")
        _ = try await presence.client.setSelfInfo(Proto.SetSelfInfoRequest(profile: profile), alice)
        let read = try await presence.client.getUsersInfo(
            Proto.GetUsersInfoRequest(userIds: ["nobody", "alice"]), nobody)
        #expect(read.profiles.map(\.userId) == ["alice"])
        #expect(
            read.profiles.first?.nickname == profile.nickname && read.profiles.first?.avatarUrl == profile.avatarUrl)

        func set(_ nickname: String, _ options: CallOptions) async -> RPCError? {
            await refusal { () throws(RPCError) in
                try await presence.client.setSelfInfo(
                    Proto.SetSelfInfoRequest(profile: Proto.UserProfile(nickname: nickname)), options)
            }
        }
        #expect(await set(String(repeating: "a", count: 500), alice) == nil)
        #expect(await set(String(repeating: "a", count: 501), alice)?.reason == .badParameter)
        #expect(await set("two\nlines", alice)?.reason == .badParameter)
        #expect(await set("x", CallOptions())?.reason == .notLoggedIn)
        #expect(await set("x", nobody)?.reason == .notLoggedIn)
        let tooMany = Proto.GetUsersInfoRequest(userIds: [String](repeating: "alice", count: 101))
        #expect(
            await refusal { () throws(RPCError) in try await presence.client.getUsersInfo(tooMany, alice) }?.reason
                == .badParameter)
        #expect(
            await refusal { () throws(RPCError) in
                try await presence.client.getUsersInfo(Proto.GetUsersInfoRequest(userIds: ["a b"]), alice)
            }?.reason == .badUserId)
        await presence.stop()
    }
}
