import Synchronization
import Wire

@testable import CallClient

/// Media that only writes down what it is told.
final class FakeMedia: CallMedia, Sendable {
    private let entries = Mutex<[String]>([])

    var log: [String] { entries.withLock { $0 } }

    private func note(_ entry: String) { entries.withLock { $0.append(entry) } }

    func start(_ grant: Proto.MediaGrant) { note("start \(grant.era)") }
    func stop() { note("stop") }
    func setMicrophone(isOpened: Bool) { note("microphone \(isOpened)") }
    func setVolumes(capture: Int, output: Int) { note("volumes \(capture) \(output)") }
    func statistics() -> MediaStatistics { MediaStatistics() }
}
