import CallModel
import ServiceKit
import SignalingCore
import Wire

/// Tells everybody who takes part in an invitation how it stands, on all their devices. Which devices these are is asked each
/// time: an invitation, unlike a ring, is not bound to those there were as it was sent.
struct InvitationPost: Sendable {
    /// Between two questions to presence, when it does not answer. Who is not reached asks when it comes back (Sync).
    private static let pauses: [Duration] = [.milliseconds(50), .milliseconds(250), .seconds(1), .seconds(3)]

    let directory: PresenceDirectory
    let delivery: SnapshotDelivery<Invitation>
    let clock: any ServiceClock

    /// Comes back at once.
    func announce(_ invitation: Invitation) async {
        RPCContext.outliving(about: invitation.topic) {
            guard let devices = await self.devices(of: invitation.audience) else { return }
            self.delivery.publish(invitation, to: devices)
        }
    }

    private func devices(of users: [UserID]) async -> [CallDevice]? {
        for pause in Self.pauses {
            if let found = try? await directory.lookUp(users) { return found.values.flatMap(\.devices) }
            guard (try? await clock.sleep(for: pause)) != nil else { return nil }
        }
        return nil
    }
}
