import Foundation
import ServiceKit
import SignalingCore
import Synchronization
import Testing
import Wire

@testable import signaling

@Suite("Decisions on record")
struct ReplayTests {
    @Test("a log of real calls replays to the same decisions; a tampered one does not")
    func replay() async throws {
        try await withRig { rig in
            let alice = rig.connect("alice")[0], bob = rig.connect("bob")[0], carol = rig.connect("carol")[0]
            _ = try await alice.call("c1", "bob", "carol")
            _ = try await bob.accept("c1")
            try await carol.reject("c1")
            try await alice.hears("c1") { $0.mediaEra == 1 }
            try await bob.hangup("c1")
            try await become("the room is closed") { rig.media[0].state.withLock { $0.closed == ["c1"] } }
            let text = try String(contentsOfFile: rig.folder + "/transitions.jsonl", encoding: .utf8)
            let replay = Replay(text)
            #expect(replay.count >= 5)
            #expect(replay.differences.isEmpty)
            let tampered = Replay(text.replacing("\"rejected\"", with: "\"accepted\""))
            #expect(!tampered.differences.isEmpty)
            #expect(Replay("nonsense\n").differences.count == 1)
        }
    }

    @Test("the reference configuration holds every key with its default")
    func reference() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Services/Signaling/Service/reference.conf")
        let text = try String(contentsOf: file, encoding: .utf8)
        let expected = ReferenceConfiguration.text(for: SignalingConfiguration.self, service: "signaling")
        #expect(text == expected, "it should be:\n\(expected)")
        #expect(
            ReferenceConfiguration.complaints(about: text, for: SignalingConfiguration.self, service: "signaling")
                .isEmpty)
    }

    @Test("a cursor reads back what it wrote, and nothing else")
    func cursors() {
        #expect(RecordCursor("1700000000000.abc-1")?.text == "1700000000000.abc-1")
        for text in ["", ".", "1.", "x.abc", "1.a b", "1"] { #expect(RecordCursor(text) == nil) }
    }
}
