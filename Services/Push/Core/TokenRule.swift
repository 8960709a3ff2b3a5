package import CallModel

/// A device token belongs to one account: whoever registers it last.
///
/// A phone that is handed on, or a second login on it, must not ring for its former user (twilio-voice-ios#49,
/// linphone-iphone#709). And a provider's word that a token is gone counts only if the token was not registered again after
/// the push was made: the word may be about its former life (Signal-Server's rule).
package struct RegisteredToken: Sendable, Equatable {
    package let user: UserID
    package let device: DeviceID
    package let registeredAt: WallTime

    package init(user: UserID, device: DeviceID, registeredAt: WallTime) {
        self.user = user
        self.device = device
        self.registeredAt = registeredAt
    }

    /// Whether "gone", said about a push queued at `queuedAt`, is about this registration.
    package func isGone(byWordAboutPushQueuedAt queuedAt: WallTime) -> Bool { registeredAt <= queuedAt }

    /// The longest token of any provider, in bytes.
    package static let longest = 200
}
