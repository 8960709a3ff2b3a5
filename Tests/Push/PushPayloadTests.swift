import CallModel
import Foundation
import Testing

@testable import push

@Suite("The VoIP payload")
struct PushPayloadTests {
    private let longest = PushPayload.Style.voip.longest

    private func payload(name: String = "Alice", media: MediaKind = .video, data: String = "") -> PushPayload {
        PushPayload(
            callID: CallID("call-1"), callerID: UserID("alice"), callerName: name, mediaKind: media,
            ringDeadline: WallTime(milliseconds: 1_700_000_030_000), madeAt: WallTime(milliseconds: 1_700_000_000_000),
            userData: data)
    }

    private func object(_ bytes: [UInt8]?) throws -> [String: Any] {
        let data = Data(try #require(bytes))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("carries the keys that apps of the hosted SDK read, and our own deadline")
    func keys() throws {
        let whole = try object(payload(data: "room 7").encoded(.voip))
        #expect(whole["voip_caller_name"] as? String == "Alice")
        let ext = try object(Array((whole["ext"] as? String ?? "").utf8))
        #expect((ext["voip_ext"] as? [String: Any])?["voip_media_type"] as? String == "video")
        let own = try #require(whole["partyline"] as? [String: Any])
        #expect(own["callId"] as? String == "call-1")
        #expect((own["ringDeadlineMs"] as? NSNumber)?.int64Value == 1_700_000_030_000)
        #expect(own["userData"] as? String == "room 7")
    }

    @Test("anything but video is audio", arguments: [MediaKind.audio, .unknown])
    func audio(media: MediaKind) throws {
        let ext = try object(Array((try object(payload(media: media).encoded(.voip))["ext"] as? String ?? "").utf8))
        #expect((ext["voip_ext"] as? [String: Any])?["voip_media_type"] as? String == "audio")
    }

    @Test(
        "quotes, backslashes and newlines in a name do not break it",
        arguments: ["\"", "\\", "a\nb", "\u{1F600}\u{0}x"])
    func quoting(name: String) throws {
        #expect(try object(payload(name: name).encoded(.voip))["voip_caller_name"] as? String == name)
    }

    @Test("a caller without a name is called by the id")
    func nameless() throws {
        #expect(try object(payload(name: "").encoded(.voip))["voip_caller_name"] as? String == "alice")
    }

    @Test("at the limit the app's data travels; past it the push goes without; a name that fills it alone is refused")
    func limit() throws {
        let frame = try #require(payload().encoded(.voip)).count
        let fits = payload(data: String(repeating: "x", count: longest - frame))
        #expect(fits.encoded(.voip)?.count == longest)
        let over = try object(payload(data: String(repeating: "x", count: longest - frame + 1)).encoded(.voip))
        #expect((over["partyline"] as? [String: Any])?["userData"] as? String == "")
        #expect(payload(name: String(repeating: "n", count: longest)).encoded(.voip) == nil)
    }

    @Test("an alert has a banner besides, within its own limit; a VoIP push has none")
    func alert() throws {
        let banner = try object(payload(name: "A \"B\"").encoded(.alert))
        let aps = try #require(banner["aps"] as? [String: Any])
        #expect((aps["alert"] as? [String: String])?["title"] == "A \"B\"")
        #expect(banner["partyline"] != nil)
        #expect(try object(payload().encoded(.voip))["aps"] == nil)
        let long = payload(data: String(repeating: "x", count: 4_096))
        #expect((long.encoded(.alert)?.count ?? .max) <= 4_096)
    }
}
