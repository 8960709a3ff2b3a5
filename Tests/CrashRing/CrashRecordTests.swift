import CrashRing
import Foundation
import TestSupport
import Testing

@Suite("Crash ring") struct CrashRecordTests {
    private static func names() -> CrashRecord.Names {
        CrashRecord.Names(
            methods: [1: "test.Phone/Ring"], points: [2: "SERVER_RECEIVE"], kinds: [1: "REQUEST"],
            statuses: [0: "OK", 14: "UNAVAILABLE"])
    }

    private static func freshFile() -> String {
        FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID().uuidString)").path
    }

    @Test("a process that aborts leaves its last events in the file, the very last one last")
    func abortion() async throws {
        let path = Self.freshFile()
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            let ring = EventRing(label: "phone phone-1")
            try CrashRecord.keep(in: path, Self.names())
            for number in 1...300 as ClosedRange<UInt64> {
                ring.add(point: 2, kind: 1, method: 1, requestID: number, status: number == 300 ? 14 : -1)
            }
            withExtendedLifetime(ring) { abort() }
        }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1 + EventRing.capacity)
        #expect(lines.first?.contains("signal 6") == true)
        #expect(lines.first?.hasSuffix("phone phone-1: the last 256 of 300 events, oldest first") == true)
        #expect(lines[1].contains("request=45"))
        #expect(lines.last?.hasSuffix("s SERVER_RECEIVE REQUEST test.Phone/Ring request=300 UNAVAILABLE") == true)
    }

    @Test("a trap of the language leaves them too, and every ring has its part")
    func trap() async throws {
        let path = Self.freshFile()
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .failure) { [path = path as String] in
            let rings = [EventRing(label: "one"), EventRing(label: "two")]
            try CrashRecord.keep(in: path, Self.names())
            rings[1].add(point: 2, kind: 9, method: 0, requestID: 5, status: -1)
            let empty: [Int] = []
            withExtendedLifetime(rings) { print(empty[rings.count]) }
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("one: the last 0 of 0 events"))
        // What has no name is shown by its number.
        #expect(text.contains("SERVER_RECEIVE 9 request=5\n"))
    }

    @Test("two threads that crash at once leave one whole record")
    func twoCrashes() async throws {
        let path = Self.freshFile()
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            let rings = (0..<8).map { EventRing(label: "ring \($0)") }
            try CrashRecord.keep(in: path, Self.names())
            for ring in rings {
                for number in 1...256 as ClosedRange<UInt64> {
                    ring.add(point: 2, kind: 1, method: 1, requestID: number, status: -1)
                }
            }
            for _ in 0..<4 { Thread.detachNewThread { abort() } }
            withExtendedLifetime(rings) { while pause() != 0 {} }
        }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 8 * (1 + EventRing.capacity))
    }

    @Test("a ring is read while the process lives: newest first, never more than it holds")
    func reading() {
        let ring = EventRing(label: "reader")
        #expect(ring.newestFirst.isEmpty)
        for number in 1...UInt64(EventRing.capacity + 1) {
            ring.tick()
            ring.add(point: 1, kind: 2, method: 3, requestID: number, status: 0)
        }
        let events = ring.newestFirst
        #expect(events.map(\.requestID) == (2...UInt64(EventRing.capacity + 1)).reversed())
        #expect(events.allSatisfy { $0.point == 1 && $0.kind == 2 && $0.method == 3 && $0.status == 0 })
        #expect(events[0].age <= events[255].age && events[0].age >= .zero)
    }

    @Test("a path that no file can have is refused")
    func longPath() {
        #expect(throws: CrashRecord.Failure.pathTooLong) {
            try CrashRecord.keep(in: String(repeating: "x", count: 5_000), Self.names())
        }
    }
}
