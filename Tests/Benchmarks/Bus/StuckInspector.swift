import Bus
import Foundation
import Wire

/// Arms a tap with payloads, then stops reading: the whole process stands still, as
/// one does that is stopped in a debugger.
enum StuckInspector {
    static func run(_ tap: String) async throws {
        let node = try BusNode(BusConfiguration(service: "inspector", instance: "stuck"))
        var filter = TapFilter()
        filter.level = .contents
        for await reading in try node.tap(at: tap, filter) where reading == .connected {
            print("armed")
            fflush(nil)
            _ = kill(getpid(), SIGSTOP)
        }
    }
}
