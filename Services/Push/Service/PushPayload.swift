import CallModel
import Foundation

/// What a VoIP push tells a phone: enough to show the system's call screen at once, and to end it alone when it came too
/// late.
///
/// `voip_caller_name` and `ext` are the keys that apps of the hosted SDK read (api: VoIP payload). The rest is ours, under one
/// key of its own: a push must stand alone, since pushes overtake each other and arrive after the call is over.
struct PushPayload: Equatable {
    /// How the phone is to be woken.
    enum Style: Equatable {
        /// The app shows the system's call screen.
        case voip
        /// The system shows a banner: for devices that registered no VoIP token.
        case alert

        /// The most that such a push may carry (Apple: 5 KB for VoIP, 4 KB for others).
        var longest: Int {
            switch self {
            case .voip: 5_120
            case .alert: 4_096
            }
        }
    }

    let callID: CallID
    let callerID: UserID
    let callerName: String
    let mediaKind: MediaKind
    /// When the ring ends: the phone stops ringing by itself then.
    let ringDeadline: WallTime
    /// When the server made the push: with it the phone can judge its own clock.
    let madeAt: WallTime
    let userData: String

    /// The JSON that travels. Leaves out the app's own data if the whole would be too long; `nil` if it is even then.
    func encoded(_ style: Style) -> [UInt8]? {
        [userData, ""].lazy.map { json(style, userData: $0) }.first { $0.count <= style.longest }
    }

    private func json(_ style: Style, userData: String) -> [UInt8] {
        let media = mediaKind == .video ? "video" : "audio"
        let ext = text(["voip_ext": ["voip_media_type": media]])
        let own: [String: Any] = [
            "callId": callID.rawValue, "callerId": callerID.rawValue, "mediaType": media,
            "ringDeadlineMs": ringDeadline.milliseconds, "serverTimeMs": madeAt.milliseconds, "userData": userData,
        ]
        let name = callerName.isEmpty ? callerID.rawValue : callerName
        var whole: [String: Any] = ["voip_caller_name": name, "ext": ext, "partyline": own]
        if style == .alert {
            let body = mediaKind == .video ? "Incoming video call" : "Incoming call"
            whole["aps"] = ["alert": ["title": name, "body": body], "sound": "default"] as [String: Any]
        }
        return Array(text(whole).utf8)
    }

    private func text(_ object: [String: Any]) -> String {
        // Strings, numbers and dictionaries of them: encoding cannot fail.
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
