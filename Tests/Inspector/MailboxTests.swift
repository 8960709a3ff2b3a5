import InspectorCore
import TestSupport
import Testing

@testable import zmqinspect

@Suite("the reader of a watch")
struct MailboxTests {
    @Test("a full mailbox keeps what came first, and its end is never lost")
    func full() async {
        let mailbox = WatchMailbox(capacity: 2)
        for second in 1...5 { mailbox.put(.tick(Moment(microseconds: Int64(second) * 1_000_000))) }
        #expect(mailbox.end == nil)
        mailbox.stop(.stopped)
        mailbox.stop(.over)
        #expect(mailbox.end == .stopped, "the first reason counts")
        var read = 0
        for await _ in mailbox.items { read += 1 }
        #expect(read == 2)
    }

    @Test("a target that does not answer holds up no other")
    func blackHole() async throws {
        let silent = PlainListener()
        try await withTraffic { traffic in
            // Far beyond the minute after which a run is killed.
            let result = try await InspectorRun([
                "tap", "--count", "1", "--patience", "10m", "--target", silent.endpoint, "--target",
                traffic.presence.endpoint,
            ])
            #expect(result.status == 0, "\(result.errors)")
        }
        withExtendedLifetime(silent) {}
    }
}
