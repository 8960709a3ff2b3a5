internal import Dispatch
internal import Synchronization
internal import Wire

/// The place for a session's media: an app may bring its audio devices before or after it first touches a store, and a
/// session without any is a whole client but for sound.
final class MediaSlot: CallMedia, Sendable {
    private let media = Mutex<(any CallMedia)?>(nil)
    /// Stopping waits for a goodbye to leave, which must not hold up the shell; starts and stops keep their order.
    private let queue = DispatchQueue(label: "partyline.media")

    /// Replaces what was there. A call that runs is silent until its room changes.
    func install(_ new: any CallMedia) { replace(with: new) }

    /// Stops and lets go of the media, which knows the way back to its session.
    func clear() { replace(with: nil) }

    private func replace(with new: (any CallMedia)?) {
        let old = media.withLock { media in
            defer { media = new }
            return media
        }
        if let old { queue.async { old.stop() } }
    }

    private var present: (any CallMedia)? { media.withLock { $0 } }

    var isPresent: Bool { present != nil }

    func start(_ grant: Proto.MediaGrant) { queue.async { [self] in present?.start(grant) } }
    func stop() { queue.async { [self] in present?.stop() } }
    func setMicrophone(isOpened: Bool) { present?.setMicrophone(isOpened: isOpened) }
    func setVolumes(capture: Int, output: Int) { present?.setVolumes(capture: capture, output: output) }

    /// After a stop: waits until it is done, so that the numbers are final.
    func statistics() -> MediaStatistics { queue.sync { present?.statistics() ?? MediaStatistics() } }
}
