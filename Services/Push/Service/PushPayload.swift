import CallModel
import Foundation

/// What a VoIP push tells a phone: enough to show the system's call screen at once, and to end it alone when it came too
/// late.
///
/// `voip_caller_name` and `ext` are the keys that apps of the hosted SDK read (api: VoIP payload). The rest is ours, under one
/// key of its own: a push must stand alone, since pushes overtake each other and arrive after the call is over.
struct PushPayload: Equatable {
    let callID: CallID
    let callerID: UserID
    let callerName: String
    let mediaKind: MediaKind
    /// When the ring ends: the phone stops ringing by itself then.
    let ringDeadline: WallTime
    /// When the server made the push: with it the phone can judge its own clock.
    let madeAt: WallTime
    let userData: String

    /// The most that a VoIP push may carry (Apple: 5 KB for VoIP pushes).
    static let longest = 5_120

    /// The JSON that travels. Leaves out the app's own data if the whole would be too long; `nil` if it is even then.
    func encoded() -> [UInt8]? {
        [userData, ""].lazy.map { json(userData: $0) }.first { $0.count <= PushPayload.longest }
    }

    private func json(userData: String) -> [UInt8] {
        let media = mediaKind == .video ? "video" : "audio"
        let ext = text(["voip_ext": ["voip_media_type": media]])
        let own: [String: Any] = [
            "callId": callID.rawValue, "callerId": callerID.rawValue, "mediaType": media,
            "ringDeadlineMs": ringDeadline.milliseconds, "serverTimeMs": madeAt.milliseconds, "userData": userData,
        ]
        let name = callerName.isEmpty ? callerID.rawValue : callerName
        return Array(text(["voip_caller_name": name, "ext": ext, "partyline": own]).utf8)
    }

    private func text(_ object: [String: Any]) -> String {
        // Strings, numbers and dictionaries of them: encoding cannot fail.
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
